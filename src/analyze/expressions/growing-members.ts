import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isFunctionNode, isLoop, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { type Module, readCode } from '../modules/module.ts';

/**
 * `for (const part of parts) state.path = state.path + '/' + part;`: what is put together there has one piece behind the beginning,
 * and no request is made of it but with all of them.
 */

/** Of an instance that is not known, nobody knows what it is asked to append. */
export const GROWN = 'it is appended to by calls that are not known';

const ITERATIONS = /^(?:map|forEach|each|reduce|some|every)$/;

/** Does code run once for each of several things? */
export function runsForEach(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (isLoop(at)) return true;
    if (!isFunctionNode(at)) continue;
    const call = getParent(at);
    if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee === at) return false;
    if (ITERATIONS.test(nameCallee(call.callee) ?? '')) return true;
  }
  return false;
}

/** Is what stands behind the member divided from it by a slash: `state.path + '/' + part`, `${state.path}/${part}`? */
export function hasSlash(text: SyntaxNode): boolean {
  const node = unwrap(text);
  if (node.type === 'TemplateLiteral')
    return node.quasis[0]?.value.raw === '' && /^\//.test(node.quasis[1]?.value.raw ?? '');
  if (node.type !== 'BinaryExpression') return false;
  const left = unwrap(node.left);
  if (left.type === 'BinaryExpression') return hasSlash(left);
  const right = unwrap(node.right);
  const start = right.type === 'TemplateLiteral' ? (right.quasis[0]?.value.raw ?? '') : '';
  return isMemberNode(left) && (right.type === 'StringLiteral' ? right.value : start).startsWith('/');
}

/** Is a text one of the steps in which a member grows? */
export function isStepOfMember(node: SyntaxNode, module: Module): boolean {
  const whole = findOutermost(node);
  const assignment = getParent(whole);
  if (assignment?.type !== 'AssignmentExpression' || assignment.right !== whole || assignment.operator !== '=')
    return false;
  const member = unwrap(assignment.left);
  if (!isMemberNode(member) || !runsForEach(assignment)) return false;
  const code = readCode(module, member);
  return someNode(whole, (inner) => isMemberNode(inner) && readCode(module, inner) === code);
}
