import type { API, FileInfo, JSCodeshift } from 'jscodeshift';
import { listTextRanges, type TextRange } from '../src/syntax/comment-places.ts';
import type { TextEdit } from '../src/syntax/text-edits.ts';
import { runTransform, type SharedTrees, type TransformOptions } from './shared/transform.ts';

const MARKER = /^(?:\/\/ TODO\(v1-migrate\): .*|\{?\/\*\s*TODO\(v1-migrate\): (?:(?!\*\/).)*\*\/\}?)$/;

/** A comment alone in its line is what is added, and what is taken away. */
function isMarker(text: string): boolean {
  return MARKER.test(text.trim());
}

/**
 * Among an element's children a comment needs braces, anywhere else they would open a block; in a string or a template
 * nothing is a comment.
 */
function fits({ isJsx }: TextRange, written: string): boolean {
  return isJsx && written.trim().startsWith('{');
}

/** Writes the comments above work that is left for a person, and removes those whose work is done. */
export function collectEdits(trees: SharedTrees, _j: JSCodeshift, planned: readonly TextEdit[]): readonly TextEdit[] {
  const programs = trees.roots.flatMap((root) => root.nodes());
  // jscodeshift's collections hold Babel's own nodes under the names that ast-types gives them.
  const ranges = programs.flatMap((program) => listTextRanges(program as Parameters<typeof listTextRanges>[0], []));
  for (const edit of planned) {
    const written = edit.text === '' ? trees.source.slice(edit.start, edit.end) : edit.text;
    const around = ranges.find(({ start, end }) => start < edit.start && edit.start <= end);
    const isInPlace =
      around === undefined ? !written.trim().startsWith('{') : fits(around, written) || edit.text === '';
    if (!isMarker(written) || !isInPlace)
      throw new Error(`mark-manual-work: [${edit.start}, ${edit.end}) is no place for a comment`);
  }
  return planned;
}

export default function markManualWork(file: FileInfo, api: API, options: TransformOptions): string | undefined {
  return runTransform('mark-manual-work', collectEdits, file, api, options);
}
