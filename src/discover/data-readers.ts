import { statSync } from 'node:fs';
import { getFolder, joinNames, resolveName } from '../model/paths.ts';
import { readSource } from './read-file.ts';
import { isInTerritory, type Scope } from './scope.ts';
import type { ByteSearch } from './word-search.ts';

/**
 * `require('./jobs.json')`: code that holds no word itself and sends what stands in data. The data is no code and is not
 * edited; that it is sent must be said all the same. So it is with what a test recorded.
 */

/** A test that calls this compares with a file that it does not name. */
const SNAPSHOT = 'toMatchSnapshot';

/** How a name of data ends in code, and what stands for one. */
export const DATA_NAMES = [
  ...['json', 'yml', 'yaml', 'txt', 'snap', 'har'].flatMap((ending) =>
    ["'", '"', '`'].map((quote) => `.${ending}${quote}`),
  ),
  SNAPSHOT,
];

const NAME = /["'`/]((?:[\w.@-]+\/)*[\w.@-]+\.(?:json|ya?ml|txt|snap|har))["'`]/g;
/** What every project has, for others than its code. */
const MANIFEST = /(?:^|\/)(?:package(?:-lock)?|[tj]sconfig(?:\.[\w-]+)?|composer|lerna|nx|turbo)\.json$/;
/** Who names more reads them by the folder. */
const MAX_NAMES = 20;

/** Larger data is no list of requests. */
const MAX_SIZE = 1_000_000;

/** The size of a file; none of what cannot be opened. */
function measure(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

export class DataReaders {
  readonly #scope: Scope;
  readonly #matters: ByteSearch;
  readonly #known = new Map<string, boolean>();

  constructor(scope: Scope, matters: ByteSearch) {
    this.#scope = scope;
    this.#matters = matters;
  }

  /** Does a file name data that matters: beside it, or from where the program is started? */
  has(path: string, text: string): boolean {
    const named = [...text.matchAll(NAME)].flatMap(([, name]) => name ?? []).filter((name) => !MANIFEST.test(name));
    const snapshot = `__snapshots__/${path.split('/').at(-1)}.snap`;
    const names = text.includes(SNAPSHOT) ? [snapshot, ...named] : named;
    const { cwd } = this.#scope;
    const folders = [joinNames(cwd, getFolder(path)), cwd];
    return [...new Set(names)]
      .slice(0, MAX_NAMES)
      .some((name) => folders.some((folder) => this.#holds(resolveName(folder, name))));
  }

  #holds(path: string): boolean {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const size = isInTerritory(this.#scope, path) ? measure(path) : 0;
    const result = size === 0 || size > MAX_SIZE ? null : readSource(path);
    const holds = result?.kind === 'bytes' && !result.isTooLarge && this.#matters(result.bytes);
    this.#known.set(path, holds);
    return holds;
  }
}
