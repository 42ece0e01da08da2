import { isCallNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Does an object literal, by a member behind `from`, say what the member of this name is? */
function says(object: SyntaxNode, name: string, from: SyntaxNode | null): boolean {
  if (object.type !== 'ObjectExpression') return false;
  const index = object.properties.findIndex((member) => member === from);
  return object.properties.slice(index + 1).some((member) => nameKey(member) === name);
}

/** A function of the project can be called `assign` as well, and put its objects together in another order. */
function isAssign(callee: SyntaxNode): boolean {
  if (!isMemberNode(callee) || nameMember(callee) !== 'assign') return false;
  return callee.object.type === 'Identifier' && /^(?:Object|_|lodash)$/.test(callee.object.name);
}

/**
 * `{ ...options, path: '/status' }`, `Object.assign({}, options, { path: '/status' })`: the copy has a path of its own, and what
 * is done with it is done without the one of `options`.
 */
export function isReplaced(parent: SyntaxNode, node: SyntaxNode, [name]: readonly string[]): boolean {
  if (name === undefined) return false;
  if (parent.type === 'SpreadElement') {
    const object = getParent(parent);
    return object !== undefined && says(object, name, parent);
  }
  if (!isCallNode(parent) || !('arguments' in parent) || !isAssign(unwrap(parent.callee))) return false;
  const index = parent.arguments.findIndex((argument) => argument === node);
  // The first one is the object that is changed, and is read later as it was before.
  return index > 0 && parent.arguments.slice(index + 1).some((argument) => says(unwrap(argument), name, null));
}
