import { contains, type FunctionNode, isFunctionNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { readSuperCall } from '../../syntax/super-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findOwnerNode } from '../members/owned-assignments.ts';
import { findBindingOf, findScript, type Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, Env, FunctionValue, ObjectEntry, ObjectValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { listMethods, listOwnAssignments } from './constructor-functions.ts';
import { type CopiedMethods, findCopiedFrom, listCopiedMethods } from './copied-methods.ts';
import { listMadeByHelper } from './made-classes.ts';
import { findNamedFunction, findPrototypeOwner, readOwner } from './prototype-owners.ts';

/** Inheritance of the time before classes: `inherits(Calls, Client)`, `Client.call(this, options)`, mixins. */

/** Constructors deeper than this are not followed. */
const MAX_ANCESTORS = 20;

interface Inheritance {
  readonly fn: FunctionNode;
  /** The constructor above. */
  readonly parents: readonly SyntaxNode[];
  /** What its prototype is assigned: `Object.assign(Calls.prototype, paging)`. */
  readonly mixins: readonly SyntaxNode[];
}

/** `util.inherits`, and the helpers of compilers. */
const INHERITING = /^(?:inherits|__extends|_inherits(?:Loose)?)$/;

const inheritances = new WeakMap<Module, readonly Inheritance[]>();

/** `Object.create(Client.prototype)`, `new Client()`: what a prototype is made from. */
function readMadeFrom(value: SyntaxNode): SyntaxNode | null {
  const made = unwrap(value);
  if (made.type === 'NewExpression') return made.callee;
  if (made.type !== 'CallExpression' || nameCallee(made.callee) !== 'create') return null;
  const [first] = made.arguments;
  return first === undefined ? null : readOwner(first);
}

function collectInheritances(module: Module): readonly Inheritance[] {
  const found: Inheritance[] = [];
  const add = (fn: FunctionNode | null, parents: readonly SyntaxNode[], mixins: readonly SyntaxNode[] = []) => {
    if (fn !== null && parents.length + mixins.length > 0) found.push({ fn, parents, mixins });
  };
  for (const script of module.scripts) {
    for (const call of script.calls) {
      if (call.type !== 'CallExpression') continue;
      const [first, ...others] = call.arguments;
      const name = nameCallee(call.callee);
      if (first === undefined) continue;
      if (INHERITING.test(name ?? ''))
        add(
          findNamedFunction(first, module),
          others.slice(0, 1).map((other) => findOwnerNode(other, module)),
        );
      const owner = findPrototypeOwner(first, module);
      if (name === 'setPrototypeOf')
        add(
          owner,
          others.slice(0, 1).flatMap((other) => readOwner(other) ?? []),
        );
      if (name === 'assign' || name === 'extend')
        add(
          owner,
          [],
          others.filter(({ type }) => type !== 'ObjectExpression'),
        );
    }
    for (const { left, right } of script.computedAssignments) {
      const from = findCopiedFrom(left, right, module);
      if (from !== null && isMemberNode(left)) add(findPrototypeOwner(left.object, module), [], [from]);
    }
    for (const { target, name, value } of script.memberAssignments) {
      const made = name === 'prototype' ? readMadeFrom(value) : null;
      if (made !== null) add(findPrototypeOwner(target, module), [made]);
    }
  }
  return found;
}

/** The constructors of a file that inherit from others. */
export function listHeirs(module: Module): readonly Pick<Inheritance, 'fn' | 'parents'>[] {
  return listInheritances(module).filter(({ parents }) => parents.length > 0);
}

function listInheritances(module: Module): readonly Inheritance[] {
  const known = inheritances.get(module) ?? collectInheritances(module);
  inheritances.set(module, known);
  return known;
}

/** A function of an object is a method of whatever has the object's members. */
function toMixedIn(entry: ObjectEntry): ObjectEntry {
  if (entry.kind !== 'slot' || entry.slot.kind !== 'expression') return entry;
  const { node, module, env } = entry.slot;
  const fn = unwrap(node);
  return isFunctionNode(fn) ? { ...entry, slot: { kind: 'method', fn, module, env, role: 'method' } } : entry;
}

/** `env`: the call of the helper that makes the constructor, if one does. */
function listMixedIn(evaluator: Evaluator, mixin: SyntaxNode, module: Module, env: Env): readonly ObjectEntry[] {
  const objects = listOptions(evaluator.evaluate(mixin, module, env)).flatMap((option): readonly ObjectValue[] => {
    if (option.type === 'module') return [gatherExported(evaluator, option, mixin, module)];
    return option.type === 'object' ? [{ ...option, entries: option.entries.map(toMixedIn) }] : [];
  });
  if (objects.length < 2) return objects.flatMap(({ entries }) => entries);
  return [{ kind: 'spread', slot: { kind: 'value', value: unite(objects) } }];
}

/** `exports.list = function () { return this.get('/calls'); }` */
function gatherExported(
  evaluator: Evaluator,
  mixed: Extract<Value, { type: 'module' }>,
  mixin: SyntaxNode,
  module: Module,
): ObjectValue {
  const entries = [...mixed.module.exports.keys()].map((name): ObjectEntry => {
    return { kind: 'slot', name, slot: { kind: 'value', value: evaluator.getProperty(mixed, name, mixin, module) } };
  });
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** `var _super = _createSuper(Calls)`: whatever is above that class. */
function isMadeForClass(name: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, name)?.source;
  const made = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  return made?.type === 'CallExpression' && /^_createSuper\d*$/.test(nameCallee(made.callee) ?? '');
}

/** What `Client.call(this, a, b)` in a constructor hands to the constructor above; null where it is not called. */
function findSuperArguments(
  evaluator: Evaluator,
  { fn, module, env: around }: FunctionValue,
  parent: FunctionValue,
  env: Env,
): readonly Argument[] | null {
  for (const call of findScript(module, fn).calls) {
    if (call.type !== 'CallExpression' || !contains(fn, call)) continue;
    const found = readSuperCall(call);
    if (found === null) continue;
    const isOwn = found.parent === null || isMadeForClass(found.parent, module);
    const owner = isOwn ? null : findOwnerNode(found.parent, module);
    const called = owner === null ? parent : evaluator.evaluate(owner, module, around);
    if (called.type !== 'function' || called.fn !== parent.fn) continue;
    const { list } = found;
    return list === null
      ? evaluator.index.listCallArguments(call, module, env).slice(1)
      : [{ kind: 'spread', node: list, module, env }];
  }
  return null;
}

function listOfParent(
  evaluator: Evaluator,
  child: FunctionValue,
  parent: FunctionValue,
  object: ObjectValue,
  env: Env,
  depth: number,
): readonly ObjectEntry[] {
  const args = findSuperArguments(evaluator, child, parent, env);
  const frame = { fn: parent.fn, args: args ?? [], self: object, call: null };
  const inner = extendEnv(parent.env, frame, env?.any === true);
  const fields = args === null ? [] : listOwnAssignments(parent.fn, parent.module);
  return [
    ...listInherited(evaluator, parent, object, inner, depth + 1),
    ...listMethods(parent.fn, parent.module),
    ...fields.map(({ name, value: node }): ObjectEntry => {
      return { kind: 'slot', name, slot: { kind: 'expression', node, module: parent.module, env: inner } };
    }),
  ];
}

/** Is the one function the other, or below it? */
export function inheritsFrom(
  evaluator: Evaluator,
  { fn, module, env = null }: Pick<FunctionValue, 'fn' | 'module'> & { readonly env?: Env },
  above: Pick<FunctionValue, 'fn'>,
  depth = 0,
): boolean {
  if (fn === above.fn || depth > MAX_ANCESTORS) return fn === above.fn;
  return listInheritances(module)
    .filter((entry) => entry.fn === fn)
    .flatMap((entry) => entry.parents.map((node) => evaluator.evaluate(node, module, env)))
    .some((parent) => parent.type === 'function' && inheritsFrom(evaluator, parent, above, depth + 1));
}

/** What stands for the objects whose members a loop gives the constructor's prototype. */
function listCopiedInto(evaluator: Evaluator, fn: FunctionNode): readonly CopiedMethods['mixin'][] {
  return listCopiedMethods(evaluator).flatMap(({ owner, mixin }) =>
    listMakers(evaluator, owner).some((maker) => maker.fn === fn) ? [mixin] : [],
  );
}

function listMakers(evaluator: Evaluator, { node, module }: CopiedMethods['owner']): readonly FunctionValue[] {
  return listOptions(evaluator.evaluate(node, module, null)).filter((option) => option.type === 'function');
}

/** What an object has beside its constructor's own members. `env`: the call of the constructor. */
export function listInherited(
  evaluator: Evaluator,
  child: FunctionValue,
  object: ObjectValue,
  env: Env,
  depth = 0,
): readonly ObjectEntry[] {
  if (depth > MAX_ANCESTORS) return [];
  const { fn, module, env: around } = child;
  const own = listInheritances(module).filter((entry) => entry.fn === fn);
  const parents = own.flatMap((entry) => entry.parents.map((node) => evaluator.evaluate(node, module, around)));
  return [
    ...parents.flatMap((parent) =>
      parent.type === 'function' ? listOfParent(evaluator, child, parent, object, env, depth) : [],
    ),
    ...own.flatMap((entry) => entry.mixins.flatMap((mixin) => listMixedIn(evaluator, mixin, module, around))),
    ...listCopiedInto(evaluator, fn).flatMap((mixin) => listMixedIn(evaluator, mixin.node, mixin.module, null)),
  ];
}

/** The constructors of whose objects the methods of an object literal, or what a file exports, are methods, too. */
export function listMixers(evaluator: Evaluator, mixed: SyntaxNode | Module): readonly FunctionValue[] {
  const copied = listCopiedMethods(evaluator)
    .filter(({ mixin }) => isMixed(evaluator.evaluate(mixin.node, mixin.module, null), mixed))
    .flatMap(({ owner }) => listMakers(evaluator, owner));
  const merged = evaluator.graph.loaded.flatMap((module) =>
    listInheritances(module).flatMap(({ fn, mixins }) =>
      mixins.flatMap((mixin) => {
        const own: FunctionValue = { type: 'function', fn, module, env: null, self: null, bound: [], ...NO_PROVENANCE };
        const given = evaluator.evaluate(mixin, module, null);
        // What callers hand to a helper that makes constructors is mixed into the one that it makes of it.
        const made = given.type === 'param' ? listMadeByHelper(evaluator, own) : [own];
        return made.filter(({ env }) => isMixed(evaluator.evaluate(mixin, module, env), mixed));
      }),
    ),
  );
  return [...merged, ...copied];
}

function isMixed(value: Value, mixed: SyntaxNode | Module): boolean {
  return value.type === 'module' ? value.module === mixed : value.type === 'object' && value.node === mixed;
}
