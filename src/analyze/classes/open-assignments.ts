import { append } from '../../model/append.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { findSelf } from './constructor-functions.ts';

/** `this[key] = value`, `Object.assign(this, options)`: what a function gives `this` under names that do not stand there. */

const assignments = new WeakMap<Module, ReadonlyMap<SyntaxNode, readonly MemberAssignment[]>>();

function collect(module: Module): ReadonlyMap<SyntaxNode, readonly MemberAssignment[]> {
  const found = new Map<SyntaxNode, MemberAssignment[]>();
  for (const assignment of module.scripts.flatMap((script) => script.openAssignments)) {
    const self = assignment.operator === '=' ? findSelf(assignment.object, module) : null;
    const fn = self === null ? null : findMethodAround(self);
    if (fn !== null) append(found, fn, assignment);
  }
  return found;
}

export function listOpenAssignments(fn: FunctionNode, module: Module): readonly MemberAssignment[] {
  const known = assignments.get(module) ?? collect(module);
  assignments.set(module, known);
  return known.get(fn) ?? [];
}
