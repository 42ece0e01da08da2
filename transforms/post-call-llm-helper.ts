import type { API, FileInfo, JSCodeshift } from 'jscodeshift';
import type { TextEdit } from '../src/syntax/text-edits.ts';
import { isInsideText } from './shared/edit-places.ts';
import { findTouched } from './shared/touched-paths.ts';
import { runTransform, type SharedTrees, type TransformOptions } from './shared/transform.ts';

/**
 * Turns a call of the post-call LLM helper into an update of the agent: the end of the path, the method and the member of
 * the body. Each edit falls in a text, or in the call or object literal that holds method and body.
 */
export function collectEdits(trees: SharedTrees, j: JSCodeshift, planned: readonly TextEdit[]): readonly TextEdit[] {
  for (const [edit, paths] of findTouched(trees.roots, planned)) {
    const placed =
      isInsideText(paths, j, edit, trees.source) ||
      paths.some(
        ({ node }) => j.CallExpression.check(node) || j.ObjectExpression.check(node) || j.TemplateLiteral.check(node),
      );
    if (!placed) throw new Error(`post-call-llm-helper: [${edit.start}, ${edit.end}) is neither path, method nor body`);
  }
  return planned;
}

export default function postCallLlmHelper(file: FileInfo, api: API, options: TransformOptions): string | undefined {
  return runTransform('post-call-llm-helper', collectEdits, file, api, options);
}
