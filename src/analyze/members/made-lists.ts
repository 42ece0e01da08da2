import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { makeText, makeUnknown } from '../texts/texts.ts';
import type { Argument, FunctionValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { callEach } from './list-calls.ts';
import { listEntries } from './map-entries.ts';
import { listElements, makeArray } from './objects.ts';

/** `Array.from(paths, (path) => BASE + path)`, `Array.from({ length: paths.length }, (_, index) => paths[index])`. */

/** Longer ones are not made place by place. */
const MAX_MADE = 64;

function isFunction(value: Value | undefined): value is FunctionValue {
  return value?.type === 'function';
}

function listPairs(evaluator: Evaluator, source: Value, call: BuiltinCall): readonly Value[] | null {
  const listed = listElements(evaluator, source, call.env);
  if (listed !== null) return listed;
  const pairs = listEntries(evaluator, source, call.env);
  return pairs?.map(({ key, value }) => makeArray([key ?? makeText(''), value])) ?? null;
}

export function makeListFrom(evaluator: Evaluator, call: BuiltinCall): Value | null {
  const [source, mapper] = [evaluator.getArgument(call.args, 0), evaluator.getArgument(call.args, 1)];
  if (source === undefined || !isFunction(mapper)) return source ?? null;
  const give = (element: Value | undefined, index: Value) =>
    callEach(
      evaluator,
      mapper,
      [element ?? makeUnknown(call.node, call.module, 'nothing is there yet'), index].map(
        (value): Argument => ({ kind: 'value', value }),
      ),
      call,
    );
  const number = (value: number): Value => ({ type: 'primitive', value, ...NO_PROVENANCE });
  const anywhere = makeUnknown(call.node, call.module, 'which place it is, is not known');
  const elements = source.type === 'object' ? null : listPairs(evaluator, source, call);
  if (elements !== null) {
    const isShuffled = source.type === 'array' && source.isShuffled === true;
    return makeArray(elements.map((element, index) => give(element, isShuffled ? anywhere : number(index))));
  }
  if (source.type !== 'object') return null;
  const length = evaluator.getProperty(source, 'length', call.node, call.module);
  const count = length.type === 'primitive' && typeof length.value === 'number' ? length.value : null;
  if (count !== null && count <= MAX_MADE) {
    return makeArray(Array.from({ length: count }, (_, index) => give(undefined, number(index))));
  }
  const list = makeArray([give(undefined, anywhere)]);
  return { ...list, isShuffled: true };
}
