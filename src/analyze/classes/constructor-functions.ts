import type * as t from '@babel/types';
import { append } from '../../model/append.ts';
import { type CreatedMember, readCreatedClass } from '../../syntax/created-classes.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import { isSetInAnyCase } from '../../syntax/guarded-fields.ts';
import { type FunctionNode, isFunctionNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import { standsForThis } from '../../syntax/super-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { unite } from '../values/unions.ts';
import type { Env, Frame, FunctionValue, MadeBy, ObjectEntry, ObjectValue } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { hasComputedMethods, listComputedMethods } from './computed-methods.ts';
import { listInherited } from './old-inheritance.ts';
import { findNamedFunction, findPrototypeOwner } from './prototype-owners.ts';

/** Objects of the time before classes: `function Client(base) { this.base = base; }` and `Client.prototype.get = …`. */

function toMethod(name: string, value: SyntaxNode, module: Module): ObjectEntry {
  const inner = unwrap(value);
  return isFunctionNode(inner)
    ? { kind: 'slot', name, slot: { kind: 'method', fn: inner, module, env: null, role: 'method' } }
    : { kind: 'slot', name, slot: { kind: 'expression', node: value, module, env: null } };
}

function listMembers(object: SyntaxNode, module: Module): readonly ObjectEntry[] {
  if (object.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((member): readonly ObjectEntry[] => {
    const name = nameKey(member);
    if (name === null || member.type === 'SpreadElement') return [];
    return [toMethod(name, member.type === 'ObjectMethod' ? member : member.value, module)];
  });
}

function toCreated({ name, value, isGetter }: CreatedMember, module: Module): ObjectEntry {
  if (!isGetter || !isFunctionNode(value)) return toMethod(name, value, module);
  return { kind: 'slot', name, slot: { kind: 'method', fn: value, module, env: null, role: 'get' } };
}

type Methods = ReadonlyMap<FunctionNode, readonly ObjectEntry[]>;

const methods = new WeakMap<Module, Methods>();

function collectMethods(module: Module): Methods {
  const found = new Map<FunctionNode, ObjectEntry[]>();
  const add = (fn: FunctionNode | null, entries: readonly ObjectEntry[]) => {
    if (fn !== null) for (const entry of entries) append(found, fn, entry);
  };
  for (const script of module.scripts) {
    for (const { object, target, name, value } of script.memberAssignments) {
      if (name === 'prototype') add(findPrototypeOwner(target, module), listMembers(unwrap(value), module));
      else add(findPrototypeOwner(object, module), [toMethod(name, value, module)]);
    }
    for (const call of script.calls) {
      const created = readCreatedClass(call);
      if (created !== null)
        add(
          findNamedFunction(created.maker, module),
          created.members.map((member) => toCreated(member, module)),
        );
    }
  }
  return found;
}

export function listMethods(fn: FunctionNode, module: Module): readonly ObjectEntry[] {
  const known = methods.get(module) ?? collectMethods(module);
  methods.set(module, known);
  return known.get(fn) ?? [];
}

/** Is the function one that others call with `new`? */
export function isConstructorFunction(fn: FunctionNode, module: Module): boolean {
  return listMethods(fn, module).length > 0 || hasComputedMethods(fn, module) || makesMethods(fn, module);
}

/** The name under which others call a function: its own, that of a variable, of an export, or of what it is put on. */
function nameMaker(fn: t.FunctionDeclaration | t.FunctionExpression): string | null {
  if (fn.id != null) return fn.id.name;
  const parent = getParent(fn);
  if (parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier') return parent.id.name;
  return parent?.type === 'AssignmentExpression' && isMemberNode(parent.left) ? nameMember(parent.left) : null;
}

/**
 * `function Client(options) { this.base = …; var self = this; this.list = function () { … }; }`, by its capital letter;
 * whoever requires what `module.exports` is gives it the name. What gives `this` functions alone may be put on another object.
 */
function makesMethods(fn: FunctionNode, module: Module): boolean {
  if (fn.type !== 'FunctionDeclaration' && fn.type !== 'FunctionExpression') return false;
  const name = nameMaker(fn) ?? '';
  if (!/^(?:[A-Z]|exports$)/.test(name)) return false;
  const own = listOwnAssignments(fn, module).map(({ value }) => unwrap(value));
  const given = own.map(isFunctionNode);
  // `this.calls = new Calls(this.browser)`: what holds others need have no method of its own.
  if (name !== 'exports' && own.some(({ type }) => type === 'NewExpression')) return true;
  return given.includes(true) && (name !== 'exports' || given.includes(false));
}

const ownAssignments = new WeakMap<Module, ReadonlyMap<SyntaxNode, readonly MemberAssignment[]>>();

function collectOwnAssignments(module: Module): ReadonlyMap<SyntaxNode, readonly MemberAssignment[]> {
  const found = new Map<SyntaxNode, MemberAssignment[]>();
  for (const assignment of module.scripts.flatMap((script) => script.memberAssignments)) {
    const self = findSelf(unwrap(assignment.object), module);
    const fn = self === null ? null : findMethodAround(self);
    if (fn !== null) append(found, fn, assignment);
  }
  return found;
}

/** `this`, or where the name was declared that stands for it; null for any other expression. */
export function findSelf(node: SyntaxNode, module: Module): SyntaxNode | null {
  if (node.type === 'ThisExpression') return node;
  const binding = findBindingOf(module, node);
  return binding !== undefined && standsForThis(binding) ? binding.declaration : null;
}

/** Is a node the object that the constructor around it makes? */
export function isSelf(node: SyntaxNode, module: Module): boolean {
  return findSelf(unwrap(node), module) !== null;
}

/** `this.name = value` in the function's own body. */
export function listOwnAssignments(fn: FunctionNode, module: Module): readonly MemberAssignment[] {
  const known = ownAssignments.get(module) ?? collectOwnAssignments(module);
  ownAssignments.set(module, known);
  return known.get(fn) ?? [];
}

/** A member that is given only sometimes. */
function toGuarded(entry: ObjectEntry): ObjectEntry {
  const given: ObjectValue = { type: 'object', node: null, entries: [entry], ...NO_PROVENANCE };
  return { kind: 'spread', slot: { kind: 'value', value: unite([given, { ...given, entries: [] }]) } };
}

/** What the function makes of `this`; without a frame, seen from whoever calls it. */
export function constructObject(
  evaluator: Evaluator,
  value: FunctionValue,
  frame: Omit<Frame, 'self'> | null,
  any: boolean,
): ObjectValue {
  const { fn, module } = value;
  const entries: ObjectEntry[] = [];
  const madeBy: { -readonly [K in keyof MadeBy]: MadeBy[K] } = {
    fn,
    module,
    call: frame?.call?.node ?? null,
    env: value.env,
    around: value.env,
  };
  const object: ObjectValue = { type: 'object', node: null, madeBy, entries, ...NO_PROVENANCE };
  const env: Env = frame === null ? value.env : extendEnv(value.env, { ...frame, self: object }, any);
  madeBy.env = env;
  entries.push(
    ...listInherited(evaluator, value, object, env),
    ...listMethods(fn, module),
    ...listComputedMethods(evaluator, fn, module),
  );
  for (const { name, value: node, target } of listOwnAssignments(fn, module)) {
    const entry: ObjectEntry = { kind: 'slot', name, slot: { kind: 'expression', node, module, env } };
    const isKnown = entries.some((other) => other.kind === 'slot' && other.name === name);
    entries.push(isKnown && !isSetInAnyCase(target) ? toGuarded(entry) : entry);
  }
  return object;
}
