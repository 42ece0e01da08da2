import { Buffer } from 'node:buffer';
import type { Sought } from '../model/project.ts';

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
function listPlaces(text: string): Places {
  const lower = Buffer.from(text.toLowerCase());
  const upper = Buffer.from(text.toUpperCase());
  if (lower.length !== upper.length) return Array.from(Buffer.from(text), (byte) => [byte]);
  return Array.from(lower, (byte, at) => {
    const other = upper[at] ?? byte;
    return other === byte ? [byte] : [byte, other];
  });
}

function toTextPattern(sought: Sought): SearchPattern {
  if (typeof sought === 'string') return { places: listPlaces(sought), isWord: false };
  const [before, after] = [sought.before, sought.after].map((frame) => frame.map((marks) => [...Buffer.from(marks)]));
  return { places: [...(before ?? []), ...listPlaces(sought.text), ...(after ?? [])], isWord: false };
}

/** One letter would make every file matter. */
function tellsFiles(sought: Sought): boolean {
  return typeof sought !== 'string' || sought.length > 1;
}

/** `words` as path segments would be written, and as regular expressions have them, if asked for; `texts` wherever they stand. */
export function toPatterns(
  words: readonly string[],
  texts: readonly Sought[],
  withPatterns = false,
): readonly SearchPattern[] {
  const starts = withPatterns ? [...WORD_STARTS, ...PATTERN_STARTS] : WORD_STARTS;
  return [
    ...words.filter((word) => word !== '').map((word) => toWordPattern(word, starts)),
    ...[...new Set(texts)].filter(tellsFiles).map(toTextPattern),
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
