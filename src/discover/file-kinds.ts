/** Which files can hold code that makes requests, judged by their names alone. */

const SOURCE_EXTENSIONS = ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts', 'vue', 'svelte', 'astro', 'gs'];
const SOURCE = new RegExp(`\\.(?:${SOURCE_EXTENSIONS.join('|')})$`);
const DECLARATION = /\.d\.(?:[^./]+\.)?[mc]?ts$/;
const MINIFIED = /[.-]min\.[mc]?js$/;
const SCRIPT = /\.(?:[mc]?jsx?|gs)$/;

/** Folders that hold other people's code or a version control system's own files; never looked into. */
const FOREIGN_FOLDERS = ['node_modules', 'bower_components', 'jspm_packages', '.git', '.hg', '.svn', '.jj'];
const FOREIGN = new RegExp(`(?:^|/)(?:${FOREIGN_FOLDERS.join('|').replaceAll('.', '\\.')})(?:/|$)`);

export function isSourceFile(path: string): boolean {
  return SOURCE.test(path) && !DECLARATION.test(path);
}

/** Is it such a folder, or does a relative path lead through one? */
export function isForeign(path: string): boolean {
  return FOREIGN.test(path);
}

export function isMinifiedName(path: string): boolean {
  return MINIFIED.test(path);
}

/** Plain JavaScript: the only language that build tools write. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path);
}
