import { isBuiltin } from 'node:module';
import { isJsonObject } from '../../model/json-object.ts';
import { getFolder, joinNames, resolveName } from '../../model/paths.ts';
import type { ResolvedImport } from '../../model/project.ts';
import type { Scope } from '../scope.ts';
import { BundlerAliases } from './bundler-aliases.ts';
import { FileLookup } from './file-lookup.ts';
import { listUsualPaths } from './framework-aliases.ts';
import { ImportMaps } from './import-maps.ts';
import { findPackageEntry, listSourcePaths, listTargets } from './package-entry.ts';
import { YAML } from './parse-data.ts';
import { findMapping } from './pattern-map.ts';
import { TsconfigPaths } from './tsconfig-paths.ts';
import { WorkspacePackages } from './workspace-packages.ts';

const RELATIVE = /^\.{1,2}(?:\/|$)/;
/** `.`, `..`, `./x/`: a folder is meant, even where a file of that name stands beside it. */
const NAMES_FOLDER = /(?:^|\/)\.{0,2}\/?$/;
const TYPED = /\.(?:[mc]?tsx?|vue|svelte|astro)$/;
/** `npm:axios@1.7.2/dist` is how Deno writes `axios/dist`. */
const REGISTRY = /^(?:npm|jsr):\/?(@?[^@]+)(?:@[^/]*)?/;
const PACKAGE = /^((?:@[\w-][\w.~-]*\/)?[\w-][\w.~-]*)(?:\/(.*))?$/;

/** The package that a specifier names, or the specifier itself where it names none (`node:https`, `virtual:routes`). */
function getPackageName(specifier: string): string {
  return PACKAGE.exec(specifier)?.[1] ?? specifier;
}

/** Follows import specifiers to source files. Node and bundlers lead to what is built; here the source is wanted. */
class ImportResolver {
  readonly #lookup: FileLookup;
  readonly #bundler: BundlerAliases;
  readonly #maps: ImportMaps;
  readonly #packages: WorkspacePackages;
  readonly #tsconfig: TsconfigPaths;

  constructor(scope: Scope) {
    this.#lookup = new FileLookup(scope);
    this.#bundler = new BundlerAliases(this.#lookup);
    this.#maps = new ImportMaps(this.#lookup);
    this.#packages = new WorkspacePackages(this.#lookup);
    this.#tsconfig = new TsconfigPaths(this.#lookup, (folder, specifier) => this.#findPackageFile(folder, specifier));
  }

  resolve(specifier: string, folder: string, isTyped: boolean): ResolvedImport {
    const mapped = RELATIVE.test(specifier) ? undefined : this.#maps.find(folder, specifier);
    if (mapped !== undefined && 'path' in mapped)
      return this.#toFile(this.#findModule(mapped.path, isTyped), specifier);
    const plain = (mapped?.address ?? specifier).replace(REGISTRY, '$1');
    const isOfNode = mapped === undefined && isBuiltin(plain);
    const found = isOfNode ? undefined : this.#find(plain, folder, isTyped);
    const answer = this.#toFile(found, getPackageName(plain));
    return answer.kind === 'file' || mapped === undefined ? answer : { ...answer, address: mapped.address };
  }

