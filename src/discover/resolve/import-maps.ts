import { isJsonObject, type JsonObject } from '../../model/json-object.ts';
import { joinNames, resolveName } from '../../model/paths.ts';
import type { FileLookup } from './file-lookup.ts';

/** The maps of Deno: `"imports": { "ky": "npm:ky@1", "shared/": "./_shared/" }` in its settings or in a file of its own. */

const FILES = ['deno.json', 'deno.jsonc', 'import_map.json'];
const RELATIVE = /^\.{0,2}\//;

interface ImportMap {
  readonly folder: string;
  readonly imports: JsonObject;
}

/** Where an import leads: to a path of the project, or to an address elsewhere. */
type Mapped = { readonly path: string } | { readonly address: string };

export class ImportMaps {
  readonly #lookup: FileLookup;
  readonly #maps = new Map<string, readonly ImportMap[]>();

  constructor(lookup: FileLookup) {
    this.#lookup = lookup;
  }

  /** What the import stands for; undefined where no map above the file names it. */
  find(folder: string, specifier: string): Mapped | undefined {
    for (const map of this.#list(folder)) {
      const mapped = findMapped(map, specifier);
      if (mapped !== undefined) return mapped;
    }
    return undefined;
  }

  /** Those above a folder, the nearest first. */
  #list(folder: string): readonly ImportMap[] {
    const known = this.#maps.get(folder) ?? this.#lookup.listUpwards(folder).flatMap((at) => this.#read(at) ?? []);
    this.#maps.set(folder, known);
    return known;
  }

  #read(folder: string): ImportMap | undefined {
    for (const name of FILES) {
      const settings = this.#lookup.readJson(joinNames(folder, name));
      if (settings === undefined) continue;
      if (isJsonObject(settings.imports)) return { folder, imports: settings.imports };
      if (typeof settings.importMap !== 'string') continue;
      const path = resolveName(folder, settings.importMap);
      const imports = this.#lookup.readJson(path)?.imports;
      if (isJsonObject(imports)) return { folder: resolveName(path, '..'), imports };
    }
    return undefined;
  }
}

/** A key that ends in a slash stands for all that begins with it; the longest says most. */
function findMapped({ folder, imports }: ImportMap, specifier: string): Mapped | undefined {
  const keys = Object.keys(imports).filter((key) =>
    key.endsWith('/') ? specifier.startsWith(key) : specifier === key,
  );
  const key = keys.sort((a, b) => b.length - a.length)[0];
  const target = key === undefined ? undefined : imports[key];
  if (key === undefined || typeof target !== 'string') return undefined;
  const address = `${target}${specifier.slice(key.length)}`;
  return RELATIVE.test(address) ? { path: resolveName(folder, address) } : { address };
}
