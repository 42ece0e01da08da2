import type { CallExpression } from '@babel/types';
import { isHelperOfField, readPrivate } from '../../syntax/compiled-fields.ts';
import { readDefinedExport } from '../../syntax/defining-helpers.ts';
import { findDefined, findMergeTarget } from '../../syntax/merged-members.ts';
import { type CallNode, contains, describeName, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findCopiedFrom } from '../classes/copied-methods.ts';
import { findPrototypeOwner } from '../classes/prototype-owners.ts';
import type { Evaluator } from '../evaluator.ts';
import { givesCopy } from '../members/mergers.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { CALL, type Place } from '../uses/places.ts';
import type { Naming } from './naming.ts';

/**
 * Calls that set members of what they are handed: `Object.assign(this, { path })`, `Object.defineProperty(api, 'path', { value })`, and
 * what compilers make of fields, `_defineProperty(this, 'path', …)`, `_Client_path.set(this, …)`.
 */

/** Where a private member is read that a map of the module holds. */
function* listPrivateReadings(module: Module, name: string): Generator<SyntaxNode> {
  for (const { calls } of module.scripts)
    for (const call of calls) if (call.type === 'CallExpression' && readPrivate(call)?.name === name) yield call;
}

/** What a descriptor holds: `{ value }`, `{ get() { return … } }`. */
function readDescriptor(path: readonly string[]): readonly string[] | null {
  const [first, second, ...rest] = path;
  if (first === 'value') return path.slice(1);
  return first === 'get' && second === CALL ? rest : null;
}

/**
 * `Object.assign(Made.prototype, members);` and no more: where the members are read on what is made, they are followed. What the
 * call gives back is the prototype, and here nobody takes it.
 */
export function endsOnPrototype(call: CallNode, module: Module): boolean {
  const target = findMergeTarget(call);
  return (
    target !== null && getParent(call)?.type === 'ExpressionStatement' && findPrototypeOwner(target, module) !== null
  );
}

/**
 * `for (const name in members) Made.prototype[name] = members[name];`: the prototype to which the loop gives each member of what it
 * goes through; null for another loop.
 */
export function findFilledPrototype(loop: SyntaxNode, from: SyntaxNode, module: Module): SyntaxNode | null {
  if (loop.type !== 'ForInStatement' || loop.right !== from) return null;
  const source = findBindingOf(module, from);
  for (const { computedAssignments } of module.scripts)
    for (const { left, right } of computedAssignments) {
      if (!contains(loop, left) || !isMemberNode(left) || findPrototypeOwner(left.object, module) === null) continue;
      const copied = findCopiedFrom(left, right, module);
      if (copied !== null && findBindingOf(module, copied) === source) return unwrap(left.object);
    }
  return null;
}

export class SetMembers {
  readonly #evaluator: Evaluator;
  readonly #naming: Naming;

  constructor(evaluator: Evaluator, naming: Naming) {
    this.#evaluator = evaluator;
    this.#naming = naming;
  }

  /** A loop over the members that gives them to a prototype: they are read on what is made with it. */
  fill(loop: SyntaxNode, place: Place): void {
    const [name, ...path] = place.path;
    const filled = name === undefined ? null : findFilledPrototype(loop, place.node, place.module);
    if (filled !== null && name !== undefined) this.#set(filled, name, { ...place, path });
  }

  /** How what the call gives back holds the value; null where the call sets no member to it. */
  keep(call: CallNode, place: Place): readonly string[] | null {
    if (call.type !== 'CallExpression' || call.callee === place.node) return null;
    if (isHelperOfField(call) && call.arguments[0] === place.node) return place.path;
    return (
      this.#keepExported(call, place) ??
      this.#keepDefined(call, place) ??
      this.#keepAllDefined(call, place) ??
      this.#keepMerged(call, place)
    );
  }

  /** `Object.defineProperties(api, { path: { value: '/calls' } })` */
  #keepAllDefined(call: SyntaxNode & { type: 'CallExpression' }, place: Place): readonly string[] | null {
    const [object, given] = call.arguments;
    const [name, ...described] = place.path;
    if (nameCallee(call.callee) !== 'defineProperties' || given !== place.node || object === undefined) return null;
    const path = name === undefined ? null : readDescriptor(described);
    if (name === undefined || path === null) return null;
    this.#set(unwrap(object), name, { ...place, path });
    return [name, ...path];
  }

  /** `constant('PATH', '/calls')` of a function that gives `exports` a member of that name. */
  #keepExported(call: CallNode, place: Place): readonly string[] | null {
    const defined = readDefinedExport(call, (name) => findBindingOf(place.module, name));
    if (defined === null || defined.value !== place.node) return null;
    this.#naming.exportMember(defined.name, place);
    return place.path;
  }

  #keepDefined(call: SyntaxNode & { type: 'CallExpression' }, place: Place): readonly string[] | null {
    const defined = findDefined(call);
    if (defined === null || unwrap(place.node) === unwrap(defined.object)) return null;
    const isWhole = defined.value === place.node;
    const path = isWhole ? place.path : readDescriptor(place.path);
    if (path === null) return null;
    const { object, name } = defined;
    if (name.startsWith('#'))
      for (const node of listPrivateReadings(place.module, name)) this.#naming.readAt(node, { ...place, path });
    else this.#set(unwrap(object), name, { ...place, path });
    return [name, ...path];
  }

  #keepMerged(call: CallExpression, place: Place): readonly string[] | null {
    const target = findMergeTarget(call);
    const [name, ...path] = place.path;
    if (target === null || name === undefined || unwrap(place.node) === target) return null;
    if (givesCopy(this.#evaluator, call, place.module)) return place.path;
    this.#set(target, name, { ...place, path });
    return place.path;
  }

  #set(object: SyntaxNode, name: string, place: Place): void {
    if (/^(?:module\.)?exports$/.test(describeName(object))) this.#naming.exportMember(name, place);
    else this.#naming.setMember(object, name, place);
  }
}
