import { type CallNode, isFunctionNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** `new Promise((resolve) => … resolve({ path }))`: who waits for the promise is handed what it is settled with. */
export function findSettled(call: CallNode, node: SyntaxNode, module: Module): SyntaxNode | null {
  if (call.type !== 'CallExpression' || call.arguments[0] !== node) return null;
  const source = findBindingOf(module, call.callee)?.source;
  if (source?.kind !== 'param' || source.index !== 0 || source.steps.length > 0 || !isFunctionNode(source.fn))
    return null;
  const made = getParent(source.fn);
  const isPromise = made?.type === 'NewExpression' && made.arguments[0] === source.fn;
  return isPromise && nameCallee(made.callee) === 'Promise' ? made : null;
}
