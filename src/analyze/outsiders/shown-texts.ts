import { describeName, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** What the page or a template shows. */

/** `res.locals.active = path`: templates show it. */
const FOR_TEMPLATES = /^(?:res|response|reply)\.locals\./;
const SHOWN_MEMBERS = /^(?:textContent|innerText|innerHTML|outerHTML|title|href|src|action|placeholder|hash|cookie)$/;

/** `document.title = path.slice(1)` */
export function isShown(whole: SyntaxNode): boolean {
  const parent = getParent(whole);
  if (parent?.type !== 'AssignmentExpression' || parent.right !== whole) return false;
  const target = unwrap(parent.left);
  const name = nameMember(target);
  const isData = isMemberNode(target) && isMemberNode(target.object) && nameMember(target.object) === 'dataset';
  return isData || (name !== null && SHOWN_MEMBERS.test(name)) || FOR_TEMPLATES.test(describeName(target));
}

/** `process.stdout.write`, however its members are written. */
export function isStandardOutput(callee: SyntaxNode): boolean {
  if (!isMemberNode(callee) || nameMember(callee) !== 'write') return false;
  const stream = unwrap(callee.object);
  return isMemberNode(stream) && nameMember(stream) === 'stdout';
}
