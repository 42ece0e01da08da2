import { evaluateReturn } from './calls.ts';
import type { Evaluator } from './evaluator.ts';
import { getInstanceMember } from './overridden-members.ts';
import { listOptions, unite } from './unions.ts';
import { withProvenance } from './value-marks.ts';
import type { Env, Value } from './values.ts';

/** What `String(value)` and `${value}` make of a value: an instance says it itself, with its `toString`. */
export function convertToText(evaluator: Evaluator, value: Value, env: Env): Value {
  if (!listOptions(value).some((option) => option.type === 'instance')) return value;
  return unite(
    listOptions(value).map((option) => {
      const method = option.type === 'instance' ? getInstanceMember(evaluator, option, 'toString') : null;
      if (method?.type !== 'function') return option;
      const text = evaluateReturn(evaluator, method, { args: [], call: null, from: env }, env?.any === true);
      return withProvenance(text, option.refs, option.trail);
    }),
  );
}
