import { Buffer } from 'node:buffer';

/** What may stand at each place of a pattern, as byte values. */
export type Places = readonly (readonly number[])[];

export interface SearchPattern {
  readonly places: Places;
  /** A word ends where no letter, digit, `_` or `-` follows: `agents` does not match in `agents2`. */
  readonly isWord: boolean;
}

/** Before a path segment: a slash, the start of a literal, the end of a `${…}`, or the last byte of an escaped slash. */
const WORD_STARTS = [...Buffer.from('/\'"`}Ff')];
/** In a regular expression, which may be a piece of one. */
const PATTERN_STARTS = [...Buffer.from('(|^:[>')];
const ESCAPED_SLASH = /\\(?:x2|u002)$/;
const LONGEST_ESCAPE = '\\u002'.length;

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || /[\w-]/.test(String.fromCharCode(byte)));
}

const WORD_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => (isWordByte(byte) ? 1 : 0));

function toWordPattern(word: string, starts: readonly number[]): SearchPattern {
  return { places: [starts, ...[...Buffer.from(word)].map((byte) => [byte])], isWord: true };
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

/** `words` as path segments would be written, and as regular expressions have them, if asked for; `texts` wherever they stand. */
export function toPatterns(
  words: readonly string[],
  texts: readonly string[],
  withPatterns = false,
): readonly SearchPattern[] {
  const starts = withPatterns ? [...WORD_STARTS, ...PATTERN_STARTS] : WORD_STARTS;
  return [
    ...words.filter((word) => word !== '').map((word) => toWordPattern(word, starts)),
    ...[...new Set(texts)].filter((text) => text.length > 1).map(toTextPattern), // one letter would make every file matter
  ];
}

/** Bytes from the start of a pattern on that every pattern has. */
export function getWindow(patterns: readonly SearchPattern[]): number {
  return Math.min(...patterns.map(({ places }) => places.length));
}

function isEscapedSlash(bytes: Uint8Array, at: number): boolean {
  const before = bytes.subarray(Math.max(0, at - LONGEST_ESCAPE), at);
  return ESCAPED_SLASH.test(String.fromCharCode(...before));
}

export function matchesAt(bytes: Uint8Array, start: number, { places, isWord }: SearchPattern): boolean {
  const end = start + places.length;
  if (start < 0 || end > bytes.length) return false;
  for (let at = 0; at < places.length; at++) {
    const place = places[at];
    const byte = bytes[start + at];
    // Most places allow one byte only.
    if (place === undefined || byte === undefined) return false;
    if (byte !== place[0] && (place.length === 1 || !place.includes(byte))) return false;
  }
  if (!isWord) return true;
  if (WORD_BYTES[bytes[end] ?? 0] === 1) return false;
  const first = bytes[start];
  return (first !== 0x46 && first !== 0x66) || isEscapedSlash(bytes, start);
}
