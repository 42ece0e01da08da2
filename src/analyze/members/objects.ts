import type * as t from '@babel/types';
import { getKeyName, nameKey } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listExports } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import { makeNumber } from '../texts/arithmetic.ts';
import { makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices, withHandover, withProvenance } from '../values/value-marks.ts';
import {
  type ArrayValue,
  type Env,
  NO_PROVENANCE,
  type ObjectEntry,
  type ObjectValue,
  type Slot,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { isOrdered } from './list-order.ts';
import { listEntries } from './map-entries.ts';
import { listPlaced } from './placed-elements.ts';
import { isOpenPush, listAddedArguments, listPushesTo } from './pushed-elements.ts';

/** Object and array literals; members stay unevaluated until someone asks. */

function toEntry(member: t.ObjectExpression['properties'][number], module: Module, env: Env): ObjectEntry {
  if (member.type === 'SpreadElement')
    return { kind: 'spread', slot: { kind: 'expression', node: member.argument, module, env } };
  const name = nameKey(member);
  const slot: Slot =
    member.type === 'ObjectMethod'
      ? { kind: 'method', fn: member, module, env, role: member.kind === 'get' ? 'get' : 'method' }
      : { kind: 'expression', node: member.value, module, env };
  return name === null
    ? { kind: 'computed', key: { kind: 'expression', node: member.key, module, env }, slot }
    : { kind: 'slot', name, slot };
}

/** `{ __proto__: common }`: what the object has not itself, it has of the other. */
function isPrototype(member: t.ObjectExpression['properties'][number]): member is t.ObjectProperty {
  return member.type === 'ObjectProperty' && !member.computed && getKeyName(member.key, false) === '__proto__';
}

export function createObject(_evaluator: Evaluator, node: t.ObjectExpression, module: Module, env: Env): ObjectValue {
  const [proto, ...others] = node.properties.filter(isPrototype);
  const own = node.properties.filter((member) => !isPrototype(member)).map((member) => toEntry(member, module, env));
  const entries: readonly ObjectEntry[] =
    proto === undefined || others.length > 0
      ? own
      : [{ kind: 'spread', slot: { kind: 'expression', node: proto.value, module, env } }, ...own];
  return {
    type: 'object',
    node,
    entries,
    env,
    ...NO_PROVENANCE,
  };
}

export function createArray(node: t.ArrayExpression, module: Module, env: Env): ArrayValue {
  const elements = node.elements.flatMap((element): ArrayValue['elements'] => {
    if (element === null) return [{ kind: 'value', value: { type: 'primitive', value: undefined, ...NO_PROVENANCE } }];
    if (element.type === 'SpreadElement')
      return [{ kind: 'spread', slot: { kind: 'expression', node: element.argument, module, env } }];
    return [{ kind: 'expression', node: element, module, env }];
  });
  return { type: 'array', node, elements, ...NO_PROVENANCE };
}

export function makeArray(values: readonly Value[]): ArrayValue {
  return { type: 'array', node: null, elements: values.map((value) => ({ kind: 'value', value })), ...NO_PROVENANCE };
}

export function makeObject(properties: Readonly<Record<string, Value>>): ObjectValue {
  const entries = Object.entries(properties).map(([name, value]) => ({
    kind: 'slot' as const,
    name,
    slot: { kind: 'value' as const, value },
  }));
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

export function omitProperties(value: Value, names: readonly string[]): Value {
  if (value.type !== 'object') return value;
  return { ...value, entries: value.entries.filter((entry) => entry.kind !== 'slot' || !names.includes(entry.name)) };
}

function carry(from: Value, value: Value): Value {
  const marked = withChoices(withProvenance(value, from.refs, from.trail), from.choices);
  return from.via === undefined ? marked : withHandover(marked, from.via);
}

/** Are the elements of an array, in their order, those that `listElements` lists? */
export function isListComplete(evaluator: Evaluator, list: ArrayValue): boolean {
  const isLaidOut = list.elements.every((slot) => {
    const spread = slot.kind === 'spread' ? evaluator.evaluateSlot(slot.slot, null) : null;
    return spread === null || (spread.type === 'array' && spread.isOpen !== true);
  });
  return (
    list.isOpen !== true && isLaidOut && (list.node === null || !listPushesTo(evaluator, list.node).some(isOpenPush))
  );
}

/** Spreads are laid out this deep: a list that is made of what it was before, `[...held, item]`, has no end. */
const MAX_SPREADS = 32;

/** Lists that are made of each other, `merge(merge(a, b), merge(b, a))`, hold the same elements on any number of ways. */
const MAX_LAID_OUT = 6_000;

/** What is laid out around a value, outermost first. */
type Around = readonly (ArrayValue['elements'] | ObjectValue['entries'])[];

function isEndless(around: Around, own: Around[number]): boolean {
  return around.length >= MAX_SPREADS || around.includes(own);
}

/** Of a list that is not known an element is not known; of one that a caller hands over, the caller says. */
function listOfOpen(spread: Value, given: Slot): readonly Value[] {
  if (spread.type === 'param') return [{ ...spread, path: [...spread.path, '[]'] }];
  if (spread.type === 'unknown') return [spread];
  if ((spread.type !== 'external' && spread.type !== 'text') || given.kind !== 'expression') return [];
  return [makeUnknown(given.node, given.module, 'it is an element of a list that is not known')];
}

interface LaidOut {
  readonly around: Around;
  readonly laidOut: { count: number };
}

function listPushed(evaluator: Evaluator, list: SyntaxNode, env: Env, { around, laidOut }: LaidOut): readonly Value[] {
  return listPushesTo(evaluator, list).flatMap((pushed) =>
    listAddedArguments(evaluator, pushed, env).flatMap((argument): readonly Value[] => {
      const value = evaluator.evaluateArgument(argument);
      if (argument.kind !== 'spread') return [value];
      return listOptions(value).flatMap(
        (spread) =>
          listElements(evaluator, spread, env, around, laidOut) ??
          listOfOpen(spread, { ...argument, kind: 'expression' }),
      );
    }),
  );
}

function listAdded(
  evaluator: Evaluator,
  list: SyntaxNode,
  env: Env,
  laidOut: LaidOut = { around: [], laidOut: { count: 0 } },
): readonly Value[] {
  return [...listPlaced(evaluator, list, env), ...listPushed(evaluator, list, env, laidOut)];
}

/** The elements of an array, or the values of an object; null when they are not known. `env`: of who asks. */
export function listElements(
  evaluator: Evaluator,
  value: Value,
  env: Env = null,
  around: Around = [],
  laidOut = { count: 0 },
): readonly Value[] | null {
  if (value.type === 'array') {
    if (isEndless(around, value.elements) || laidOut.count > MAX_LAID_OUT || evaluator.isCutShort) return null;
    const inner = [...around, value.elements];
    const own = value.elements.flatMap((slot): readonly Value[] => {
      if (slot.kind !== 'spread') return [carry(value, evaluator.evaluateSlot(slot, null))];
      return listOptions(evaluator.evaluateSlot(slot.slot, null)).flatMap((spread) =>
        (listElements(evaluator, spread, env, inner, laidOut) ?? listOfOpen(spread, slot.slot)).map((element) =>
          carry(value, element),
        ),
      );
    });
    const added = value.node === null ? [] : listAdded(evaluator, value.node, env, { around: inner, laidOut });
    laidOut.count += own.length + added.length;
    evaluator.spend(own.length + added.length);
    return added.length === 0 ? own : [...own, ...added.map((one) => carry(value, one))];
  }
  if (value.type === 'object') return listProperties(evaluator, value).map(([, property]) => property);
  if (value.type === 'module') return listExports(evaluator, value.module).map(([, exported]) => exported);
  // A map is gone through pair by pair.
  const entries = listEntries(evaluator, value, env);
  return entries?.map((entry) => makeArray([entry.key ?? UNDEFINED, carry(value, entry.value)])) ?? null;
}

/** `list.length`; null where it is not known how many there are. */
export function countElements(evaluator: Evaluator, list: ArrayValue): Value | null {
  // A list that others add to has another length at each moment, and the keys of an object grow with it.
  const isFixed = list.node === null ? list.isExact === true : listAdded(evaluator, list.node, null).length === 0;
  if (list.isShuffled === true) return null;
  const elements = isFixed && isListComplete(evaluator, list) ? listElements(evaluator, list) : null;
  return elements === null ? null : makeNumber(elements.length);
}

/** Each element that can stand at a place of an array. */
export function getElement(evaluator: Evaluator, list: ArrayValue, index: number, env: Env = null): Value {
  const elements = listElements(evaluator, list, env) ?? [];
  const isSure = elements.length === 0 || isOrdered(evaluator, list, index);
  return (isSure ? elements[index] : unite(elements)) ?? UNDEFINED;
}

/** The properties of an object with their values; spreads of known objects are laid out. */
export function listProperties(
  evaluator: Evaluator,
  object: ObjectValue,
  around: Around = [],
): readonly (readonly [string, Value])[] {
  if (isEndless(around, object.entries)) return [];
  const inner = [...around, object.entries];
  return object.entries.flatMap((entry): readonly (readonly [string, Value])[] => {
    if (entry.kind === 'spread') {
      const spread = evaluator.evaluateSlot(entry.slot, null);
      if (spread.type === 'module') return listExports(evaluator, spread.module);
      return spread.type === 'object' ? listProperties(evaluator, spread, inner) : [];
    }
    const name = entry.kind === 'slot' ? entry.name : '[computed]';
    return [[name, carry(object, evaluator.evaluateSlot(entry.slot, object))]];
  });
}
