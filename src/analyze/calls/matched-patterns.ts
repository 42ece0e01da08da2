import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';
import { evaluateReturn } from './calls.ts';

/** `match(stage).with('prod', () => API).otherwise(() => LAB)` of ts-pattern: what one of its handlers gives. */

const HANDLING = /^(?:with|when|otherwise)$/;
const ENDS = /^(?:otherwise|exhaustive|run)$/;

const STEPS = /^(?:with|when|returnType|narrow|otherwise|exhaustive|run)$/;

/** A method of such a chain by its name. */
export function isMatchStep(name: string): boolean {
  return STEPS.test(name);
}

/** Is it a method of such a chain? */
export function isOfMatch(callee: Value): boolean {
  return callee.type === 'external' && callee.module === 'ts-pattern' && callee.made !== null;
}

function runHandler(evaluator: Evaluator, args: readonly Argument[], { env }: BuiltinCall): readonly Value[] {
  const last = args.at(-1);
  const handler = last === undefined ? undefined : evaluator.evaluateArgument(last);
  if (handler?.type !== 'function') return [];
  return [evaluateReturn(evaluator, handler, { args: [], call: null, from: env }, env?.any === true)];
}

/** What the end of such a chain gives; null for every other call. */
export function callMatch(evaluator: Evaluator, callee: ExternalValue, call: BuiltinCall): Value | null {
  if (callee.module !== 'ts-pattern' || !ENDS.test(callee.path.join('.'))) return null;
  const found = callee.path.join('.') === 'otherwise' ? [...runHandler(evaluator, call.args, call)] : [];
  for (let { made } = callee; made !== null; made = made.by.made)
    if (HANDLING.test(made.by.path.join('.'))) found.unshift(...runHandler(evaluator, made.args, call));
  return found.length === 0 ? null : unite(found);
}
