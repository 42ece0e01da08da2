import { append } from '../../model/append.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import type { ObjectEntry, ObjectValue, Value } from '../values/values.ts';
import { NO_PROVENANCE, UNDEFINED } from '../values/values.ts';
import { callEach } from './list-calls.ts';
import { listElements, makeArray } from './objects.ts';

/** Tables that are made of lists: `Object.fromEntries(pairs)`, `_.keyBy(rows, 'name')`, `Object.groupBy(rows, (row) => row.kind)`. */

interface Keyed {
  readonly key: Value;
  readonly value: Value;
}

/** Under a key that nobody knows it may be asked for by any name. */
function toEntry({ key, value }: Keyed): ObjectEntry {
  const name = findKnownText(key);
  const slot = { kind: 'value' as const, value };
  return name === null ? { kind: 'computed', key: { kind: 'value', value: key }, slot } : { kind: 'slot', name, slot };
}

/** Of entries with the same name the last one counts. */
function makeKeyed(entries: readonly Keyed[]): ObjectValue {
  return { type: 'object', node: null, entries: entries.map(toEntry), ...NO_PROVENANCE };
}

/** What `Object.fromEntries` makes of the pairs; null where they are not known. */
export function makeTable(evaluator: Evaluator, pairs: Value): Value | null {
  const listed = listElements(evaluator, pairs);
  if (listed === null) return null;
  const keyed = listed.flatMap((pair) => {
    const [key, value] = listElements(evaluator, pair) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  return { ...makeKeyed(keyed), pairs };
}

/** Each element with what a function, or the member of a name, says of it. */
function listKeyed(
  evaluator: Evaluator,
  list: Value,
  by: Value | undefined,
  call: BuiltinCall,
): readonly Keyed[] | null {
  const elements = listElements(evaluator, list, call.env);
  const member = findKnownText(by);
  if (elements === null || (member === null && by?.type !== 'function')) return null;
  return elements.map((value) => {
    if (member !== null) return { key: evaluator.getProperty(value, member, call.node, call.module), value };
    const key = by?.type === 'function' ? callEach(evaluator, by, [{ kind: 'value', value }], call) : UNDEFINED;
    return { key, value };
  });
}

/** `_.keyBy(rows, 'name')`: each element under its key. */
export function keyElements(evaluator: Evaluator, list: Value, by: Value | undefined, call: BuiltinCall): Value | null {
  const keyed = listKeyed(evaluator, list, by, call);
  return keyed === null ? null : makeKeyed(keyed);
}

/** `Object.groupBy(rows, (row) => row.kind)`: under each key the list of its elements. */
export function groupElements(
  evaluator: Evaluator,
  list: Value,
  by: Value | undefined,
  call: BuiltinCall,
): Value | null {
  const keyed = listKeyed(evaluator, list, by, call);
  if (keyed === null) return null;
  const groups = new Map<string | Value, Keyed[]>();
  for (const entry of keyed) {
    const name = findKnownText(entry.key) ?? entry.key;
    append(groups, name, entry);
  }
  return makeKeyed(
    [...groups.values()].flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ key: first.key, value: makeArray(group.map(({ value }) => value)) }];
    }),
  );
}
