import type { EnvAssignment, SourceFile } from '../model/project.ts';
import { isTestFile } from '../model/test-files.ts';
import { parseCodeSettings } from './deployment-variables.ts';
import type { SourceTree } from './source-tree.ts';

/**
 * What code sets variables to: a stack that gives functions their environment, and an entry file that fills in what its own
 * process was not given. Such files may hold no word of the catalogue; a test sets them for itself alone.
 */
export function findCodeSettings(
  tree: SourceTree,
  candidates: readonly SourceFile[],
  names: ReadonlySet<string>,
): readonly EnvAssignment[] {
  if (names.size === 0) return [];
  const texts = [...names];
  const naming = candidates.filter(({ text }) => texts.some((name) => text.includes(name)));
  const files = [...naming, ...tree.findMentions(texts), ...tree.findMentionsAround(texts)];
  return files
    .filter(({ path, text }) => !isTestFile(path) && text.includes('://'))
    .flatMap(parseCodeSettings)
    .filter(({ name }) => names.has(name));
}
