import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { isGivenToOthers } from '../outsiders/outside-stores.ts';
import { CALL, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';

/** `app.get('/menu', menu)`, `new Server({ resolvers })`: what a function gives back goes to who is handed it by its name. */

const ROUTING = /^(?:get|post|put|patch|delete|all|use|route|handle)$/;

/** `app.get('/menu', menu)` of an `app` that is handed to the function around. */
function isRouted(evaluator: Evaluator, module: Module, node: SyntaxNode): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || call.type !== 'CallExpression') return false;
  const [first] = call.arguments;
  const callee = unwrap(call.callee);
  if (first === node || first?.type !== 'StringLiteral' || !first.value.startsWith('/')) return false;
  if (!isMemberNode(callee) || !ROUTING.test(nameMember(callee) ?? '')) return false;
  const options = listOptions(evaluateCallee(evaluator, call, module, evaluator.anyCaller));
  return options.every(({ type }) => type === 'unknown' || type === 'param');
}

export function isCalledByOthers(evaluator: Evaluator, { node, module, path, ...place }: Place): boolean {
  if (!path.includes(CALL) || place.isHandedOver || place.isAnswer || place.isUrl) return false;
  return isGivenToOthers(evaluator, module, node) || isRouted(evaluator, module, node);
}
