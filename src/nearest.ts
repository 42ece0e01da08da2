import { distance } from 'fastest-levenshtein';

/** Letters swapped cost two edits, but are one slip. */
function countEdits(a: string, b: string): number {
  const isSwap = [...a].sort().join('') === [...b].sort().join('');
  return isSwap ? Math.min(1, distance(a, b)) : distance(a, b);
}

/**
 * The one of `words` that a mistyped `word` most likely stands for; undefined when none is near enough to
 * be worth proposing (a third of its letters may be wrong, and case does not count).
 */
export function findNearest(word: string, words: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const ranked = words
    .map((candidate) => ({ candidate, edits: countEdits(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  if (best === undefined) return undefined;
  return best.edits <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** ` Did you mean "x"?`, or nothing; to be put behind a sentence. */
export function suggest(word: string, words: readonly string[]): string {
  const nearest = findNearest(word, words);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
