/** Which files can hold code that makes requests, judged by their names alone. */

const SOURCE_EXTENSIONS = new Set('js jsx mjs cjs ts tsx mts cts vue svelte astro gs jsw es6'.split(' '));
const DECLARATION = /\.d\.(?:[^./]+\.)?[mc]?ts$/;
const MINIFIED = /[.-]min\.[mc]?js$/;
const SCRIPT = /\.(?:[mc]?jsx?|gs|jsw|es6)$/;

/** Folders that hold other people's code or a version control system's own files; never looked into. */
const FOREIGN_FOLDERS = new Set(['node_modules', 'bower_components', 'jspm_packages', '.git', '.hg', '.svn', '.jj']);

export function isSourceFile(path: string): boolean {
  return SOURCE_EXTENSIONS.has(path.slice(path.lastIndexOf('.') + 1)) && path.includes('.') && !DECLARATION.test(path);
}

/** Pages with scripts of their own, which are not analysed and may use what a script declares. */
export function isPage(path: string): boolean {
  return /\.(?:html?|mdx)$/.test(path);
}

export function isForeignName(name: string): boolean {
  return FOREIGN_FOLDERS.has(name);
}

/** Is it such a folder, or does a relative path lead through one? */
export function isForeign(path: string): boolean {
  return path.split('/').some(isForeignName);
}

export function isMinifiedName(path: string): boolean {
  return MINIFIED.test(path);
}

/** Plain JavaScript: the only language that build tools write. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path);
}
