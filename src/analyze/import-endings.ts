/** How imports of a file are written, to find those who import it among files that were not parsed. */

/** Imports of an index file from its own folder and from those in it. */
const FOLDER_IMPORTS: readonly string[] = ['from ', 'require(', 'import(', 'import '].flatMap((before) =>
  ["'", '"'].flatMap((quote) => ['.', './', '..', '../', '../..'].map((path) => `${before}${quote}${path}${quote}`)),
);

/** How an import of the file can end: with its name, or its folder's for an index file. */
export function listImportEndings(path: string): readonly string[] {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const last = parts.at(-1) ?? path;
  const stem = last === 'index' ? (parts.at(-2) ?? last) : last;
  const named = [`/${stem}'`, `/${stem}"`, `/${stem}.`, `/${stem}/index`];
  return last === 'index' ? [...named, ...FOLDER_IMPORTS] : named;
}
