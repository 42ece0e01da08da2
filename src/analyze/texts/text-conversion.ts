import { evaluateReturn } from '../calls/calls.ts';
import { getInstanceMember } from '../classes/overridden-members.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { Env, Value } from '../values/values.ts';

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
