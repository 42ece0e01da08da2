import { isCallNode, isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';

/** The functions in whose place a test has others run. */

/** `vi.spyOn(api, 'get')`, `sinon.stub(api, 'get')`, `sinon.replace(api, 'get', run)`, `mock.method(api, 'get')` */
export const SPYING = /^(?:spyOn|stub|spy|method|replace)$/;

/** `axios.create`, `sinon.stub(axios, 'create')` */
export function isSpied(node: SyntaxNode): boolean {
  if (isMemberNode(node)) return true;
  return isCallNode(node) && 'callee' in node && SPYING.test(nameCallee(node.callee) ?? '');
}

/** `vi.mocked(axios.create)`, `vi.spyOn(axios, 'create')`, `sinon.stub(axios, 'create')`, `(axios.create as Mock)` */
export function evaluateSpied(evaluator: Evaluator, node: SyntaxNode, module: Module): Value | null {
  if (!isCallNode(node) || !('arguments' in node)) return evaluator.evaluate(node, module, null);
  const [first, second] = node.arguments;
  const name = nameCallee(node.callee) ?? '';
  if (first === undefined) return null;
  const value = evaluator.evaluate(first, module, null);
  if (name === 'mocked') return value;
  return SPYING.test(name) && second?.type === 'StringLiteral'
    ? evaluator.getProperty(value, second.value, node, module)
    : null;
}
