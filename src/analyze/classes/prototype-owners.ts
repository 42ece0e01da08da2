import { findCreatedMember } from '../../syntax/created-classes.ts';
import {
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
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

/** `Client` of `Client.prototype`, and of `proto` in `var proto = Client.prototype`; null for any other expression. */
export function findPrototypeOwner(node: SyntaxNode, module: Module): FunctionNode | null {
  const owner = findPrototypeName(node, module);
  return owner === null ? null : findNamedFunction(owner, module);
}

/** `var Client = module.exports = function Client() {}` */
function unwrapAssigned(node: SyntaxNode): SyntaxNode {
  let at = unwrap(node);
  while (at.type === 'AssignmentExpression' && at.operator === '=') at = unwrap(at.right);
  return at;
}

/** `exports.Client = function () {}`: what one member of `exports` is, where the file gives it once. */
function findExported(member: MemberNode, module: Module): SyntaxNode | null {
  const name = nameMember(member);
  const object = unwrap(member.object);
  const isExports = object.type === 'Identifier' && /^(?:module|exports)$/.test(object.name);
  if (name === null || !isExports || findBindingOf(module, object) !== undefined) return null;
  const given = module.scripts.flatMap(({ memberAssignments }) =>
    memberAssignments.filter((assigned) => {
      const owner = unwrap(assigned.object);
      return assigned.name === name && owner.type === 'Identifier' && owner.name === object.name;
    }),
  );
  const [only] = given;
  return only === undefined || given.length > 1 ? null : unwrapAssigned(only.value);
}

/** The function of the file that a name stands for. */
export function findNamedFunction(name: SyntaxNode, module: Module): FunctionNode | null {
  const owner = unwrap(name);
  if (isMemberNode(owner)) {
    const exported = findExported(owner, module);
    if (exported === null || isFunctionNode(exported)) return exported;
    return exported.type === 'Identifier' ? findNamedFunction(exported, module) : null;
  }
  const source = findBindingOf(module, owner)?.source;
  if (source?.kind === 'function') return source.fn;
  const value = source?.kind === 'value' && source.node !== null ? unwrapAssigned(source.node) : null;
  return value === null ? null : chooseFunction(value);
}

/** `members.constructor` or a function that is written out: what is made without the former is made by the latter. */
function chooseFunction(value: SyntaxNode): FunctionNode | null {
  if (isFunctionNode(value)) return value;
  if (value.type !== 'ConditionalExpression') return null;
  const branches = [unwrap(value.consequent), unwrap(value.alternate)];
  const isOther = branches.some((branch) => nameMember(branch) === 'constructor');
  return isOther ? (branches.find(isFunctionNode) ?? null) : null;
}

/** The function of which `fn` is a method by its prototype; null for other functions. */
export function findConstructorOf(fn: SyntaxNode, module: Module): FunctionNode | null {
  const maker = findMakerOf(fn, module);
  return maker === null ? null : findNamedFunction(maker, module);
}
