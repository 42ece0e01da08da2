import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { makeUnknown } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';
import type { Applied } from './applied-calls.ts';
import type { evaluateReturn } from './calls.ts';

/**
 * Effects of effector: `const sendFx = createEffect(fn)` is called as its function is, and `attach({ effect: sendFx, source: $base,
 * mapParams: (id, base) => ({ base, path: '/agents' }) })` calls it with what `mapParams` makes.
 */

type Place = Pick<CallSite, 'node' | 'module'>;

function isMade(
  value: Value,
  name: RegExp,
): value is ExternalValue & { readonly made: NonNullable<ExternalValue['made']> } {
  if (value.type !== 'external' || value.path.length > 0 || value.made === null) return false;
  return /^effector(?:\/|$)/.test(value.made.by.module) && name.test(value.made.by.path.join('.'));
}

function readMember(evaluator: Evaluator, object: Value, name: string, { node, module }: Place): Value | null {
  const value = evaluator.getProperty(object, name, node, module);
  return isUndefined(value) ? null : value;
}

/** The function that an effect runs. */
function findHandler(evaluator: Evaluator, effect: Value, site: Place): Value | null {
  if (effect.type === 'function') return effect;
  if (!isMade(effect, /^create(?:Effect|Fx)$/)) return null;
  const [first] = effect.made.args.map((argument) => evaluator.evaluateArgument(argument));
  const given = first?.type === 'object' ? readMember(evaluator, first, 'handler', site) : first;
  return given?.type === 'function' || given?.type === 'client' ? given : null;
}

/** What a store begins with. */
function readStore(evaluator: Evaluator, store: Value | null, { node, module }: Place): Value {
  const first =
    store !== null && isMade(store, /^createStore$/) ? evaluator.getArgument(store.made.args, 0) : undefined;
  return first ?? makeUnknown(node, module, 'the store holds it');
}

function applyAttached(evaluator: Evaluator, options: Value, site: Place, run: typeof evaluateReturn): Applied | null {
  const effect = readMember(evaluator, options, 'effect', site);
  const callee = effect === null ? null : findHandler(evaluator, effect, site);
  if (callee === null) return null;
  const source = readMember(evaluator, options, 'source', site);
  const params: Value = makeUnknown(site.node, site.module, 'who calls the effect gives it');
  const toArgument = (value: Value): Argument => ({ kind: 'value', value });
  const stored = source === null ? [] : [toArgument(readStore(evaluator, source, site))];
  // `attach({ source, effect: (source, params) => … })`
  if (effect?.type === 'function') return { callee, args: [...stored, toArgument(params)] };
  const map = readMember(evaluator, options, 'mapParams', site);
  if (map?.type !== 'function') return source === null ? null : { callee, args: stored };
  const args = [toArgument(params), ...stored];
  const made = run(evaluator, map, { args, call: null, from: evaluator.anyCaller }, true);
  return { callee, args: [toArgument(made)] };
}

/** What a call of an effect runs, or one that attaches an effect; null for other calls. */
export function applyStoreEffect(
  evaluator: Evaluator,
  option: ExternalValue,
  site: Place,
  args: readonly Argument[],
  run: typeof evaluateReturn,
): Applied | null {
  if (!/^effector(?:\/|$)/.test(option.module)) return null;
  if (option.made === null) {
    const options = option.path.join('.') === 'attach' ? evaluator.getArgument(args, 0) : undefined;
    return options?.type === 'object' ? applyAttached(evaluator, options, site, run) : null;
  }
  const callee = findHandler(evaluator, option, site);
  return callee === null ? null : { callee, args };
}
