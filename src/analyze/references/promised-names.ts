import { type FunctionNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** What a promise gives, under the name that `promise.then((url) => …)` has for it. */

/** The name for what `node` promises; null where its `then` is given no function with one. */
export function findPromised(node: SyntaxNode): SyntaxNode | null {
  const member = getParent(node);
  const isThen =
    member !== undefined && isMemberNode(member) && member.object === node && nameMember(member) === 'then';
  const call = isThen ? getParent(member) : undefined;
  const [given] = call?.type === 'CallExpression' && call.callee === member ? call.arguments : [];
  const [name] = given !== undefined && isFunctionNode(given) ? given.params : [];
  return name?.type === 'Identifier' ? name : null;
}

/** What is promised to the parameter of a function: `start()` of `start().then(({ url }) => …)`. */
export function findPromise(fn: FunctionNode, index: number): SyntaxNode | null {
  const call = getParent(fn);
  if (index > 0 || call?.type !== 'CallExpression' || call.arguments[0] !== fn) return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && nameMember(callee) === 'then' ? unwrap(callee.object) : null;
}
