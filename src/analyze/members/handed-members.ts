import { unwrap } from '../../syntax/nodes.ts';
import type { Handover } from '../values/atoms.ts';
import { listOptions } from '../values/unions.ts';
import type { ObjectValue, Value } from '../values/values.ts';

/** `request({ path: PATHS.agents })`: with where the member of the object is written, if the call has it and it is a text. */
export function findHandover(object: ObjectValue, via: Handover, name: string, value: Value): Handover {
  if (object.node === null || unwrap(via.argument) !== object.node) return via;
  const [only, ...others] = object.entries.filter((entry) => entry.kind !== 'slot' || entry.name === name);
  if (only?.kind !== 'slot' || others.length > 0 || only.slot.kind !== 'expression') return via;
  return listOptions(value).every(({ type }) => type === 'text') ? { text: only.slot.node, ...via } : via;
}
