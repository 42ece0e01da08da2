import { type FunctionNode, getKeyName, isFunctionNode, isMemberNode, unwrap } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { findBindingOf, getParent, type Module } from './modules.ts';
import {
  type Env,
  extendEnv,
  type Frame,
  type FunctionValue,
  NO_PROVENANCE,
  type ObjectEntry,
  type ObjectValue,
} from './values.ts';

/** Objects of the time before classes: `function Client(base) { this.base = base; }` and `Client.prototype.get = …`. */

/** `Client` of `Client.prototype`; null for any other expression. */
function findPrototypeOwner(node: SyntaxNode, module: Module): FunctionNode | null {
  const member = unwrap(node);
  if (!isMemberNode(member) || getKeyName(member.property, member.computed) !== 'prototype') return null;
  const owner = unwrap(member.object);
  const source = owner.type === 'Identifier' ? findBindingOf(module, owner)?.source : undefined;
  if (source?.kind === 'function') return source.fn;
  const value = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return value !== null && isFunctionNode(value) ? value : null;
}

/** The function of which `fn` is a method by its prototype; null for other functions. */
export function findConstructorOf(fn: SyntaxNode, module: Module): FunctionNode | null {
  const parent = getParent(module, fn);
  if (parent?.type === 'AssignmentExpression') {
    const target = unwrap(parent.left);
    return isMemberNode(target) ? findPrototypeOwner(target.object, module) : null;
  }
  const object = parent?.type === 'ObjectProperty' ? getParent(module, parent) : parent;
  const outer = object?.type === 'ObjectExpression' ? getParent(module, object) : undefined;
  if (outer?.type === 'AssignmentExpression') return findPrototypeOwner(outer.left, module);
  const [target] = outer?.type === 'CallExpression' ? outer.arguments : [];
  return target === undefined ? null : findPrototypeOwner(target, module);
}

function toMethod(name: string, value: SyntaxNode, module: Module): ObjectEntry {
  const inner = unwrap(value);
  return isFunctionNode(inner)
    ? { kind: 'slot', name, slot: { kind: 'method', fn: inner, module, env: null, role: 'method' } }
    : { kind: 'slot', name, slot: { kind: 'expression', node: value, module, env: null } };
}

function listMembers(object: SyntaxNode, module: Module): readonly ObjectEntry[] {
  if (object.type !== 'ObjectExpression') return [];
  return object.properties.flatMap((member): readonly ObjectEntry[] => {
    const name = member.type === 'SpreadElement' ? null : getKeyName(member.key, member.computed);
    if (name === null || member.type === 'SpreadElement') return [];
    return [toMethod(name, member.type === 'ObjectMethod' ? member : member.value, module)];
  });
}

function listMethods(fn: FunctionNode, module: Module): readonly ObjectEntry[] {
  return module.scripts.flatMap((script) => [
    ...script.memberAssignments.flatMap(({ target, name, value }): readonly ObjectEntry[] => {
      if (findPrototypeOwner(target.object, module) === fn) return [toMethod(name, value, module)];
      return findPrototypeOwner(target, module) === fn ? listMembers(unwrap(value), module) : [];
    }),
    ...script.calls.flatMap((call): readonly ObjectEntry[] => {
      if (call.type !== 'CallExpression') return [];
      const [target, ...sources] = call.arguments;
      if (target === undefined || findPrototypeOwner(target, module) !== fn) return [];
      return sources.flatMap((source) => listMembers(unwrap(source), module));
    }),
  ]);
}

/** Is the function one that others call with `new`? */
export function isConstructorFunction(fn: FunctionNode, module: Module): boolean {
  return listMethods(fn, module).length > 0;
}

function findThisFunction(module: Module, node: SyntaxNode): SyntaxNode | undefined {
  let at = getParent(module, node);
  while (at !== undefined && !(isFunctionNode(at) && at.type !== 'ArrowFunctionExpression')) at = getParent(module, at);
  return at;
}

/** What the function makes of `this`; without a frame, seen from whoever calls it. */
export function constructObject(value: FunctionValue, frame: Omit<Frame, 'self'> | null, any: boolean): ObjectValue {
  const { fn, module } = value;
  const entries: ObjectEntry[] = [];
  const object: ObjectValue = { type: 'object', node: null, entries, ...NO_PROVENANCE };
  const env: Env = frame === null ? value.env : extendEnv(value.env, { ...frame, self: object }, any);
  entries.push(...listMethods(fn, module));
  for (const script of module.scripts) {
    for (const { target, name, value: node } of script.memberAssignments) {
      if (unwrap(target.object).type !== 'ThisExpression' || findThisFunction(module, target) !== fn) continue;
      entries.push({ kind: 'slot', name, slot: { kind: 'expression', node, module, env } });
    }
  }
  return object;
}
