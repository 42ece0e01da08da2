import { readAppended } from '../../syntax/grown-members.ts';
import { isSetInAnyCase } from '../../syntax/guarded-fields.ts';
import { type ClassNode, contains, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findScript } from '../modules/module.ts';
import type { ClassValue } from '../values/values.ts';
import { findConstructor } from './levels.ts';
import { isSetByStarter } from './starting-methods.ts';

/** What the methods of a class set on `this`. */

interface OwnAssignment {
  readonly value: SyntaxNode;
  readonly inConstructor: boolean;
  /** Has the instance it before anybody calls a method? */
  readonly isSetAtStart: boolean;
  /** `this.name += value`, `this.name = this.name + value` */
  readonly isAppended: boolean;
}

const ownAssignments = new WeakMap<ClassNode, ReadonlyMap<string, readonly OwnAssignment[]>>();

function collectOwnAssignments({ node, module }: ClassValue): ReadonlyMap<string, readonly OwnAssignment[]> {
  const init = findConstructor(node);
  const found = new Map<string, OwnAssignment[]>();
  for (const { name, object, target, value, operator } of findScript(module, node).memberAssignments) {
    if (!contains(node, target) || unwrap(object).type !== 'ThisExpression') continue;
    const inConstructor = init !== undefined && contains(init, target);
    // What the constructor merges in goes by the order of what it merges.
    if (inConstructor && !isMemberNode(target) && !isCallNode(target)) continue;
    const isSetAtStart = inConstructor ? isSetInAnyCase(target) : isSetByStarter(target, node, init);
    // `if (!this.base.endsWith('/')) this.base = this.base + '/'`: which of both it is, the constructor says.
    const isOpen = operator === '=' && inConstructor && !isSetAtStart;
    const rest = isOpen ? null : readAppended({ target, value, operator });
    const entry = { value: rest ?? value, inConstructor, isSetAtStart, isAppended: rest !== null };
    const known = found.get(name);
    if (known === undefined) found.set(name, [entry]);
    else known.push(entry);
  }
  return found;
}

/** `this.name = value` inside the class; the constructor's own assignment replaces an initialiser. */
export function listOwnAssignments(of: ClassValue, name: string): readonly OwnAssignment[] {
  return findOwnAssignments(of).get(name) ?? [];
}

function findOwnAssignments(of: ClassValue): ReadonlyMap<string, readonly OwnAssignment[]> {
  const known = ownAssignments.get(of.node) ?? collectOwnAssignments(of);
  ownAssignments.set(of.node, known);
  return known;
}

/** The members that the methods of a class set on `this`. */
export function listAssignedNames(of: ClassValue): readonly string[] {
  return [...findOwnAssignments(of).keys()];
}

/** `this.base = options.base ?? this.base`: what stood there before is one of the values. */
export function keepsOwn(value: SyntaxNode, name: string): boolean {
  const node = unwrap(value);
  if (node.type === 'LogicalExpression') return keepsOwn(node.right, name);
  if (node.type === 'ConditionalExpression') return keepsOwn(node.consequent, name) || keepsOwn(node.alternate, name);
  return isMemberNode(node) && unwrap(node.object).type === 'ThisExpression' && nameMember(node) === name;
}
