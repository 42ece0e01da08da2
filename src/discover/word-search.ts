import { Buffer } from 'node:buffer';
import type { Sought } from '../model/project.ts';
import { fileTexts } from './file-texts.ts';
import { compileLeapSearch } from './leap-search.ts';
import { toPatterns } from './search-patterns.ts';

/**
 * Answers "does this file matter?" on raw bytes, for all words at once. Nine files in ten end here, so this is where a
 * run spends its time.
 */
export type ByteSearch = (bytes: Uint8Array) => boolean;

/** Room for most pieces of a file, and what a character of a string takes at most in UTF-8. */
const FIRST_PIECE = 2 ** 16;
const MAX_BYTES = 3;

/** Finds any of `words` as a path segment would be written, or any of `texts` wherever it stands. */
export function compileSearch(words: readonly string[], texts: readonly Sought[]): ByteSearch {
  const patterns = toPatterns(words, texts);
  if (patterns.length === 0) return () => false;
  const findInFile = fileTexts.compile(patterns);
  let findAnywhere: ByteSearch | null = null;
  return (bytes) => {
    if (fileTexts.holds(bytes)) return findInFile(bytes);
    findAnywhere ??= compileLeapSearch(patterns);
    return findAnywhere(bytes);
  };
}

/** The same for a piece of a file that matters, which may have no more of a path than a regular expression. */
export function compilePieceSearch(words: readonly string[], texts: readonly string[]): (piece: string) => boolean {
  const patterns = toPatterns(words, texts, true);
  if (patterns.length === 0) return () => false;
  let find: ByteSearch | null = null;
  let bytes = Buffer.allocUnsafe(FIRST_PIECE);
  return (piece) => {
    find ??= compileLeapSearch(patterns);
    const most = piece.length * MAX_BYTES;
    if (bytes.length < most) bytes = Buffer.allocUnsafe(most);
    return find(bytes.subarray(0, bytes.write(piece)));
  };
}
