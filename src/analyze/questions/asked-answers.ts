import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Where a value is not shown itself, but what another one would have another answer to. */

/** What gives an element of a list, goes through it, or says whether something is among them. */
const GOING_THROUGH =
  /^(?:find(?:Last)?(?:Index)?|filter|some|every|map|flatMap|forEach|reduce|entries|has|includes|indexOf|lastIndexOf)$/;

/** Questions that a pattern, a set, a map or a list asks of its argument. */
const MEMBERSHIP = /^(?:test|exec|has|includes|indexOf|get)$/;

/** `LABELS[path]`, `path === CALLS`, `labels.get(path)`, `menu.find(…)`: is what stands around `inner` an answer? */
export function isAnswerAbout(around: SyntaxNode, inner: SyntaxNode): boolean {
  if (around.type === 'BinaryExpression') return around.operator === 'in' || /^[=!]==?$/.test(around.operator);
  if (around.type === 'ConditionalExpression') return around.test === inner;
  if (isMemberNode(around)) {
    if (around.property === inner) return around.computed;
    const call = getParent(around);
    return call?.type === 'CallExpression' && call.callee === around && GOING_THROUGH.test(nameMember(around) ?? '');
  }
  if (around.type !== 'CallExpression' || around.callee === inner) return false;
  const callee = unwrap(around.callee);
  return isMemberNode(callee) && around.arguments[0] === inner && MEMBERSHIP.test(nameMember(callee) ?? '');
}
