import type { Evaluator } from '../evaluator.ts';
import { readCode } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { NO_PROVENANCE, type Value } from '../values/values.ts';

/**
 * `Object.entries(import.meta.env).reduce((all, [key, value]) => { all[key.replace('VITE_APP_', '')] = value; return all; }, {})`:
 * the variables once more, by names without what all of them begin with.
 */

const STRIPPED = /\.(?:replace|slice|substring)\(\s*['"`]([A-Z][A-Z\d_]*_)['"`]/;

/** Null for every other list that is reduced. */
export function reduceEnvironment(evaluator: Evaluator, receiver: Value, call: BuiltinCall): Value | null {
  const made = receiver.type === 'external' && receiver.path.length === 0 ? receiver.made : null;
  if (made?.by.module !== 'global' || !/^Object\.(?:entries|keys)$/.test(made.by.path.join('.'))) return null;
  const step = evaluator.getArgument(call.args, 0);
  if (step?.type !== 'function' || evaluator.getArgument(made.args, 0)?.type !== 'env-object') return null;
  const prefix = STRIPPED.exec(readCode(step.module, step.fn))?.[1] ?? '';
  return { type: 'env-object', prefix, ...NO_PROVENANCE };
}
