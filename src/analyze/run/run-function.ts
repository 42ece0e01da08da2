import type { Evaluator } from '../evaluator.ts';
import { evaluateFrameArgument } from '../expressions/frame-arguments.ts';
import { resolveParam } from '../expressions/params.ts';
import { listOptions, unite } from '../values/unions.ts';
import { identityKey } from '../values/value-identity.ts';
import { mergeChoices, withChoices } from '../values/value-marks.ts';
import {
  type Argument,
  type Choice,
  type EnvLink,
  type FunctionValue,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { Machine } from './machine.ts';
import { findRunnable, type Runnable } from './runnable.ts';
import type { Called, End } from './state.ts';

/**
 * What a call gives back of a function that works its result out in steps: `for (const part of parts) url += '/' + part`.
 * Its statements are run on what is known of the arguments, so that a path goes round a loop as often as there are parts.
 */

/** A call whose arguments can be more than this together is run once, with all that they can be. */
const MAX_RUNS = 16;

/** The calls that one call stands for: each argument is one text in each. */
function tellArgumentsApart(evaluator: Evaluator, fn: FunctionValue['fn'], link: Called): readonly Called[] {
  const { frame } = link;
  if (frame.args.some(({ kind }) => kind === 'spread')) return [link];
  const rest = fn.params.findIndex(({ type }) => type === 'RestElement');
  let ways: readonly { readonly args: readonly Argument[]; readonly choices: Value['choices'] }[] = [
    { args: [], choices: undefined },
  ];
  for (const [index, argument] of frame.args.entries()) {
    const isOne = rest === -1 || index < rest;
    const value = isOne ? evaluateFrameArgument(evaluator, frame, index, false) : evaluator.evaluateArgument(argument);
    const options = listOptions(value).filter(({ type }) => type === 'text');
    const isSplit = options.length > 1 && options.length === listOptions(value).length;
    ways = ways.flatMap((way) => {
      if (!isSplit) return [{ ...way, args: [...way.args, argument] }];
      return options.flatMap((option) => {
        const choices = mergeChoices(way.choices, option.choices);
        return choices === null ? [] : [{ args: [...way.args, { kind: 'value' as const, value: option }], choices }];
      });
    });
    if (ways.length > MAX_RUNS) return [link];
  }
  return ways.length < 2 ? [link] : ways.map(({ args }) => ({ ...link, frame: { ...frame, args }, memo: new Map() }));
}

function run(evaluator: Evaluator, { fn, module }: FunctionValue, runnable: Runnable, link: Called): Value | null {
  const locals = new Map(
    [...runnable.changing].flatMap((binding) => {
      if (binding.source.kind !== 'param' || binding.source.fn !== fn) return [];
      return [[binding, resolveParam(evaluator, binding.source, module, link, binding.declaration)] as const];
    }),
  );
  const ends = new Machine(evaluator, module, runnable, link).run(fn.body, locals);
  const given = ends?.filter(({ kind }) => kind !== 'throw') ?? [];
  return given.length === 0 ? null : unite(mergeEnds(given));
}

/** What comes of several ways belongs to the branches that they have in common. */
function mergeEnds(ends: readonly End[]): readonly Value[] {
  const merged = new Map<string, { readonly value: Value; readonly choices: readonly Choice[] }>();
  for (const { state, value = UNDEFINED } of ends) {
    for (const option of listOptions(value)) {
      const key = identityKey(option);
      const known = merged.get(key);
      const isCommon = ({ source, option: taken }: Choice) =>
        state.choices.some((choice) => choice.source === source && choice.option === taken);
      merged.set(key, { value: option, choices: known === undefined ? state.choices : known.choices.filter(isCommon) });
    }
  }
  return [...merged.values()].map(({ value, choices }) => withChoices(value, choices));
}

/** Null where the function is none of that kind, or does what cannot be run. */
export function runFunction(evaluator: Evaluator, value: FunctionValue, link: EnvLink): Value | null {
  const { frame } = link;
  const runnable = frame === null || frame.probe !== undefined ? null : findRunnable(value.fn, value.module);
  if (runnable === null || frame === null) return null;
  const results = tellArgumentsApart(evaluator, value.fn, { ...link, frame }).map((called) =>
    run(evaluator, value, runnable, called),
  );
  const known = results.filter((result) => result !== null);
  return known.length === results.length ? unite(known) : null;
}
