import { isBuiltin } from 'node:module';
import type { Project } from '../../model/project.ts';

/** How imports of a file are written, to find those who import it among files that were not parsed. */

/** Folders that an import of what they hold seldom names: `@acme/http` is `http/src/index.ts`. */
const UNNAMED_FOLDERS = /^(?:src|lib|source)$/;
const QUOTES = ["'", '"'];
/** What an alias of tsconfig or of a manifest puts before a name. */
const ALIAS_MARKS = ['/', '#', '~', '@', '$'];

/** Imports of an index file from its own folder and from those in it. */
const FOLDER_IMPORTS: readonly string[] = ['from ', 'require(', 'import(', 'import '].flatMap((before) =>
  QUOTES.flatMap((quote) => ['.', './', '..', '../', '../..'].map((path) => `${before}${quote}${path}${quote}`)),
);

/** The name alone, as below the `baseUrl` of tsconfig. */
function listBare(stem: string): readonly string[] {
  if (isBuiltin(stem)) return [];
  return QUOTES.flatMap((quote) => [' ', '('].map((before) => `${before}${quote}${stem}${quote}`));
}

function listNamed(stem: string): readonly string[] {
  const marked = ALIAS_MARKS.flatMap((mark) => QUOTES.map((quote) => `${mark}${stem}${quote}`));
  return [...marked, `/${stem}.`, `/${stem}/index`, ...listBare(stem)];
}

/** The package itself, and what it calls its subpaths. */
function listPackaged(name: string): readonly string[] {
  return [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`];
}

/** How an import of the file can end: with its name, or its folder's for an index file; or it is that of its package. */
export function listImportEndings(
  path: string,
  { getPackageName }: Pick<Project, 'getPackageName'>,
): readonly string[] {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) ?? path;
  const stem = last === 'index' ? (parts.at(-2) ?? last) : last;
  const folder = last === 'index' && UNNAMED_FOLDERS.test(stem) ? parts.at(-3) : undefined;
  const name = getPackageName(path);
  return [
    ...listNamed(stem),
    ...(folder === undefined ? [] : listNamed(folder)),
    ...(name === undefined ? [] : listPackaged(name)),
    ...(last === 'index' ? FOLDER_IMPORTS : []),
  ];
}
