import { dirname } from 'node:path';
import { isJsonObject, type JsonObject } from '../../model/json-object.ts';
import { joinNames, resolveName } from '../../model/paths.ts';
import type { FileLookup } from './file-lookup.ts';
import { listStrings } from './parse-data.ts';
import { findMapping } from './pattern-map.ts';

/** What one tsconfig or jsconfig says about module names, with what it extends. Paths are absolute. */
interface PathConfig {
  readonly baseUrl: string | undefined;
  readonly paths: { readonly mappings: JsonObject; readonly folder: string } | undefined;
}

const CONFIG_DIR = /^\$\{configDir\}/;
const MAX_DEPTH = 10;
/** What the configs of a monorepo extend; it speaks for the folders that have none. */
const SHARED = ['tsconfig.base.json'];

/** Reads the tsconfig nearest to a folder. What it extends or refers to may be missing: an install or a build makes it. */
export class TsconfigPaths {
  readonly #lookup: FileLookup;
  readonly #findPackageFile: (folder: string, specifier: string) => string | undefined;
  readonly #configs = new Map<string, readonly PathConfig[]>();

  /** `findPackageFile` finds a file that is named by the package of the tree that it lies in (`@acme/tsconfig/base.json`). */
  constructor(lookup: FileLookup, findPackageFile: (folder: string, specifier: string) => string | undefined) {
    this.#lookup = lookup;
    this.#findPackageFile = findPackageFile;
  }

  /** The paths that a specifier can stand for in files of `folder`, the best first. */
  list(folder: string, specifier: string): readonly string[] {
    const configs = this.#findConfigs(folder);
    const mapped = configs.flatMap(({ paths }) => {
      const mapping = paths === undefined ? undefined : findMapping(paths.mappings, specifier);
      if (paths === undefined || mapping === undefined) return [];
      return listStrings(mapping.value).map((target) =>
        resolveName(
          paths.folder,
          target.replace('*', () => mapping.star),
        ),
      );
    });
    const based = configs.flatMap(({ baseUrl }) => (baseUrl === undefined ? [] : [resolveName(baseUrl, specifier)]));
    return [...mapped, ...based];
  }

  #findConfigs(folder: string): readonly PathConfig[] {
    const known = this.#configs.get(folder);
    if (known !== undefined) return known;
    const file = this.#findFile(folder, ['tsconfig.json', 'jsconfig.json']) ?? this.#findFile(folder, SHARED);
    const configs =
      file === undefined ? [] : [file, ...this.#listReferences(file)].map((name) => this.#read(name, dirname(name), 0));
    this.#configs.set(folder, configs);
    return configs;
  }

  #findFile(folder: string, names: readonly string[]): string | undefined {
    const paths = this.#lookup.listUpwards(folder).flatMap((at) => names.map((name) => joinNames(at, name)));
    return paths.find((path) => this.#lookup.isFile(path));
  }

  /** A config that only refers to others (`tsconfig.app.json`) leaves the paths to them. */
  #listReferences(file: string): readonly string[] {
    const references = this.#lookup.readJson(file)?.references;
    if (!Array.isArray(references)) return [];
    return references.flatMap((reference: unknown) => {
      if (!isJsonObject(reference) || typeof reference.path !== 'string') return [];
      const path = resolveName(dirname(file), reference.path);
      return [this.#lookup.isFile(path) ? path : joinNames(path, 'tsconfig.json')];
    });
  }

  /** `leaf` is the folder of the config that is in force; `${configDir}` stands for it wherever it is written. */
  #read(file: string, leaf: string, depth: number): PathConfig {
    const config = this.#lookup.readJson(file);
    if (config === undefined || depth > MAX_DEPTH) return { baseUrl: undefined, paths: undefined };
    const folder = dirname(file);
    const inherited = this.#listExtended(config, folder).map((name) => this.#read(name, leaf, depth + 1));
    const options = isJsonObject(config.compilerOptions) ? config.compilerOptions : {};
    const own =
      typeof options.baseUrl === 'string' ? resolveName(folder, options.baseUrl.replace(CONFIG_DIR, leaf)) : undefined;
    const baseUrl = own ?? inherited.findLast((base) => base.baseUrl !== undefined)?.baseUrl;
    const paths = isJsonObject(options.paths)
      ? { mappings: replaceConfigDir(options.paths, leaf), folder: baseUrl ?? folder }
      : inherited.findLast((base) => base.paths !== undefined)?.paths;
    return { baseUrl, paths };
  }

  #listExtended(config: JsonObject, folder: string): readonly string[] {
    const names = typeof config.extends === 'string' ? [config.extends] : listStrings(config.extends);
    return names.flatMap((name) => {
      const path = /^\.{0,2}\//.test(name) ? resolveName(folder, name) : this.#findPackageFile(folder, name);
      if (path === undefined) return [];
      return [path, `${path}.json`, joinNames(path, 'tsconfig.json')]
        .filter((file) => this.#lookup.isFile(file))
        .slice(0, 1);
    });
  }
}

function replaceConfigDir(paths: JsonObject, leaf: string): JsonObject {
  return Object.fromEntries(
    Object.entries(paths).map(([key, targets]) => [
      key,
      listStrings(targets).map((target) => target.replace(CONFIG_DIR, leaf)),
    ]),
  );
}
