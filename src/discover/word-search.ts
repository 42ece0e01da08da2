import { fileTexts } from './file-texts.ts';
import { compileLeapSearch } from './leap-search.ts';
import { toPatterns } from './search-patterns.ts';

/**
 * Answers "does this file matter?" on raw bytes, for all words at once. Nine files in ten end here, so this is where a
 * run spends its time.
 */
export type ByteSearch = (bytes: Uint8Array) => boolean;

/** Finds any of `words` as a path segment would be written, or any of `texts` wherever it stands. */
export function compileSearch(words: readonly string[], texts: readonly string[]): ByteSearch {
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
