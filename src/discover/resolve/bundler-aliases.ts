import { basename, posix } from 'node:path';
import { blankComments } from '../../model/blank.ts';
import { isJsonObject } from '../../model/json-object.ts';
import { quoteName } from '../../model/name-patterns.ts';
import { getFolder, joinNames, resolveName } from '../../model/paths.ts';
import type { FileLookup } from './file-lookup.ts';

/**
 * Names that a build gives to folders in a setting of its own: `resolve.alias` of webpack, Vite and Rspack (a record, a
 * list of `find` and `replacement`, a chain of `.set`), module-resolver of Babel, `kit.alias`, `_moduleAliases`. Such
 * settings are code that nobody runs here; its texts are read, and a path counts only where there is such a file.
 */

const SETTINGS =
  /^(?:(?:electron\.vite|vite|vitest|webpack|vue|babel|svelte|nuxt|rollup|rspack|rsbuild|astro|craco|metro|quasar|next)[\w.-]*\.[mc]?[jt]s|\.babelrc(?:\.[cm]?js|\.json)?|babel\.config\.json|config-overrides\.js)$/;
/** Where settings of webpack are kept when they are several. */
const FOLDERS = ['', 'config', 'build', 'webpack'];
const NAMES_ALIAS = /\balias\b|\bmodule-resolver\b|\bmodules\b/;

