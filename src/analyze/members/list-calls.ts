import { type FunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { globalCall } from '../calls/global-calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { findBindingOf } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { convertToText } from '../texts/text-conversion.ts';
import { dropSeams, findKnownText, listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { markEntry } from '../texts/written-texts.ts';
import { isNullish, isUndefined } from '../values/missing.ts';
import { chooseEach, listOptions, unite } from '../values/unions.ts';
import { type Argument, type ArrayValue, type FunctionValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { leaveOutMissing, uniteFound } from './left-elements.ts';
import { hasMoved } from './list-order.ts';
import { isListComplete, listElements, makeArray } from './objects.ts';
import { addsMany, listPushesTo } from './pushed-elements.ts';

/** Methods of lists. */

/** Longer lists are not put together piece by piece. */
const MAX_REDUCED = 32;

function joinList(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const elements = listJoined(evaluator, receiver, call);
  if (elements === null) return null;
  const separator = evaluator.getArgument(call.args, 0) ?? makeText(',');
  const between = listTexts(separator, call.node, call.module);
  const kept = markElements(
    elements.map((element) => (isNullish(element) ? element : convertToText(evaluator, element, call.env))),
    findKnownText(separator),
    call,
  ).filter((element) => !isNullish(element));
  const pieces = kept.flatMap((element, index) => {
    const texts = listTexts(element, call.node, call.module);
    return index === 0 ? [texts] : [between, texts];
  });
  return concatTexts(pieces, call.node, call.module);
}

/** `[BASE, path].join('')`: a list that nothing else reads, so that one element more moves no other's place. */
function markElements(elements: readonly Value[], separator: string | null, call: BuiltinCall): readonly Value[] {
  const callee = call.node.type === 'CallExpression' ? unwrap(call.node.callee) : null;
  const list = callee !== null && isMemberNode(callee) ? unwrap(callee.object) : null;
  if (list?.type !== 'ArrayExpression' || list.elements.length !== elements.length) return elements;
  if (separator !== '' && separator !== '/') return elements;
  const kind = separator === '' ? 'piece' : 'segment';
  return elements.map((value, index) => {
    const node = list.elements[index];
    if (node == null || node.type === 'SpreadElement' || isNullish(value)) return value;
    return unite(markEntry(value, node, kind, call.module));
  });
}

/** `[BASE, ...segments]` of `(...segments) => …` */
function hasOpenSpread(evaluator: Evaluator, list: ArrayValue): boolean {
  return list.elements.some(
    (slot) => slot.kind === 'spread' && evaluator.evaluateSlot(slot.slot, null).type === 'param',
  );
}

/** The elements to join; what stands for a number of elements that is not known is unknown itself. */
function listJoined(evaluator: Evaluator, receiver: Value, { node, module }: BuiltinCall): readonly Value[] | null {
  const elements = listElements(evaluator, receiver);
  if (elements === null || receiver.type !== 'array') return elements;
  // Any number of the same.
  if (isOpen(receiver)) return null;
  if (hasMoved(evaluator, receiver)) return [makeUnknown(node, module, 'its pieces change places')];
  const { node: list } = receiver;
  if (list !== null && listPushesTo(evaluator, list).some((pushed) => addsMany(evaluator, pushed, list))) {
    const written = listElements(evaluator, { ...receiver, node: null }) ?? [];
    return [...written, makeUnknown(node, module, 'its pieces are put together in a loop')];
  }
  if (isListComplete(evaluator, receiver)) return elements;
  // Who calls says what is laid out there.
  if (hasOpenSpread(evaluator, receiver)) return elements;
  return [...elements, makeUnknown(node, module, 'its pieces are put together elsewhere')];
}

/** What the callback gives back for one element of many. */
export function callEach(
  evaluator: Evaluator,
  callback: FunctionValue,
  args: readonly Argument[],
  call: BuiltinCall,
): Value {
  const any = call.env?.any === true;
  const value = evaluateReturn(evaluator, callback, { args, call: null, from: call.env }, any);
  return dropSeams(value, callback.fn, callback.module);
}

/** Is the element unknown, a parameter or undefined, so that there may be none? */
function isNobody(option: Value): boolean {
  return option.type === 'unknown' || option.type === 'param' || isUndefined(option);
}

/** `(options, hook) => hook.init(options)`: does a step do nothing but call the element with what it has? */
function isHook({ params: [held, element], body }: FunctionNode): boolean {
  const [first, ...others] = body.type === 'BlockStatement' ? body.body : [];
  const given = body.type !== 'BlockStatement' ? body : first?.type === 'ReturnStatement' ? first.argument : null;
  const call = given == null || others.length > 0 ? null : unwrap(given);
  if (call?.type !== 'CallExpression' || held?.type !== 'Identifier' || element?.type !== 'Identifier') return false;
  const callee = unwrap(call.callee);
  const root = isMemberNode(callee) ? unwrap(callee.object) : callee;
  const isCalled = root.type === 'Identifier' && root.name === element.name;
  return isCalled && call.arguments.some((argument) => argument.type === 'Identifier' && argument.name === held.name);
}

/** `{ ...table, [name]: send }` with the table so far laid out: else each step would ask the one before for its members. */
function layOut(next: Value, held: Value, { fn, module }: FunctionValue): Value {
  if (next.type !== 'object' || held.type !== 'object') return next;
  const [first, ...others] = next.entries;
  if (first?.kind !== 'spread' || first.slot.kind !== 'expression') return next;
  const source = findBindingOf(module, unwrap(first.slot.node))?.source;
  const isHeld = source?.kind === 'param' && source.fn === fn && source.index === 0 && source.steps.length === 0;
  return isHeld ? { ...next, entries: [...held.entries, ...others] } : next;
}

/** `list.reduce((text, part, index) => …, '')`; `isBackwards`: `reduceRight` begins with the last. */
function reduceList(evaluator: Evaluator, receiver: Value, call: BuiltinCall, isBackwards: boolean): Value | null {
  const listed = isOpen(receiver) ? null : listElements(evaluator, receiver, call.env);
  const elements = isBackwards && listed !== null ? [...listed].reverse() : listed;
  const callback = evaluator.getArgument(call.args, 0);
  if (elements === null || elements.length > MAX_REDUCED || callback?.type !== 'function') return null;
  const initial = evaluator.getArgument(call.args, 1);
  const [first, ...others] = initial === undefined ? elements : [initial, ...elements];
  const shift = initial === undefined ? 1 : 0;
  return (
    others.reduce<Value | undefined>((result, element, index) => {
      if (result === undefined) return undefined;
      const at = isBackwards ? elements.length - 1 - index - shift : index + shift;
      const position: Value = { type: 'primitive', value: at, ...NO_PROVENANCE };
      const args = [result, element, position, receiver].map((value): Argument => ({ kind: 'value', value }));
      const next = layOut(callEach(evaluator, callback, args, call), result, callback);
      // A hook that nobody may have added.
      const isOpen = (next.type === 'unknown' || next.type === 'param') && listOptions(element).every(isNobody);
      return isOpen && isHook(callback.fn) ? unite([result, next]) : next;
    }, first) ?? null
  );
}

function mapList(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const elements = listElements(evaluator, receiver, call.env);
  const callback = evaluator.getArgument(call.args, 0);
  if (elements === null) return null;
  if (callback?.type === 'external' && callback.module === 'global' && callback.made === null) {
    const name = callback.path.join('.');
    const mapped = elements.map((value) => globalCall(evaluator, name, { ...call, args: [{ kind: 'value', value }] }));
    return mapped.every((value) => value !== null) ? makeArray(mapped) : null;
  }
  if (callback?.type !== 'function') return null;
  const mapped = makeArray(elements.map((value) => callEach(evaluator, callback, [{ kind: 'value', value }], call)));
  if (isOpen(receiver)) return open({ ...mapped, node: call.node });
  return receiver.type === 'array' && receiver.isShuffled ? shuffle(mapped) : mapped;
}

/** What may be a list of which no element is known. */
const OPEN: ReadonlySet<Value['type']> = new Set(['unknown', 'param', 'external']);

/** `ids.map((id) => `/calls/${id}`)` of a list that is not known: any number of what the callback gives for one of them. */
export function mapOpenList(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const callback = /^(?:map|flatMap)$/.test(name) ? evaluator.getArgument(call.args, 0) : undefined;
  if (callback?.type !== 'function' || !OPEN.has(receiver.type)) return null;
  const element: Value =
    receiver.type === 'param'
      ? { ...receiver, path: [...receiver.path, '[]'] }
      : makeUnknown(call.node, call.module, 'it is an element of a list that is not known');
  const mapped = callEach(evaluator, callback, [{ kind: 'value', value: element }], call);
  const lists = name === 'map' ? [[mapped]] : listOptions(mapped).map((option) => listElements(evaluator, option));
  if (lists.some((list) => list === null || !list.flatMap(listOptions).every(isPlain))) return null;
  return open({ ...makeArray(lists.flatMap((list) => list ?? [])), node: call.node });
}

function mapOption(evaluator: Evaluator, option: Value, name: string, call: BuiltinCall): Value | null {
  return option.type === 'array'
    ? listMethod(evaluator, option, name, call)
    : mapOpenList(evaluator, option, name, call);
}

/** `(answer.rows ?? []).map(…)`: what is known of a list that may be another one that is not. */
export function mapMixedList(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  if (receiver.type !== 'union' || !/^(?:map|flatMap)$/.test(name)) return null;
  const mapped = listOptions(receiver).map((option) => mapOption(evaluator, option, name, call));
  if (!mapped.some((list) => list !== null && isOpen(list)) || mapped.includes(null)) return null;
  const elements = mapped.flatMap((list) => (list === null ? [] : (listElements(evaluator, list) ?? [])));
  return open({ ...makeArray(elements), node: call.node });
}

/** What the elements of such a list are told apart for: paths, jobs that hold them, and modules of a folder that are jobs. */
function isPlain({ type }: Value): boolean {
  return type === 'text' || type === 'url' || type === 'object' || type === 'module' || type === 'function';
}

function open(list: ArrayValue): ArrayValue {
  return { ...list, isOpen: true, isShuffled: true };
}

function isOpen(list: Value): boolean {
  return list.type === 'array' && list.isOpen === true;
}

/** The lists among the elements of a list are laid out. */
function flattenList(evaluator: Evaluator, list: Value | null, call: BuiltinCall): Value | null {
  const elements = list === null ? null : listElements(evaluator, list, call.env);
  if (elements === null) return null;
  return makeArray(
    elements.flatMap((element) =>
      listOptions(element).flatMap((option) =>
        option.type === 'array' ? (listElements(evaluator, option) ?? []) : option,
      ),
    ),
  );
}

export function shuffle(list: Value): Value {
  return list.type === 'array' ? { ...list, isShuffled: true } : list;
}

/** The same elements at other places; where some are not known, at any. */
function reorder(evaluator: Evaluator, list: Value, order: (elements: readonly Value[]) => readonly Value[]): Value {
  const elements =
    list.type === 'array' && !list.isShuffled && !hasMoved(evaluator, list) ? listElements(evaluator, list) : null;
  return list.type !== 'array' || elements === null || !isListComplete(evaluator, list)
    ? shuffle(list)
    : makeArray(order(elements));
}

function sliceList(evaluator: Evaluator, receiver: Value, { args }: BuiltinCall): Value {
  const bounds = args.map((argument) => evaluator.evaluateArgument(argument));
  const known = bounds.flatMap((bound) =>
    bound.type === 'primitive' && typeof bound.value === 'number' ? bound.value : [],
  );
  return known.length === bounds.length
    ? reorder(evaluator, receiver, (elements) => elements.slice(...known))
    : shuffle(receiver);
}

function filterList(evaluator: Evaluator, list: Value, { args }: BuiltinCall): Value | null {
  if (list.type !== 'array' || list.isExact !== true || list.isShuffled || hasMoved(evaluator, list)) return null;
  const elements = isListComplete(evaluator, list) ? listElements(evaluator, list) : null;
  const left = elements === null ? null : leaveOutMissing(elements, evaluator.getArgument(args, 0));
  return left === null ? null : { ...makeArray(left.kept), ...(left.isExact ? { isExact: true as const } : {}) };
}

/** What a method of a list gives back; null where that is not known. */
export function listMethod(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  switch (name) {
    case 'join':
      return joinList(evaluator, receiver, call);
    case 'map':
      return mapList(evaluator, receiver, call);
    case 'flatMap':
      return flattenList(evaluator, mapList(evaluator, receiver, call), call);
    case 'reduce':
    case 'reduceRight':
      return reduceList(evaluator, receiver, call, name === 'reduceRight');
    case 'entries': {
      const elements = listElements(evaluator, receiver, call.env);
      return elements === null
        ? null
        : makeArray(elements.map((element, index) => makeArray([makeText(String(index)), element])));
    }
    // `while (paths.length > 0) send(paths.splice(0, 10))`
    case 'splice':
    case 'sort':
    case 'toSorted':
      return shuffle(receiver);
    case 'filter':
      return filterList(evaluator, receiver, call) ?? shuffle(receiver);
    case 'slice':
      return sliceList(evaluator, receiver, call);
    case 'reverse':
    case 'toReversed':
      return reorder(evaluator, receiver, (elements) => [...elements].reverse());
    case 'values':
      return receiver;
    case 'flat':
      return flattenList(evaluator, receiver, call);
    case 'concat': {
      const others = call.args.map((argument) => evaluator.evaluateArgument(argument));
      const lists = [receiver, ...others];
      const all = makeArray(lists.flatMap((value) => listElements(evaluator, value) ?? [value]));
      return lists.some(isOpen) ? open(all) : all;
    }
    case 'find':
    case 'at':
    case 'pop':
    case 'shift': {
      const elements = listElements(evaluator, receiver, call.env);
      if (elements === null || elements.length === 0) return null;
      // `const { host, path } = jobs.shift()`: the members of one job go together.
      if (elements.every(({ type }) => type === 'object'))
        return chooseEach(nameDecision(call.node, call.module), elements);
      return uniteFound(elements, evaluator.getArgument(call.args, 0));
    }
    default:
      return null;
  }
}
