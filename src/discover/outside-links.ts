import { isInside, joinNames } from '../model/paths.ts';
import type { Project, SourceFile } from '../model/project.ts';
import { FileLookup } from './resolve/file-lookup.ts';
import { WorkspacePackages } from './resolve/workspace-packages.ts';
import { isInRoots, type Root, type Scope } from './scope.ts';
import { type ByteSearch, compileSearch } from './word-search.ts';

/**
 * `import { API, PATHS } from '../config/api.js'` of a file that holds no word itself, where `config` is outside the given paths:
 * what the file sends is written there alone.
 */

const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g;
/** Files outside that only pass on what others export are looked through this far. */
const MAX_HOPS = 3;

/** How many folders up from a file below a root is what is outside of it? None for a file that was named itself. */
function countClimb({ path, isFolder }: Root, file: string): number {
  if (!isFolder) return 0;
  let count = 1;
  for (let at = file.indexOf('/', path.length + 1); at !== -1; at = file.indexOf('/', at + 1)) count += 1;
  return count;
}

/** The names of the packages of the workspace around that are not below the given paths. */
function listPackagesOutside(scope: Scope): readonly string[] {
  const packages = new WorkspacePackages(new FileLookup(scope));
  const folders = packages.listAround(scope.cwd);
  return [...folders].flatMap(([name, folder]) =>
    scope.roots.some((root) => isInside(root.path, folder)) ? [] : name,
  );
}

/** Tells from the bytes of a file whether it may name one outside the given paths. */
export class OutsideLinks {
  readonly #scope: Scope;
  /** Is there nothing outside that may be read? */
  readonly #isWhole: boolean;
  /** What such a file says to name one outside, by the folders up. */
  readonly #climbs: Buffer[] = [];
  #namesPackage: ByteSearch | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.#isWhole = scope.territory.every((folder) => isInRoots(scope, folder));
  }

  mayLead(path: string, bytes: Buffer): boolean {
    if (this.#isWhole) return false;
    const file = joinNames(this.#scope.cwd, path);
    let least = Number.POSITIVE_INFINITY;
    for (const root of this.#scope.roots)
      if (root.isFolder ? isInside(root.path, file) : root.path === file)
        least = Math.min(least, countClimb(root, file));
    if (least === Number.POSITIVE_INFINITY) return false;
    const climb = this.#climbs[least] ?? Buffer.from(least === 0 ? './' : '../'.repeat(least));
    this.#climbs[least] = climb;
    if (bytes.includes(climb)) return true;
    this.#namesPackage ??= this.#compilePackages();
    return this.#namesPackage(bytes);
  }

  #compilePackages(): ByteSearch {
    const names = listPackagesOutside(this.#scope);
    return names.length === 0 ? () => false : compileSearch([], names);
  }
}

type Tree = Pick<Project, 'load' | 'resolve' | 'isInScope'>;

/** Is there something that matters in what a file imports from outside, or in what that passes on? */
function leadsToWords(tree: Tree, { path, text }: SourceFile, matters: (text: string) => boolean, hops = 0): boolean {
  for (const [, , specifier = ''] of text.matchAll(SPECIFIER)) {
    const target = tree.resolve(specifier, path);
    if (target.kind !== 'file' || tree.isInScope(target.path)) continue;
    const source = tree.load(target.path);
    if (source === undefined) continue;
    if (matters(source.text) || (hops < MAX_HOPS && leadsToWords(tree, source, matters, hops + 1))) return true;
  }
  return false;
}

/** The files that import, from outside the scope, a file that matters. */
export function findOutsideReaders(
  tree: Tree,
  paths: readonly string[],
  matters: (text: string) => boolean,
): readonly SourceFile[] {
  return paths.flatMap((path) => {
    const source = tree.load(path);
    return source !== undefined && leadsToWords(tree, source, matters) ? source : [];
  });
}