const KEY = /(?:'([^'\n]+)'|"([^"\n]+)"|(?<![\w$.'"])([A-Za-z_$][\w$]*))\s*:\s*/g;
const SET = /\.set\(\s*['"]([^'"\n]+)['"]\s*,\s*/g;
const FIND = /\bfind\s*:\s*(?:'([^'\n]+)'|"([^"\n]+)"|\/((?:[^/\\\n]|\\.)+)\/[a-z]*)\s*,\s*replacement\s*:\s*/g;
const ROOTS = /\b(?:modules|root)['"]?\s*:\s*\[/g;
/** A text, or the name of one. */
const PIECE = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`|(?<![\w$.])([A-Za-z_$][\w$]*)(?![\w$(.])/g;
const BLOCK = /\balias(?:es)?['"]?\s*[:=]\s*(?=\{)/g;
const MAX_NAMES = 4;
/** Nobody writes longer settings; a bundle of Babel or Vue that was put beside the sources may have a name like theirs. */
const MAX_LENGTH = 200_000;

interface Alias {
  readonly name: string;
  /** Nothing may follow the name. */
  readonly isExact: boolean;
  /** Absolute, the likely one first. */
  readonly targets: readonly string[];
}

interface Setup {
  readonly aliases: readonly Alias[];
  /** Folders in which bare names are looked for. */
  readonly roots: readonly string[];
}

/** The text of a value that begins at `start`, up to the comma, bracket or line that ends it. */
function readValue(text: string, start: number): string {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index] ?? '';
    if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    const ends =
      depth === 0 && (char === ',' || char === ';' || (char === '\n' && text.slice(start, index).trim() !== ''));
    if (depth < 0 || ends) return text.slice(start, index);
  }
  return text.slice(start);
}

/**
 * The path that `'./src'`, `path.resolve(__dirname, '..', 'src')` or `new URL('./src', import.meta.url)` writes, with
 * constants of the same file; null for none.
 */
function readPath(text: string, start: number, depth = 0): string | null {
  const value = readValue(text, start);
  if (value.trimStart().startsWith('{') || depth > MAX_NAMES) return null;
  const pieces = [...value.matchAll(PIECE)].flatMap(([, single, double, template, name]) => {
    if (name === undefined) return [single ?? double ?? template ?? ''];
    const declared = new RegExp(`\\b(?:const|let|var)\\s+${quoteName(name)}\\s*=\\s*`).exec(text);
    return declared === null ? [] : (readPath(text, declared.index + declared[0].length, depth + 1) ?? []);
  });
  return pieces.length === 0
    ? null
    : posix.join(...pieces.map((piece) => piece.replace(/\$\{[^}]*\}\/?|<rootDir>\/?/g, './')));
}

/** `^@core/(.+)` begins with `@core/`. */
function readPattern(pattern: string): string {
  return pattern
    .replace(/^\^/, '')
    .replace(/[([$|].*$|\.[*+].*$/, '')
    .replaceAll('\\', '');
}

function makeAlias(name: string, path: string, folders: readonly string[]): Alias {
  const written = name.startsWith('^') ? readPattern(name) : name;
  const target = path.replace(/(?:\/?(?:\\*\d|\$\d|\*))+$/, '');
  return {
    name: written.replace(/\/?\*?$|\$$/, ''),
    isExact: name.endsWith('$') && name === written,
    targets: folders.map((folder) => resolveName(folder, target.replace(/^\//, './'))),
  };
}

/** The end of the value that begins at `start`. */
function findEnd(text: string, start: number): number {
  return start + readValue(text, start).length;
}

function readRoots(text: string, folders: readonly string[]): readonly string[] {
  const paths: string[] = [];
  for (const { 0: start, index } of text.matchAll(ROOTS)) {
    for (let at = index + start.length; text[at - 1] !== ']' && at < text.length; at = findEnd(text, at) + 1) {
      const path = readPath(text, at);
      if (path !== null && basename(path) !== 'node_modules') paths.push(path);
    }
  }
  return paths.flatMap((path) => folders.map((folder) => resolveName(folder, path)));
}

/** `folders`: what its relative paths may count from. */
function readSetup(source: string, folders: readonly string[]): Setup {
  const text = blankComments(source);
  const records = [...text.matchAll(BLOCK)].map(({ 0: start, index }) => [index, findEnd(text, index + start.length)]);
  const isInRecord = (index: number): boolean => records.some(([start = 0, end = 0]) => index > start && index < end);
  const read = (pattern: RegExp): readonly Alias[] =>
    [...text.matchAll(pattern)].flatMap((match) => {
      // Any member of any object looks like one of a record.
      if (pattern === KEY && !isInRecord(match.index)) return [];
      const [whole, single, double, last] = match;
      const path = readPath(text, match.index + whole.length);
      const name = single ?? double ?? (pattern === FIND ? `^${last}` : last) ?? '';
      return path === null ? [] : [makeAlias(name, path, folders)];
    });
  return { aliases: [...read(FIND), ...read(SET), ...read(KEY)], roots: readRoots(text, folders) };
}

function listTargets({ aliases, roots }: Setup, specifier: string): readonly string[] {
  const named = aliases
    .filter(({ name, isExact }) => specifier === name || (!isExact && name !== '' && specifier.startsWith(`${name}/`)))
    .sort((a, b) => b.name.length - a.name.length);
  return [
    ...named.flatMap(({ name, targets }) => targets.map((target) => target + specifier.slice(name.length))),
    ...roots.map((root) => joinNames(root, specifier)),
  ];
}

export class BundlerAliases {
  readonly #lookup: FileLookup;
  readonly #setups = new Map<string, readonly Setup[]>();

  constructor(lookup: FileLookup) {
    this.#lookup = lookup;
  }

  /** The absolute paths that a specifier may stand for in files of a folder, by the settings above it, the nearest first. */
  list(folder: string, specifier: string): readonly string[] {
    return this.#lookup
      .listUpwards(folder)
      .flatMap((at) => this.#findSetups(at).flatMap((setup) => listTargets(setup, specifier)));
  }

  #findSetups(folder: string): readonly Setup[] {
    const known = this.#setups.get(folder);
    if (known !== undefined) return known;
    const manifest = this.#lookup.readJson(joinNames(folder, 'package.json'));
    const files = FOLDERS.flatMap((name) => this.#lookup.listFiles(joinNames(folder, name)));
    const setups = files
      .filter((file) => SETTINGS.test(basename(file)))
      .flatMap((file) => {
        const text = this.#lookup.readText(file) ?? '';
        return text.length <= MAX_LENGTH && NAMES_ALIAS.test(text)
          ? [readSetup(text, [...new Set([getFolder(file), folder])])]
          : [];
      });
    const { _moduleAliases: aliases } = manifest ?? {};
    if (isJsonObject(aliases)) setups.push(readSetup(`alias: ${JSON.stringify(aliases)}`, [folder]));
    this.#setups.set(folder, setups);
    return setups;
  }
}
