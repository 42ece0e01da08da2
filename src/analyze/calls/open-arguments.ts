import { makeUnknown } from '../texts/texts.ts';
import type { Argument, FunctionValue } from '../values/values.ts';

/**
 * What a library gives a function that it is handed, `query: (language) => …`: something for each parameter. Given nothing, the
 * function would take the way that is for nothing, and the other one would not be seen.
 */
export function makeOpenArguments({ fn, module }: FunctionValue): readonly Argument[] {
  return fn.params.map((param) => ({
    kind: 'value',
    value: makeUnknown(param, module, 'it is given when the code runs'),
  }));
}
