import { Buffer } from 'node:buffer';

/**
 * Answers "does this file matter?" on raw bytes, for all words at once. It is Wu and Manber's search (a table of the
 * pairs of bytes that words are made of tells how far to leap): half the time of a regular expression, which would
 * also have to decode every file first. Nine files in ten end here, so this is where a run spends its time.
 */
export type ByteSearch = (bytes: Uint8Array) => boolean;

/** What may stand at each place of a pattern, as byte values. */
type Pattern = readonly (readonly number[])[];

interface SearchPattern {
  readonly places: Pattern;
  /** A word ends where no letter, digit, `_` or `-` follows: `agents` does not match in `agents2`. */
  readonly isWord: boolean;
}

/** Before a path segment: a slash, the start of a literal, the end of a `${…}`, or the last byte of an escaped slash. */
const WORD_STARTS = [...Buffer.from('/\'"`}Ff')];
const ESCAPED_SLASH = /\\(?:x2|u002)$/;
const LONGEST_ESCAPE = '\\u002'.length;
const PAIRS = 0x10000;

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[\w-]/.test(String.fromCharCode(byte)));
}

const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => (isWordByte(byte) ? 1 : 0));

function toWordPattern(word: string): SearchPattern {
  return { places: [WORD_STARTS, ...[...Buffer.from(word)].map((byte) => [byte])], isWord: true };
}

/** Hosts are written in any case. */
function toTextPattern(text: string): SearchPattern {
  const lower = Buffer.from(text.toLowerCase());
  const upper = Buffer.from(text.toUpperCase());
  const sameLength = lower.length === upper.length;
  const bytes = sameLength ? lower : Buffer.from(text);
  return {
    places: [...bytes].map((byte, at) => [...new Set([byte, sameLength ? (upper[at] ?? byte) : byte])]),
    isWord: false,
  };
}

function isEscapedSlash(bytes: Uint8Array, at: number): boolean {
  const before = bytes.subarray(Math.max(0, at - LONGEST_ESCAPE), at);
  return ESCAPED_SLASH.test(String.fromCharCode(...before));
}

function matchesAt(bytes: Uint8Array, start: number, { places, isWord }: SearchPattern): boolean {
  const end = start + places.length;
  if (end > bytes.length) return false;
  for (let at = 0; at < places.length; at++) {
    if (!places[at]?.includes(bytes[start + at] ?? -1)) return false;
  }
  if (!isWord) return true;
  if (WORD_BYTES[bytes[end] ?? 0] === 1) return false;
  const first = bytes[start];
  return (first !== 0x46 && first !== 0x66) || isEscapedSlash(bytes, start);
}

function matchesAny(bytes: Uint8Array, start: number, patterns: readonly SearchPattern[] = []): boolean {
  return patterns.some((pattern) => matchesAt(bytes, start, pattern));
}

/** The pairs that can stand at place `at` and the one before it. */
function listPairs(places: Pattern, at: number): readonly number[] {
  return (places[at - 1] ?? []).flatMap((left) => (places[at] ?? []).map((right) => (left << 8) | right));
}

/** Finds any of `words` as a path segment would be written, or any of `texts` wherever it stands. */
export function compileSearch(words: readonly string[], texts: readonly string[]): ByteSearch {
  const patterns = [
    ...words.filter((word) => word !== '').map(toWordPattern),
    ...[...new Set(texts)].filter((text) => text.length > 1).map(toTextPattern), // one letter would make every file matter
  ];
  if (patterns.length === 0) return () => false;

  const window = Math.min(...patterns.map(({ places }) => places.length));
  const leaps = new Uint8Array(PAIRS).fill(Math.min(window - 1, 255));
  const starts = new Uint8Array(256);
  const endings = new Map<number, SearchPattern[]>();
  for (const pattern of patterns) {
    for (const byte of pattern.places[0] ?? []) starts[byte] = 1;
    for (let at = 1; at < window; at++) {
      for (const pair of listPairs(pattern.places, at)) leaps[pair] = Math.min(leaps[pair] ?? 0, window - 1 - at);
    }
    for (const pair of listPairs(pattern.places, window - 1))
      endings.set(pair, [...(endings.get(pair) ?? []), pattern]);
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
      if (starts[bytes[start] ?? 0] === 1 && matchesAny(bytes, start, endings.get(pair))) return true;
      at++;
    }
    return false;
  };
}
