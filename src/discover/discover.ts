import type { DiscoverOptions } from '../model/options.ts';
import type { Project } from '../model/project.ts';
import { findCodeSettings } from './code-settings.ts';
import { DATA_NAMES } from './data-readers.ts';
import { findEnv } from './find-env.ts';
import { findOutsideReaders } from './outside-links.ts';
import { createPackages } from './resolve/packages.ts';
import { createImports } from './resolve/resolve-import.ts';
import { scanFiles } from './scan-files.ts';
import { resolveScope } from './scope.ts';
import { selectFiles } from './select-files.ts';
import { SourceTree } from './source-tree.ts';
import { listSurroundings } from './surroundings.ts';
import { compilePieceSearch, compileSearch } from './word-search.ts';

export { setLibraryLoader } from './load-library.ts';

/** The variables that hold one of the texts: who reads one need not write the text. */
function listCarriers(env: Project['env'], texts: readonly string[]): readonly string[] {
  const wanted = texts.map((text) => text.toLowerCase());
  return env.filter(({ value }) => wanted.some((text) => value.toLowerCase().includes(text))).map(({ name }) => name);
}

/**
 * Finds the files of the given paths and reads each once. What cannot be read is a problem in the result;
 * throws a UserError only for a path that does not exist.
 */
export function discover(options: DiscoverOptions): Project {
  const scope = resolveScope(options.cwd, options.paths);
  const selection = selectFiles(scope, options);
  const set = findEnv(scope, selection.envFiles);
  const env = set.filter(({ isOwnPath }) => isOwnPath !== true);
  const texts = [...options.texts, ...listCarriers(env, options.texts)];
  const matters = compileSearch(options.words, texts);
  const scan = scanFiles(scope, selection, matters, compileSearch(options.words, [...texts, ...DATA_NAMES]));
  const tree = new SourceTree(scope, scan, () => listSurroundings(scope, options));
  const imports = createImports(scope);
  const piece = compilePieceSearch(options.words, texts);
  const files = {
    ...imports,
    load: (path: string) => tree.load(path),
    isInScope: (path: string) => tree.isInScope(path),
  };
  return {
    ...files,
    cwd: scope.cwd,
    seen: scan.seen,
    candidates: [...scan.candidates, ...findOutsideReaders(files, scan.leading, piece)],
    skipped: [...selection.skipped, ...scan.skipped].sort((a, b) => (a.file < b.file ? -1 : 1)),
    problems: scan.problems,
    refused: selection.refused,
    env,
    ownPaths: set.filter(({ isOwnPath }) => isOwnPath === true),
    matters: piece,
    ...createPackages(scope),
    findSettings: (names) => findCodeSettings(tree, scan.candidates, names),
    findMentions: (texts) => tree.findMentions(texts),
    findMentionsAround: (texts) => tree.findMentionsAround(texts),
    findPages: (texts) => tree.findPages(selection.pages, texts),
  };
}
