import { findCreatedMember } from '../../syntax/created-classes.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** Of whose prototype something is a member, as it is written: `Client.prototype.get = …`. */

/** `Client` of `Client.prototype`, whatever it is bound to. */
export function readOwner(node: SyntaxNode): SyntaxNode | null {
  const member = unwrap(node);
  return isMemberNode(member) && nameMember(member) === 'prototype' ? unwrap(member.object) : null;
}

/** What is written in front of `prototype`. */
export function findPrototypeName(node: SyntaxNode, module: Module): SyntaxNode | null {
  const target = unwrap(node);
  if (isMemberNode(target)) return readOwner(target);
  const binding = target.type === 'Identifier' ? findBindingOf(module, target) : undefined;
  if (binding?.source.kind !== 'value' || binding.source.node === null || binding.assignments.length > 0) return null;
  const given = unwrap(binding.source.node);
  const kept = given.type === 'AssignmentExpression' ? unwrap(given.left) : given;
  return isMemberNode(kept) ? findPrototypeName(kept, module) : null;
}

/** What stands for the constructor, or the class, of whose prototype `fn` is a method. */
export function findMakerOf(fn: SyntaxNode, module: Module): SyntaxNode | null {
  const created = findCreatedMember(fn);
  if (created !== null) return created.maker;
  const parent = getParent(fn);
  if (parent?.type === 'AssignmentExpression') {
    const target = unwrap(parent.left);
    return isMemberNode(target) ? findPrototypeName(target.object, module) : null;
  }
  const object = parent?.type === 'ObjectProperty' ? getParent(parent) : parent;
  const outer = object?.type === 'ObjectExpression' ? getParent(object) : undefined;
  if (outer?.type === 'AssignmentExpression') return findPrototypeName(outer.left, module);
  const [target] = outer?.type === 'CallExpression' ? outer.arguments : [];
  return target === undefined ? null : findPrototypeName(target, module);
}
