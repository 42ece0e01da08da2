import { findClassAround } from '../../syntax/enclosing.ts';
import {
  type ArgumentCall,
  type CallNode,
  describeName,
  type FunctionNode,
  findMemberRoot,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findReturned } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateCallee } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';
import { listReadingsOfLiteral } from './kept-elsewhere.ts';
import { listReadingsOf, type MemberReadings } from './member-readings.ts';
import type { Naming } from './naming.ts';

/**
 * What a library keeps for a program: `this.$patch({ last: path })`, `commit('seen', path)`, `set({ last: path })`,
 * `this.setState({ last: path })`. Whoever has the state reads it there.
 */

/** The function whose first parameter a name is. */
function findFirstParam(node: SyntaxNode, module: Module): FunctionNode | null {
  const source = findBindingOf(module, unwrap(node))?.source;
  return source?.kind === 'param' && source.index === 0 && source.steps.length === 0 ? source.fn : null;
}

/** `store` of `store.$patch((state) => { state.last = path; })`, where `state` is asked for; null for any other name. */
export function findPatched(receiver: SyntaxNode, module: Module): SyntaxNode | null {
  const fn = findFirstParam(receiver, module);
  const call = fn === null ? undefined : getParent(fn);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== fn || nameCallee(call.callee) !== '$patch') return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) ? unwrap(callee.object) : null;
}

/** The table of the options that a function stands in: `mutations: { seen(state, path) { … } }`. */
function nameTable(fn: FunctionNode): string | null {
  const member = fn.type === 'ObjectMethod' ? fn : getParent(fn);
  const table = member === undefined ? undefined : getParent(member);
  const property = table?.type === 'ObjectExpression' ? getParent(table) : undefined;
  return property?.type === 'ObjectProperty' ? nameKey(property) : null;
}

const CHANGING = /^(?:mutations|reducers|extraReducers)$/;
/** What hands the state to a function, to be read. */
const SELECTING = /^(?:use[A-Z]\w*|\w*[sS]elect(?:or)?\w*|map(?:State|Getters)|subscribe|watch|computed)$/;

function isHandedState(fn: FunctionNode): boolean {
  const call = getParent(fn);
  if (call?.type === 'CallExpression' && call.callee !== fn) return SELECTING.test(nameCallee(call.callee) ?? '');
  const declared = call?.type === 'VariableDeclarator' ? call.id : fn.type === 'FunctionDeclaration' ? fn.id : null;
  if (declared?.type === 'Identifier') return SELECTING.test(declared.name);
  return /^(?:getters|selectors|computed)$/.test(nameTable(fn) ?? '');
}

/** `store.state.last`, `getState().voice.last`, `useSelector((state) => state.voice.last)`: of whichever part of it. */
function isOfState(object: SyntaxNode, module: Module): boolean {
  const root = findMemberRoot(object);
  const name = describeName(unwrap(object));
  if (/(?:^|\.)\$?state(?:\.|$)/.test(name)) return true;
  if (root.type === 'CallExpression' && /^(?:getState|use\w*Store|use\w*Selector)$/.test(nameCallee(root.callee) ?? ''))
    return true;
  const fn = findFirstParam(root, module);
  return fn !== null && isHandedState(fn);
}

/** `state.last = path` in what changes the state of a store; null for any other object. */
export function listStateReadings(
  evaluator: Evaluator,
  receiver: SyntaxNode,
  name: string,
  module: Module,
): MemberReadings | null {
  const fn = findFirstParam(findMemberRoot(receiver), module);
  if (fn === null || !CHANGING.test(nameTable(fn) ?? '')) return null;
  return listReadingsOf(evaluator, name, isOfState);
}

/** The functions of this name that change a state, in whatever store. */
function* listChanging(
  evaluator: Evaluator,
  name: string,
): Generator<{ readonly fn: FunctionNode; readonly module: Module }> {
  for (const module of evaluator.graph.loaded)
    for (const { identifiers } of module.scripts)
      for (const key of identifiers.get(name)) {
        const member = getParent(key);
        const fn =
          member?.type === 'ObjectMethod'
            ? member
            : member?.type === 'ObjectProperty' && member.key === key
              ? unwrap(member.value)
              : null;
        if (fn !== null && isFunctionNode(fn) && CHANGING.test(nameTable(fn) ?? '')) yield { fn, module };
      }
}

/** What such functions are handed beside the state. */
function bindChanging(evaluator: Evaluator, naming: Naming, name: string, place: Place): void {
  for (const { fn, module } of listChanging(evaluator, name)) {
    const param = fn.params[1];
    if (param !== undefined) naming.bind(param, { ...place, node: param, module, isHandedOver: true, handed: null });
  }
}

/** `commit('seen', path)`, `commit('voice/seen', path)` */
function commit(evaluator: Evaluator, naming: Naming, call: ArgumentCall, place: Place): void {
  const [type, given] = call.arguments;
  if (type === undefined || given !== place.node) return;
  const text = findKnownText(evaluator.evaluate(type, place.module, null));
  bindChanging(evaluator, naming, text?.split('/').at(-1) ?? '', place);
}

/** `slice.actions.seen(path)` of Redux Toolkit. */
function act(evaluator: Evaluator, naming: Naming, call: CallNode, place: Place): void {
  const callee = evaluateCallee(evaluator, call, place.module, null);
  const name = callee.type === 'external' && callee.module === '@reduxjs/toolkit' ? callee.path.at(-1) : undefined;
  if (callee.type === 'external' && callee.path.at(-2) === 'actions' && name !== undefined)
    bindChanging(evaluator, naming, name, { ...place, path: ['payload', ...place.path] });
}

/** The state that `set` of `create((set) => ({ … }))` changes: what the function around gives back. */
function findStateOfSetter(setter: SyntaxNode, module: Module): SyntaxNode | null {
  const fn = findFirstParam(setter, module);
  const state = fn === null ? null : findReturned(fn);
  return state?.type === 'ObjectExpression' ? state : null;
}

/** What a call puts into a state goes on where that is read. */
export function bindStates(evaluator: Evaluator, naming: Naming, call: CallNode, place: Place): void {
  if (!('arguments' in call) || call.callee === place.node) return;
  const called = nameCallee(call.callee);
  const callee = unwrap(call.callee);
  if (called === 'commit') commit(evaluator, naming, call, place);
  if (call.arguments[0] !== place.node) return;
  act(evaluator, naming, call, place);
  const [name, ...path] = place.path;
  if (name === undefined) return;
  const inner = { ...place, path };
  if (called === '$patch' && isMemberNode(callee)) naming.setMember(unwrap(callee.object), name, inner);
  const owner = called === 'setState' && isMemberNode(callee) ? unwrap(callee.object) : null;
  const component = owner?.type === 'ThisExpression' ? findClassAround(owner) : null;
  if (component !== null) naming.addMemberReadings(component, 'state', place);
  const state = callee.type === 'Identifier' ? findStateOfSetter(callee, place.module) : null;
  if (state === null) return;
  naming.addReadings(listReadingsOfLiteral(evaluator, state, name), inner);
  naming.addReadings(listReadingsOf(evaluator, name, isOfState), inner);
}
