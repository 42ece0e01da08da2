import type { API, FileInfo, JSCodeshift } from 'jscodeshift';
import type { TextEdit } from '../src/syntax/text-edits.ts';
import { isAtExpression, isInsideText } from './shared/edit-places.ts';
import { findTouched } from './shared/touched-paths.ts';
import { runTransform, type SharedTrees, type TransformOptions } from './shared/transform.ts';

/**
 * Puts the version where the path is written: inside a string, a template or a JSX text; or, when the text must stay
 * because something else uses it, around the expression that uses it.
 */
export function collectEdits(trees: SharedTrees, j: JSCodeshift, planned: readonly TextEdit[]): readonly TextEdit[] {
  for (const [edit, paths] of findTouched(trees.roots, planned)) {
    const placed = isInsideText(paths, j, edit, trees.source) || isAtExpression(paths, j, edit);
    if (!placed) throw new Error(`legacy-path: [${edit.start}, ${edit.end}) is neither path text nor an expression`);
  }
  return planned;
}

export default function legacyPath(file: FileInfo, api: API, options: TransformOptions): string | undefined {
  return runTransform('legacy-path', collectEdits, file, api, options);
}
