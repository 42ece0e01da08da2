import { append } from '../model/append.ts';
import { getWindow, matchesAt, type Places, type SearchPattern } from './search-patterns.ts';
import type { ByteSearch } from './word-search.ts';

const PAIRS = 0x10000;

/** The pairs that can stand at place `at` and the one before it. */
function listPairs(places: Places, at: number): readonly number[] {
  return (places[at - 1] ?? []).flatMap((left) => (places[at] ?? []).map((right) => (left << 8) | right));
}

/**
 * Wu and Manber's search, for bytes of any buffer and on any machine: a table of the pairs of bytes that words are made
 * of tells how far to leap. Half the time of a regular expression, which would also have to decode every file first.
 */
export function compileLeapSearch(patterns: readonly SearchPattern[]): ByteSearch {
  const window = getWindow(patterns);
  const leaps = new Uint8Array(PAIRS).fill(Math.min(window - 1, 255));
  const starts = new Uint8Array(256);
  const endings = new Map<number, SearchPattern[]>();
  for (const pattern of patterns) {
    for (const byte of pattern.places[0] ?? []) starts[byte] = 1;
    for (let at = 1; at < window; at++) {
      for (const pair of listPairs(pattern.places, at)) leaps[pair] = Math.min(leaps[pair] ?? 0, window - 1 - at);
    }
    for (const pair of listPairs(pattern.places, window - 1)) append(endings, pair, pattern);
  }

  return (bytes) => {
    let at = window - 1;
    while (at < bytes.length) {
      const pair = ((bytes[at - 1] ?? 0) << 8) | (bytes[at] ?? 0);
      const leap = leaps[pair] ?? 1;
      if (leap > 0) {
        at += leap;
        continue;
      }
      const start = at - window + 1;
      if (starts[bytes[start] ?? 0] === 1 && endings.get(pair)?.some((pattern) => matchesAt(bytes, start, pattern)))
        return true;
      at++;
    }
    return false;
  };
}
