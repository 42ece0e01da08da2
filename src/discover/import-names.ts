/**
 * `from './agents'` names a file, not a path of anybody's API. A file in which a word stands only there takes part as
 * one without any word does: when a file that it names turns out to matter.
 */
const SPECIFIER = /\b(?:from\s*|import\s*\(?\s*|require\s*\(\s*)(?:'[^'\n:]*'|"[^"\n:]*")/g;

/** Not `'/agents'`: only a file system's root begins like that, and few name it. */
const IS_ABSOLUTE = /['"]\//;

/** The text without the names of modules in its imports. */
export function dropImportNames(text: string): string {
  return text.replace(SPECIFIER, (found) => (IS_ABSOLUTE.test(found) ? found : ''));
}
