import type { Span } from '../model/location.ts';
import { isWords, MASK } from './mask.ts';

/**
 * Hides the literals that the analysis has seen become part of a key. What a key looks like is for `mask.ts`; these can
 * look like anything, and stand under any name.
 */

const MIN_PART = 6;
/** What follows in a pair goes with what is hidden of it. */
const REST_OF_PAIR = '(?::[\\w.~+/=-]+)?';
const MIN_QUOTED = 4;

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Words and numbers are found all over a program: they are hidden only where they fill a literal, or end it. */
function isCommon(text: string): boolean {
  const inner = text.replace(/^[-_/. ]+|[-_/. ]+$/g, '');
  return isWords(inner) || /^\d+$/.test(inner);
}

function createPattern(keys: readonly string[]): RegExp {
  const longestFirst = [...keys].sort((a, b) => b.length - a.length);
  const parts = longestFirst.map((key) =>
    isCommon(key) ? `(?<=['"\`:}]|Bearer )${escapePattern(key)}(?=['"\`$])` : escapePattern(key) + REST_OF_PAIR,
  );
  return new RegExp(parts.join('|'), 'g');
}

/** Source is quoted up to some length: the beginning of a key before `…` is hidden as well. */
function hideCut(text: string, keys: readonly string[]): string {
  return text.replace(/\S+(?=…)/g, (word) => {
    for (const key of keys)
      for (let length = Math.min(key.length, word.length); length >= MIN_QUOTED; length--)
        if (word.endsWith(key.slice(0, length))) return word.slice(0, -length) + MASK;
    return word;
  });
}

/** What stands at these places, line by line: escapes and all, as reports quote it. */
export function readKeys(spans: readonly Span[], readSource: (file: string) => string | null): readonly string[] {
  const lines = spans.flatMap(
    ({ file, start, end }) =>
      readSource(file)
        ?.slice(start, end)
        .split(/\\?\r?\n\s*/) ?? [],
  );
  return [...new Set(lines)].filter((key) => key.length >= MIN_PART && !key.includes(MASK));
}

/** A function that hides these texts in source, wherever they stand. */
export function createKeyHider(keys: readonly string[]): (source: string) => string {
  if (keys.length === 0) return (source) => source;
  const pattern = createPattern(keys);
  return (source) => {
    const hidden = source.replace(pattern, MASK);
    return hidden.includes('…') ? hideCut(hidden, keys) : hidden;
  };
}
