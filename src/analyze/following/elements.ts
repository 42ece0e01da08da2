import type { YieldExpression } from '@babel/types';
import { findClassAround } from '../../syntax/enclosing.ts';
import {
  type ArgumentCall,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  type MemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findTableRun, nameColumn } from '../../syntax/test-tables.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findPackageIteration, PASSING } from '../calls/iterations.ts';
import { findLiteralOfThis } from '../classes/this-value.ts';
import type { Evaluator } from '../evaluator.ts';
import { isNavigator } from '../outsiders/routes.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import { ANY, CALL, KEY, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { callsElements } from './folded-steps.ts';
import { openLiterals } from './kept-literals.ts';
import { isMade, isMap, layOut, OF_PAIRS } from './laid-out-maps.ts';
import type { Naming } from './naming.ts';

const ITERATIONS = new Set(['map', 'forEach', 'flatMap', 'filter', 'find', 'some', 'every', 'reduce', 'subscribe']);
/** The list that the call gives back has what the function gives back for each element. */
const GIVING = /^(?:map|flatMap)$/;
/** The function is handed two of them. */
const SORTING = /^(?:sort|toSorted)$/;
const HANDLING = /^(?:then|catch|finally)$/;
const COLLECTING = new Set(['push', 'unshift', 'add']);
/** Lists of the same elements. */
const COPIES = new Set([
  'filter',
  'slice',
  'splice',
  'concat',
  'reverse',
  'sort',
  'toSorted',
  'toReversed',
  'values',
  'flat',
]);
const ELEMENTS = new Set(['find', 'at', 'pop', 'shift', 'get']);

/** `isDone ? (value) => … : undefined` */
function listAlternatives(node: SyntaxNode): readonly SyntaxNode[] {
  const value = unwrap(node);
  if (value.type !== 'ConditionalExpression') return [node];
  return [...listAlternatives(value.consequent), ...listAlternatives(value.alternate)];
}

/** A generator gives back a list of what it yields. */
export function toYielded({ delegate }: YieldExpression, place: Place): Place {
  return delegate ? place : { ...place, path: [ANY, ...place.path] };
}

/** Others have a `push` as well: a router, a queue of the project. Of what is not known a list is the likeliest. */
function canBeList(option: Value): boolean {
  if (option.type === 'external') return isMade(option, /^(?:Set|Array)$/);
  return option.type === 'array' || option.type === 'unknown' || option.type === 'param' || option.type === 'primitive';
}

/** In a copy an element can stand elsewhere. */
function toAnyPlace([index, ...rest]: readonly string[]): readonly string[] {
  return index !== undefined && /^\d+$/.test(index)
    ? [ANY, ...rest]
    : [...(index === undefined ? [] : [index]), ...rest];
}

/** Follows what lists do with their elements. */
export class Elements {
  readonly #evaluator: Evaluator;
  readonly #open: OpenPlaces;
  readonly #naming: Naming;

  constructor(evaluator: Evaluator, open: OpenPlaces, naming: Naming) {
    this.#evaluator = evaluator;
    this.#open = open;
    this.#naming = naming;
  }

