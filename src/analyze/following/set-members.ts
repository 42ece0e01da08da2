import { isHelperOfField, readPrivate } from '../../syntax/compiled-fields.ts';
import { findDefined, findMergeTarget } from '../../syntax/merged-members.ts';
import { type CallNode, describeName, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findPrototypeOwner } from '../classes/constructor-functions.ts';
import type { Module } from '../modules/module.ts';
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

export class SetMembers {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /** How what the call gives back holds the value; null where the call sets no member to it. */
  keep(call: CallNode, place: Place): readonly string[] | null {
    if (call.type !== 'CallExpression' || call.callee === place.node) return null;
    if (isHelperOfField(call) && call.arguments[0] === place.node) return place.path;
    return this.#keepDefined(call, place) ?? this.#keepAllDefined(call, place) ?? this.#keepMerged(call, place);
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

  #keepMerged(call: CallNode, place: Place): readonly string[] | null {
    const target = findMergeTarget(call);
    const [name, ...path] = place.path;
    if (target === null || name === undefined || unwrap(place.node) === target) return null;
    this.#set(target, name, { ...place, path });
    return place.path;
  }

  #set(object: SyntaxNode, name: string, place: Place): void {
    if (/^(?:module\.)?exports$/.test(describeName(object))) this.#naming.exportMember(name, place);
    else this.#naming.setMember(object, name, place);
  }
}
