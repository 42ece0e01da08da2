import type { API, FileInfo, JSCodeshift } from 'jscodeshift';
import type { TextEdit } from '../src/syntax/text-edits.ts';
import { findTouched } from './shared/touched-paths.ts';
import { runTransform, type SharedTrees, type TransformOptions } from './shared/transform.ts';

/** Replaces the header x-api-key by Authorization, or takes it out where an Authorization stands beside it. */
export function collectEdits(trees: SharedTrees, j: JSCodeshift, planned: readonly TextEdit[]): readonly TextEdit[] {
  const touched = trees.roots.map((root) => findTouched(root, j, planned));
  for (const edit of planned) {
    const placed = touched.some((paths) => paths.nodes().some((node) => j.ObjectExpression.check(node)));
    if (!placed) throw new Error(`api-key-header: [${edit.start}, ${edit.end}) is not part of an object literal`);
  }
  return planned;
}

export default function apiKeyHeader(file: FileInfo, api: API, options: TransformOptions): string | undefined {
  return runTransform('api-key-header', collectEdits, file, api, options);
}