  /** `queue.push({ url })`, `paths.add('/calls')`: the value is an element of the list now. */
  collect(call: SyntaxNode, place: Place): boolean {
    if (call.type !== 'CallExpression' || call.callee === place.node) return false;
    const callee = unwrap(call.callee);
    const name = nameMember(callee);
    if (!isMemberNode(callee) || name === null) return false;
    const receiver = unwrap(callee.object);
    const isValue = name === 'set' && call.arguments[1] === place.node;
    if (name === 'set' && !isValue) return this.#collectKey(receiver, call, place);
    if (!isValue && !COLLECTING.has(name)) return false;
    // `queue.add('dial', job)` names a job; a set is given one thing, and a navigator somewhere to go.
    if (name === 'add' && call.arguments.length > 1) return false;
    if (isNavigator(this.#evaluator, receiver, place.module)) return false;
    const collections = listOptions(this.#evaluator.evaluate(receiver, place.module, null));
    if (!collections.every(isValue ? isMap : canBeList)) return false;
    const element = { ...place, path: [ANY, ...place.path] };
    openLiterals(this.#evaluator, this.#open, receiver, element);
    if (!isMemberNode(receiver)) return this.#naming.putInto(receiver, element);
    // `this.$router.push(path)`, `vm.$router.push(path)`: of a member it must be known.
    const isKnown = collections.every(({ type }) => type === 'array' || type === 'external');
    if (unwrap(receiver.object).type === 'ThisExpression') return this.#collectOfThis(receiver, element);
    if (isKnown) this.#collectOfOwner(receiver, element);
    // `this.state.log.push(path)`
    if (isKnown && isMemberNode(unwrap(receiver.object)))
      this.#naming.setMember(unwrap(receiver.object), nameMember(receiver), element);
    return isKnown && this.#naming.putInto(receiver, element);
  }

  /** `counts.set(path, n)`: who goes through the map finds the key; what is done with it where it is set is asked as well. */
  #collectKey(receiver: SyntaxNode, call: ArgumentCall, place: Place): false {
    const isKey = call.arguments[0] === place.node && place.path.length === 0;
    if (!isKey || !listOptions(this.#evaluator.evaluate(receiver, place.module, null)).every(isMap)) return false;
    const element = { ...place, path: [KEY] };
    if (!isMemberNode(receiver)) this.#naming.putInto(receiver, element);
    else if (unwrap(receiver.object).type === 'ThisExpression') this.#collectOfThis(receiver, element);
    else this.#collectOfOwner(receiver, element);
    return false;
  }

  /** `counts.keys()`, `counts.forEach((n, path) => …)`: nothing else that a map does gives its keys. */
  #goThroughKeys(call: ArgumentCall, name: string, place: Place): true {
    if (name === 'keys') this.#open.add({ ...place, node: call, path: [ANY] });
    if (name === 'entries') this.#open.add({ ...place, node: call, path: OF_PAIRS });
    if (name === 'forEach') this.enterCallback(call, 1, { ...place, path: [] });
    return true;
  }

  /** `Registry.items.set(name, path)`: methods of the class find it in `this.items`. */
  #collectOfOwner(receiver: MemberNode, element: Place): void {
    const field = nameMember(receiver);
    for (const owner of listOptions(this.#evaluator.evaluate(receiver.object, element.module, null))) {
      const owning = owner.type === 'instance' ? owner.of : owner;
      if (field !== null && owning.type === 'class') this.#naming.addMemberReadings(owning.node, field, element);
    }
  }

  /** `this.jobs.push(path)`: of a class, or of an object with methods, whose member then holds it for whoever has the object. */
  #collectOfThis(receiver: MemberNode, element: Place): boolean {
    const owner = findClassAround(receiver);
    const field = nameMember(receiver);
    if (field === null) return false;
    const literal = findLiteralOfThis(unwrap(receiver.object));
    const member = literal?.properties.find((each) => each.type === 'ObjectProperty' && nameKey(each) === field);
    if (member?.type === 'ObjectProperty') {
      this.#open.add({ ...element, node: member.value });
      return true;
    }
    // `this.log.push(path)` in an action of a store, in a method on a prototype.
    if (owner === null) return this.#naming.setMember(unwrap(receiver.object), field, element);
    this.#naming.addMemberReadings(owner, field, element);
    return true;
  }

  /** `[BASE, 'calls'].filter(Boolean)`: the way to the element in the list that the call gives back; null where it gives none. */
  copy(place: Place, call: ArgumentCall, name: string): readonly string[] | null {
    if (!COPIES.has(name)) return null;
    this.#enterElement(call, name, place);
    return toAnyPlace(place.path);
  }

  #enterElement(call: ArgumentCall, name: string, place: Place): void {
    const element = { ...place, path: place.path.slice(1) };
    const index = name === 'reduce' ? 1 : 0;
    if (ITERATIONS.has(name)) this.enterCallback(call, index, element);
    if (SORTING.test(name))
      for (const param of [0, 1]) this.enterCallback(call, param, { ...element, isHandedOver: true });
  }

  /**
   * `hooks.reduce((request, hook) => hook(request), start)`: `start` is what the first step is handed, and the last gives back.
   * Of an address that is handled as a text the steps are how it is put together.
   */
  fold(call: SyntaxNode, place: Place): boolean {
    if (call.type !== 'CallExpression' || call.arguments[1] !== place.node) return false;
    const name = nameMember(unwrap(call.callee));
    if (name !== 'reduce' && name !== 'reduceRight') return false;
    if (place.path.length > 0 || callsElements(call.arguments[0])) this.enterCallback(call, 0, place);
    return place.path.length > 0;
  }

  /** `for (const path of PATHS)` */
  goThrough(pattern: SyntaxNode, place: Place): boolean {
    return this.#naming.bindElement(pattern, { ...place, path: layOut(this.#evaluator, place.node, place) });
  }

  /** `it.each(rows)(title, (path) => …)`: the test is handed the row, or its cells one by one. */
  tabulate(place: Place, parent: SyntaxNode): boolean {
    const isTemplate = parent.type === 'TemplateLiteral';
    const run = isTemplate ? findTableRun(parent) : isCallNode(parent) ? findTableRun(place.node) : null;
    if (run === null) return false;
    const { table, fn } = run;
    const cell = isTemplate ? [nameColumn(table, parent, place.node), ...place.path] : place.path.slice(1); // the first step leads to the row
    const [index, ...rest] = cell;
    const isSpread = table.isSpread && index !== undefined && /^\d+$/.test(index);
    const param = fn.params[isSpread ? Number(index) : 0];
    if (param !== undefined) this.#naming.bind(param, { ...place, node: param, path: isSpread ? rest : cell });
    return true;
  }

  /** `LIST.map((item) => …)`: what the callback gives back are the elements of the new list; of `.then` it is what that gives. */
  comeBack(call: SyntaxNode, place: Place): Place | null {
    if (call.type !== 'CallExpression' || place.path[0] !== CALL || call.arguments[0] !== place.node) return null;
    const name = nameMember(unwrap(call.callee));
    const path = place.path.slice(1);
    if (name === 'then') return { ...place, node: call, path };
    if (name !== 'map' && name !== 'flatMap') return null;
    // The lists that `flatMap` is given back are laid out.
    return { ...place, node: call, path: [ANY, ...(name === 'flatMap' ? path.slice(1) : path)] };
  }

  /** The parameter of the function that the call is given holds the value. */
  enterCallback(call: ArgumentCall, index: number, place: Place): void {
    const [callback] = call.arguments;
    for (const option of callback === undefined ? [] : listAlternatives(callback))
      this.#enter(call, option, index, place);
  }

  #enter(call: ArgumentCall, callback: SyntaxNode, index: number, place: Place): void {
    if (!isFunctionNode(callback)) {
      this.#enterNamed(call, callback, index, place);
      return;
    }
    this.#naming.bindParam(callback, index, place);
  }

  /** `LIST.map(load)`, `.then(handle)`: what a function with a name gives back goes where the call stands. */
  #enterNamed(call: ArgumentCall, callback: SyntaxNode, index: number, place: Place): void {
    const { isHandedOver, handed, module } = place;
    const name = nameCallee(call.callee) ?? '';
    const gives = HANDLING.test(name) ? 'value' : GIVING.test(name) ? 'element' : 'nothing';
    const env = SORTING.test(name) ? this.#evaluator.anyCaller : null; // `constructor(compare) { this.compare = compare; }` of a queue
    for (const option of listOptions(this.#evaluator.evaluate(callback, module, env))) {
      if (option.type !== 'function') continue;
      const before = { isHandedOver, handed };
      const inner = { fn: option.fn, inside: option.module, call, module, isCovered: true, before, gives } as const;
      const entered = { ...place, module: option.module, isHandedOver: true, handed: inner };
      this.#naming.bindParam(option.fn, option.bound.length + index, entered);
    }
  }

  /** `_.forEach(LIST, (item) => …)`, `pMap(LIST, load)`: the function is handed the elements of what stands beside it. */
  runOver(call: ArgumentCall, callee: Value, place: Place): void {
    if (place.path.length === 0) return;
    for (const [at, callback] of call.arguments.entries()) {
      if (callback === place.node) continue;
      const found = findPackageIteration(this.#evaluator, callee, call, at, place.module, null);
      if (found?.list.kind !== 'expression' || found.list.node !== place.node) continue;
      this.#enter(call, callback, found.name === 'reduce' ? 1 : 0, { ...place, path: place.path.slice(1) });
    }
  }

  /** `of(path).pipe(tap(check), mergeMap(load))`: each step is handed the element, up to the first that gives another one. */
  #pipe(call: ArgumentCall, place: Place): boolean {
    const element = { ...place, path: place.path.slice(1) };
    for (const step of call.arguments) {
      if (!isCallNode(step) || step.type === 'TaggedTemplateExpression' || !('callee' in step)) return true;
      const name = nameCallee(step.callee) ?? '';
      this.enterCallback(step, 0, element);
      if (!PASSING.test(name)) return true;
    }
    this.#open.add({ ...place, node: call });
    return true;
  }

  /** `LIST.map((item) => …)`: the element goes on as the callback's parameter, or comes back. */
  iterate(place: Place, parent: SyntaxNode): boolean {
    const { node, path } = place;
    const call = getParent(parent);
    if (!isMemberNode(parent) || parent.object !== node || call === undefined || !isCallNode(call)) return false;
    if (call.type === 'TaggedTemplateExpression' || call.callee !== parent || path.length === 0) return false;
    const name = nameMember(parent);
    if (name === null) return false;
    if (path[0] === KEY) return this.#goThroughKeys(call, name, place);
    if (name === 'pipe') return this.#pipe(call, place);
    // What waits for a promise is handed what that holds.
    if (name === 'then') {
      this.enterCallback(call, 0, place);
      return true;
    }
    if (COPIES.has(name)) this.#open.add({ ...place, node: call, path: toAnyPlace(path) });
    if (name === 'entries') this.#open.add({ ...place, node: call, path: [ANY, '1', ...path.slice(1)] });
    this.#enterElement(call, name, place);
    if (!ITERATIONS.has(name) && !ELEMENTS.has(name)) return COPIES.has(name) || name === 'entries';
    if (ELEMENTS.has(name)) this.#open.add({ ...place, node: call, path: path.slice(1) });
    return true;
  }
}
