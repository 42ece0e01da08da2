import type * as t from '@babel/types';
import { type FunctionNode, isFunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findReturned } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeArray } from '../members/objects.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { unite } from '../values/unions.ts';
import type { Env, ExternalValue, FunctionValue, ObjectEntry, Value } from '../values/values.ts';

/**
 * Stores of Zustand: `const useCalls = create((set, get) => ({ … }))`, also `create<State>()(…)` and behind its middleware. What
 * the function gives back is the state, of `get()`, `useCalls()`, `useCalls((state) => …)` and `useCalls.getState()` alike.
 */

const NAMED = /zustand/;
const PACKAGE = /^zustand(?:\/|$)/;
const MAKERS = /^(?:create|createStore|createWithEqualityFn|default)$/;
const STATE = /^get(?:Initial)?State$/;

function isFrom(value: Value | undefined): value is ExternalValue {
  return value?.type === 'external' && PACKAGE.test(value.module);
}

/** The function that makes the state; of `devtools(persist((set, get) => …, options))` the innermost. */
function findInitializer(evaluator: Evaluator, given: Value | undefined): FunctionValue | null {
  if (given?.type === 'function') return given;
  if (!isFrom(given) || given.made === null || given.path.length > 0) return null;
  return findInitializer(evaluator, evaluator.getArgument(given.made.args, 0));
}

/** Of a store, or of what `get` is. */
function findStore(evaluator: Evaluator, { made }: ExternalValue): FunctionValue | null {
  if (made === null) return null;
  const { by, args } = made;
  // `create<State>()(…)`
  const maker = by.made !== null && by.path.length === 0 ? by.made.by : by;
  if (!isFrom(maker) || maker.made !== null || !MAKERS.test(maker.path.at(-1) ?? '')) return null;
  return findInitializer(evaluator, evaluator.getArgument(args, 0));
}

/** The objects of `set({ path })` and `set(() => ({ path }))` in the function that makes the state. */
function listSet({ fn, module }: FunctionValue): readonly t.ObjectExpression[] {
  const [set] = fn.params;
  if (set?.type !== 'Identifier') return [];
  return listReadings(set, module).flatMap((name) => {
    const call = getParent(name);
    const [given] = call?.type === 'CallExpression' && call.callee === name ? call.arguments : [];
    const state = given === undefined ? null : unwrap(given);
    const literal = state !== null && isFunctionNode(state) ? findReturned(state) : state;
    return literal?.type === 'ObjectExpression' ? [literal] : [];
  });
}

/** The state as it is at first, with what else its members are set to. */
function readState(evaluator: Evaluator, initializer: FunctionValue, from: Env): Value {
  const first = evaluateReturn(evaluator, initializer, { args: [], call: null, from }, from?.any === true);
  if (first.type !== 'object') return first;
  const { module } = initializer;
  const entries = listSet(initializer).flatMap(({ properties }) =>
    properties.flatMap((member): readonly ObjectEntry[] => {
      const name = member.type === 'ObjectProperty' ? nameKey(member) : null;
      if (member.type !== 'ObjectProperty' || name === null || !isText(unwrap(member.value))) return [];
      const given = evaluator.evaluate(member.value, module, evaluator.anyCaller);
      const value = unite([evaluator.getProperty(first, name, member, module), given]);
      return [{ kind: 'slot', name, slot: { kind: 'value', value } }];
    }),
  );
  return entries.length === 0 ? first : { ...first, entries: [...first.entries, ...entries] };
}

/** Lists and answers that are kept are no part of an address. */
function isText(node: SyntaxNode): boolean {
  return /^(?:Identifier|StringLiteral|TemplateLiteral|ConditionalExpression)$/.test(node.type);
}

export function callZustand(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const [member = '', ...others] = callee.path;
  if (others.length > 0 || (member !== '' && !STATE.test(member))) return null;
  const initializer = findStore(evaluator, callee);
  if (initializer === null) return null;
  const state = readState(evaluator, initializer, call.env);
  const selector = member === '' ? evaluator.getArgument(call.args, 0) : undefined;
  // `useStore(useShallow((state) => …))`
  const select = findInitializer(evaluator, selector);
  if (select === null) return selector === undefined ? state : null;
  const args = [{ kind: 'value' as const, value: state }];
  return evaluateReturn(evaluator, select, { args, call: null, from: call.env }, call.env?.any === true);
}

/** The store that a function makes the state of, behind whatever middleware. */
function findStoreOf(evaluator: Evaluator, fn: FunctionNode, module: Module): ExternalValue | null {
  let inner: SyntaxNode = fn;
  for (let at = getParent(fn); at?.type === 'CallExpression' && at.arguments[0] === inner; at = getParent(at)) {
    const made = evaluator.evaluate(at, module, null);
    if (isFrom(made) && findStore(evaluator, made)?.fn === fn) return made;
    inner = at;
  }
  return null;
}

/** `get` of `create((set, get, store) => …)` gives the state as `getState` of the store does; null for any other parameter. */
export function evaluateStoreParam(
  evaluator: Evaluator,
  { fn, index, rest }: { readonly fn: FunctionNode; readonly index: number; readonly rest: boolean },
  module: Module,
): Value | null {
  if (!mentions(module, NAMED) || (rest ? index > 0 : index !== 1 && index !== 2)) return null;
  const store = findStoreOf(evaluator, fn, module);
  if (store === null) return null;
  const get: Value = { ...store, path: ['getState'] };
  // `create((...of) => ({ ...createCalls(...of), ...createAgents(...of) }))`
  if (rest) return makeArray([{ ...store, path: ['setState'] }, get, store]);
  return index === 1 ? get : store;
}

/** Is it what makes a store, or the middleware around what makes its state? */
export function isOfZustand({ module }: ExternalValue): boolean {
  return PACKAGE.test(module);
}
