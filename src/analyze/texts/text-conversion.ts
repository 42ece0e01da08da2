import { evaluateReturn } from '../calls/calls.ts';
import { findInstanceMember } from '../classes/overridden-members.ts';
import type { Evaluator } from '../evaluator.ts';
import { spellUrl } from '../urls/spelled-urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { Env, InstanceValue, Value } from '../values/values.ts';

/** The language asks for these one after the other. */
function findConversion(evaluator: Evaluator, instance: InstanceValue): Value | null {
  return (
    findInstanceMember(evaluator, instance, 'Symbol.toPrimitive') ?? findInstanceMember(evaluator, instance, 'toString')
  );
}

/** What `String(value)` and `${value}` make of a value: an instance says it itself, with its `toString`, and a URL begins its path. */
export function convertToText(evaluator: Evaluator, value: Value, env: Env): Value {
  if (!listOptions(value).some((option) => option.type === 'instance' || option.type === 'url')) return value;
  return unite(
    listOptions(value).map((option) => {
      if (option.type === 'url') return spellUrl(option);
      const method = option.type === 'instance' ? findConversion(evaluator, option) : null;
      if (method?.type !== 'function') return option;
      const text = evaluateReturn(evaluator, method, { args: [], call: null, from: env }, env?.any === true);
      return withProvenance(text, option.refs, option.trail);
    }),
  );
}
