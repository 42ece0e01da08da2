import { listOptions } from './unions.ts';
import type { Value } from './values.ts';

/** What a program makes once and hands down: a client and the like. A text may be another one for each who asks. */
const CARRIED: ReadonlySet<Value['type']> = new Set(['instance', 'object', 'client', 'function', 'external']);

/** An address, or what the environment says in its place, is made for all. */
function isAddress(value: Value): boolean {
  if (value.type !== 'text') return false;
  const [head] = value.atoms;
  return head?.kind === 'env' || (head?.kind === 'text' && /^https?:\/\//i.test(head.text));
}

export function isCarried(value: Value): boolean {
  return listOptions(value).every((option) => CARRIED.has(option.type) || isAddress(option));
}
