import { OPEN } from './text-operations.ts';

/** What is made of a text as it is, and of the same with a version in front. */

export interface Pair {
  readonly before: unknown;
  readonly after: unknown;
}

export type Kind = 'text' | 'number' | 'list' | 'characters' | 'other';

export function isSame({ before, after }: Pair): boolean {
  return typeof before === typeof after && before !== OPEN && JSON.stringify(before) === JSON.stringify(after);
}

/** `agents` and `v1/agents`, `_agents` and `_v1_agents`: what it was is in it, and the version besides. */
export function isForm({ before, after }: Pair): boolean {
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    const pairs = before.map((piece: unknown, index) => ({ before: piece, after: after[index] as unknown }));
    return pairs.every((pair) => isSame(pair) || isForm(pair));
  }
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const added = after.length - before.length;
  // What is put in can begin as what follows does: `/v1` in front of `/calls`. Something of the path has to follow.
  for (let at = start; at >= 0 && added > 0; at -= 1) {
    const [put, rest] = [after.slice(at, at + added), after.slice(at + added)];
    if (rest === before.slice(at) && /v\d/i.test(put) && /[a-z]/i.test(rest)) return true;
  }
  return false;
}

/** `[...path]`: nobody puts a path together of those. */
function isOfCharacters(value: unknown): boolean {
  return Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'string' && one.length === 1);
}

export function findKind(pairs: readonly Pair[]): Kind {
  const values = pairs.flatMap(({ before, after }) => [before, after]);
  if (values.every((value) => typeof value === 'number')) return 'number';
  if (values.every(isOfCharacters)) return 'characters';
  if (values.some((value) => Array.isArray(value) || value instanceof Uint8Array)) return 'list';
  return values.some((value) => typeof value === 'string') ? 'text' : 'other';
}

/** Does a condition hold for the one, and not for the other? */
export function isTurned(pairs: readonly Pair[]): boolean {
  return pairs.some(({ before, after }) => before === OPEN || Boolean(before) !== Boolean(after));
}

export function isText(pairs: readonly Pair[]): boolean {
  return pairs.every(({ before }) => typeof before === 'string');
}
