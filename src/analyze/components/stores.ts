import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { makeThis } from './component-options.ts';
import { findModuleOf } from './option-objects.ts';

/** Stores of Pinia: `const useCalls = defineStore('calls', { … })` gives a function, and that function the store. */

export function callStore(evaluator: Evaluator, { made, path }: ExternalValue, call: BuiltinCall): Value | null {
  if (made === null || path.length > 0) return null;
  if (made.by.module !== 'pinia' || made.by.path.at(-1) !== 'defineStore') return null;
  const [first, second] = [0, 1].map((index) => evaluator.getArgument(made.args, index));
  const options = second ?? first;
  if (options?.type === 'function')
    return evaluateReturn(evaluator, options, { args: [], call: null, from: call.env }, false);
  const module = options === undefined ? null : findModuleOf(options);
  if (options?.type !== 'object' || options.node?.type !== 'ObjectExpression' || module === null) return null;
  return makeThis(evaluator, { options: options.node, kind: 'pinia', section: '' }, module, null);
}
