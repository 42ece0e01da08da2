import { nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { gatherFromCalls } from '../growing.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { isCarried } from '../values/carried.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { evaluateReturn } from './calls.ts';

/**
 * What `inject(key)` of Vue gives: the values that `app.provide(key, …)` and `provide(key, …)` of the project hand down. Svelte's
 * are called `getContext` and `setContext`.
 */

interface Provided {
  readonly key: string;
  readonly value: SyntaxNode;
  readonly module: Module;
}

/** Which key it is: a text, or the `Symbol(…)` that was made somewhere. */
function identifyKey(evaluator: Evaluator, key: Value): string | null {
  const text = findKnownText(key);
  if (text !== null) return `'${text}`;
  const isSymbol = key.type === 'external' && key.path.length === 0 && key.made?.by.path.join('.') === 'Symbol';
  return isSymbol ? `${evaluator.identify(key.made.call)}` : null;
}

const listProvided = gatherFromCalls(
  (): Provided[] => [],
  (provided, { node, module }, evaluator) => {
    if (node.type !== 'CallExpression' || node.arguments.length !== 2) return;
    const callee = unwrap(node.callee);
    const name = nameCallee(callee);
    const [first, value] = node.arguments;
    if ((name !== 'provide' && name !== 'setContext') || first === undefined || value === undefined) return;
    const key = identifyKey(evaluator, evaluator.evaluate(first, module, null));
    if (key !== null) provided.push({ key, value, module });
  },
);

/** What is provided under a key; null for a key that is not known. */
function listValues(evaluator: Evaluator, key: Value, asking: Module): readonly Value[] | null {
  const wanted = identifyKey(evaluator, key);
  if (wanted === null) return null;
  return keepMeeting(evaluator, listProvided(evaluator), asking)
    .filter((provided) => provided.key === wanted)
    .map(({ value, module }) => evaluateAssigned(evaluator, value, module, evaluator.anyCaller));
}

/** The same for a component that lists in its options what it wants: `inject: ['api']`. */
export function evaluateInjected(evaluator: Evaluator, key: Value, asking: Module): Value | null {
  const values = listValues(evaluator, key, asking) ?? [];
  return values.length > 0 && values.every(isCarried) ? unite(values) : null;
}

export function callInject(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  const name = callee.path.join('.');
  const isVue = /^(?:vue|@vue\/composition-api)$/.test(callee.module) && name === 'inject';
  const isInject = isVue || (callee.module === 'svelte' && name === 'getContext');
  const key = isInject ? evaluator.getArgument(call.args, 0) : undefined;
  const values = key === undefined ? null : listValues(evaluator, key, call.module);
  if (values === null) return null;
  const preset = isVue ? findPreset(evaluator, call) : null;
  const all = preset === null ? values : [...values, preset];
  return all.length > 0 && all.every(isCarried) ? unite(all) : null;
}

/** `inject(key, client)`, `inject(key, () => makeClient(), true)`: what there is where nobody provides any. */
function findPreset(evaluator: Evaluator, { args, env }: BuiltinCall): Value | null {
  const given = evaluator.getArgument(args, 1);
  const isMaker = evaluator.getArgument(args, 2);
  if (given === undefined || isUndefined(given)) return null;
  if (isMaker?.type !== 'primitive' || isMaker.value !== true) return given;
  return given.type === 'function'
    ? evaluateReturn(evaluator, given, { args: [], call: null, from: env }, false)
    : null;
}
