import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { CallSite } from '../callers/project-index.ts';

/**
 * `list.reduceRight((next, step) => (request) => step(request, next), send)`: the call of `step` is one of each function in the list,
 * so a way that passes it once more is no circle.
 */
export function isFoldedStep({ node }: CallSite): boolean {
  const [fn, callback] = listFunctionsAround(node);
  if (fn === undefined || callback === undefined || findOnlyReturn(callback) !== fn) return false;
  const call = getParent(callback);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== callback || !isFunctionNode(callback)) return false;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && /^reduce(?:Right)?$/.test(nameMember(callee) ?? '');
}
