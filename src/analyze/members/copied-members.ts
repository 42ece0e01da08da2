import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/**
 * `for (const key in options) table[key] = options[key]`: the object of which a member is copied that has the same name; null for
 * every other assignment. Whatever the key is, what stands under a name is what the other object has under it.
 */
export function findMembersSource(target: SyntaxNode, value: SyntaxNode, module: Module): SyntaxNode | null {
  const given = unwrap(value);
  if (!isMemberNode(target) || !isMemberNode(given) || !given.computed || !target.computed) return null;
  const [key, asked] = [unwrap(target.property), unwrap(given.property)];
  if (key.type !== 'Identifier' || asked.type !== 'Identifier' || asked.name !== key.name) return null;
  return findBindingOf(module, asked) === findBindingOf(module, key) ? given.object : null;
}
