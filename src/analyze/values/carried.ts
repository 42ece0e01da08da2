import { listOptions } from './unions.ts';
import type { Value } from './values.ts';

/** What a program makes once and hands down: a client and the like. A text may be another one for each who asks. */
const CARRIED: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'client', 'function', 'external']);

export function isCarried(value: Value): boolean {
  return listOptions(value).every(({ type }) => CARRIED.has(type));
}