  #toFile(found: string | undefined, name: string): ResolvedImport {
    const path = found === undefined ? undefined : this.#lookup.findName(found);
    return path === undefined ? { kind: 'external', name } : { kind: 'file', path };
  }

  readText(path: string, folder: string): string | undefined {
    return this.#lookup.readText(resolveName(folder, path));
  }

  readData(specifier: string, folder: string): object | undefined {
    const paths = RELATIVE.test(specifier)
      ? [resolveName(folder, specifier)]
      : this.#tsconfig.list(folder, specifier).concat(this.#listAliasPaths(specifier, folder));
    const names = paths.map((path) => (path.endsWith('.json') || YAML.test(path) ? path : `${path}.json`));
    const found = names.find((name) => this.#lookup.isFile(name));
    return found === undefined ? undefined : this.#lookup.readData(found);
  }

  #find(specifier: string, folder: string, isTyped: boolean): string | undefined {
    if (RELATIVE.test(specifier)) {
      const path = resolveName(folder, specifier);
      return NAMES_FOLDER.test(specifier) ? this.#findInFolder(path) : this.#findModule(path, isTyped);
    }
    if (specifier.startsWith('#')) return this.#findInternal(specifier, folder, isTyped);
    return (
      this.#findFirst(this.#tsconfig.list(folder, specifier), isTyped) ??
      this.#findInPackage(specifier, folder) ??
      this.#findFirst(this.#listAliasPaths(specifier, folder), isTyped)
    );
  }

  #findFirst(paths: readonly string[], isTyped: boolean): string | undefined {
    for (const path of paths) {
      const found = this.#findModule(path, isTyped);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #findModule(path: string, isTyped: boolean): string | undefined {
    return (
      this.#lookup.findSource(path, isTyped) ?? (this.#lookup.isFolder(path) ? this.#findInFolder(path) : undefined)
    );
  }

  /** A folder with a manifest says what it means; one without means its index. */
  #findInFolder(path: string): string | undefined {
    const isPackage = this.#lookup.isFile(joinNames(path, 'package.json'));
    return (
      (isPackage ? findPackageEntry(this.#lookup, path, '.') : undefined) ??
      this.#lookup.findSource(joinNames(path, 'index'), true)
    );
  }

  #findOwnPackage(folder: string): string | undefined {
    return this.#lookup.listUpwards(folder).find((at) => this.#lookup.isFile(joinNames(at, 'package.json')));
  }

  /** `#x`, by the `imports` of the package that the file belongs to. */
  #findInternal(specifier: string, folder: string, isTyped: boolean): string | undefined {
    const own = this.#findOwnPackage(folder);
    const imports = own === undefined ? undefined : this.#lookup.readJson(joinNames(own, 'package.json'))?.imports;
    const mapping = isJsonObject(imports) ? findMapping(imports, specifier) : undefined;
    if (own === undefined || mapping === undefined)
      return this.#findFirst(this.#tsconfig.list(folder, specifier), isTyped);
    for (const target of listTargets(mapping.value, mapping.star)) {
      const found = target.startsWith('./')
        ? this.#findFirst(
            listSourcePaths(target).map((path) => joinNames(own, path)),
            isTyped,
          )
        : this.#findInPackage(target, folder);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #findInPackage(specifier: string, folder: string): string | undefined {
    const [, name, subpath] = PACKAGE.exec(specifier) ?? [];
    const found = name === undefined ? undefined : this.#packages.find(folder, name);
    return found === undefined
      ? undefined
      : findPackageEntry(this.#lookup, found, subpath === undefined ? '.' : `./${subpath}`);
  }

  #findPackageFile(folder: string, specifier: string): string | undefined {
    const [, name, subpath] = PACKAGE.exec(specifier) ?? [];
    const found = name === undefined ? undefined : this.#packages.find(folder, name);
    return found === undefined ? undefined : joinNames(found, subpath ?? '');
  }

  /** By what the build says, then by what frameworks say where it says nothing. */
  #listAliasPaths(specifier: string, folder: string): readonly string[] {
    const own = this.#findOwnPackage(folder) ?? this.#lookup.listUpwards(folder).at(-1);
    if (own === undefined || this.#isInstalled(own, specifier)) return [];
    const usual = listUsualPaths(specifier).map((path) => joinNames(own, path));
    return [...this.#bundler.list(folder, specifier), ...usual];
  }

  /** A package that the manifest asks for is no folder of the project, however its build calls them. */
  #isInstalled(own: string, specifier: string): boolean {
    const { dependencies, devDependencies } = this.#lookup.readJson(joinNames(own, 'package.json')) ?? {};
    const name = getPackageName(specifier);
    return [dependencies, devDependencies].some((packages) => isJsonObject(packages) && Object.hasOwn(packages, name));
  }
}

/** Where imports lead, as seen from file `from` (relative to the cwd). */
interface Imports {
  /** Never throws; each answer is found once. */
  resolve(specifier: string, from: string): ResolvedImport;
  /** What a JSON file holds that an import leads to. */
  readData(specifier: string, from: string): object | undefined;
  /** The text of a file beside code. */
  readText(path: string, from: string): string | undefined;
}

export function createImports(scope: Scope): Imports {
  const resolver = new ImportResolver(scope);
  const answers = new Map<string, ResolvedImport>();
  const readData = (specifier: string, from: string): object | undefined =>
    resolver.readData(specifier, resolveName(scope.cwd, getFolder(from)));
  const readText = (path: string, from: string): string | undefined =>
    resolver.readText(path, resolveName(scope.cwd, getFolder(from)));
  const resolve = (specifier: string, from: string): ResolvedImport => {
    const folder = getFolder(from);
    const isTyped = TYPED.test(from);
    const key = `${folder}\0${isTyped}\0${specifier}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = resolver.resolve(specifier, resolveName(scope.cwd, folder), isTyped);
    answers.set(key, answer);
    return answer;
  };
  return { resolve, readData, readText };
}
