import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isJsonObject, type JsonObject } from '../../model/json-object.ts';
import { joinNames, toPosix, toRelative } from '../../model/paths.ts';
import { isSourceFile } from '../file-kinds.ts';
import { isInTerritory, type Scope } from '../scope.ts';
import { parseJson, parseYaml, YAML } from './parse-data.ts';

type EntryKind = 'file' | 'folder';

/** Tried behind a name without extension, the most likely first. */
const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte', '.astro', '.es6'];

/** What `./x.js` can be before it is compiled. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

function findEntryKind(folder: string, entry: Dirent): EntryKind | undefined {
  try {
    const stats = entry.isSymbolicLink() ? statSync(joinNames(folder, entry.name)) : entry;
    if (stats.isFile()) return 'file';
    return stats.isDirectory() ? 'folder' : undefined;
  } catch {
    return undefined; // a link that leads nowhere, or in a circle
  }
}

/**
 * Finds files by absolute path, inside the territory only and never in node_modules. A folder is listed once, which
 * is cheaper than asking for eleven extensions, and exact about upper and lower case on every system.
 */
export class FileLookup {
  readonly scope: Scope;
  readonly #folders = new Map<string, ReadonlyMap<string, EntryKind>>();
  readonly #upwards = new Map<string, readonly string[]>();
  readonly #data = new Map<string, object | undefined>();

  constructor(scope: Scope) {
    this.scope = scope;
  }

  isFile(path: string): boolean {
    return this.#findKind(path) === 'file';
  }

  isFolder(path: string): boolean {
    return this.#findKind(path) === 'folder';
  }

  /** The files of a folder, absolute. */
  listFiles(folder: string): readonly string[] {
    if (!isInTerritory(this.scope, folder)) return [];
    return [...this.#list(folder)].flatMap(([name, kind]) => (kind === 'file' ? [joinNames(folder, name)] : []));
  }

  /** The text of a config; undefined when there is none, or a closed one. */
  readText(path: string): string | undefined {
    try {
      return this.isFile(path) ? readFileSync(path, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  /** A manifest or config; undefined when there is none. */
  readJson(path: string): JsonObject | undefined {
    const data = this.readData(path);
    return isJsonObject(data) ? data : undefined;
  }

  /** The same of data, which may be a list. */
  readData(path: string): object | undefined {
    const known = this.#data.get(path);
    if (known !== undefined || this.#data.has(path)) return known;
    const parse = YAML.test(path) ? parseYaml : parseJson;
    const data = parse(this.readText(path) ?? '');
    this.#data.set(path, data);
    return data;
  }

  /** The folders from `folder` upwards to the border of the territory. */
  listUpwards(folder: string): readonly string[] {
    const known = this.#upwards.get(folder);
    if (known !== undefined) return known;
    const folders: string[] = [];
    for (let at = folder; isInTerritory(this.scope, at) && at !== folders.at(-1); at = dirname(at)) folders.push(at);
    this.#upwards.set(folder, folders);
    return folders;
  }

  /** The source file that a path stands for, extension or not; `isTyped`: TypeScript asks, so `./x.js` is `x.ts` first. */
  findSource(path: string, isTyped: boolean): string | undefined {
    if (!isInTerritory(this.scope, path)) return undefined;
    const folder = dirname(path);
    const entries = this.#list(folder);
    if (entries.size === 0) return undefined;
    const extension = /\.[mc]?jsx?$/.exec(path)?.[0] ?? '';
    const stem = path.slice(0, path.length - extension.length);
    const compiled = (SOURCES_OF[extension] ?? []).map((source) => stem + source);
    const exact = isSourceFile(path) ? [path] : [];
    const named = isTyped ? [...compiled, ...exact] : [...exact, ...compiled];
    const start = joinNames(folder, 'x').length - 1;
    return [...named, ...EXTENSIONS.map((ending) => path + ending)].find(
      (name) => entries.get(name.slice(start)) === 'file',
    );
  }

  /** The name of a found file as the rest of the tool knows it: links resolved, relative to the cwd. */
  findName(path: string): string | undefined {
    try {
      const real = toPosix(realpathSync.native(path));
      return isInTerritory(this.scope, real) && isSourceFile(real) ? toRelative(this.scope.cwd, real) : undefined;
    } catch {
      return undefined; // gone since its folder was listed
    }
  }

  #findKind(path: string): EntryKind | undefined {
    return isInTerritory(this.scope, path) ? this.#list(dirname(path)).get(basename(path)) : undefined;
  }

  #list(folder: string): ReadonlyMap<string, EntryKind> {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const entries = new Map<string, EntryKind>();
    this.#folders.set(folder, entries);
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const kind = findEntryKind(folder, entry);
        if (kind !== undefined) entries.set(entry.name, kind);
      }
    } catch {} // no such folder, or a closed one: nothing can be found in it
    return entries;
  }
}
