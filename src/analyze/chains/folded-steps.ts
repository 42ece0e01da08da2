import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { stepsThroughList } from '../../syntax/listed-steps.ts';
import { type FunctionNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { CallSite } from '../callers/project-index.ts';

/** Calls of functions in a list, one after the other: a way that passes one of them once more is no circle. */

/** `list.reduceRight((next, step) => (request) => step(request, next), send)` */
function isOfFold(fn: FunctionNode | undefined, callback: FunctionNode | undefined): boolean {
  if (fn === undefined || callback === undefined || findOnlyReturn(callback) !== fn) return false;
  const call = getParent(callback);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== callback || !isFunctionNode(callback)) return false;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && /^reduce(?:Right)?$/.test(nameMember(callee) ?? '');
}

export function isFoldedStep({ node }: CallSite): boolean {
  const around = listFunctionsAround(node);
  return isOfFold(around[0], around[1]) || around.some(stepsThroughList);
}
