import { isInside, joinNames } from '../model/paths.ts';
import type { Project, SourceFile } from '../model/project.ts';
import { FileLookup } from './resolve/file-lookup.ts';
import { WorkspacePackages } from './resolve/workspace-packages.ts';
import type { Root, Scope } from './scope.ts';
import { type ByteSearch, compileSearch } from './word-search.ts';

/**
 * `import { API, PATHS } from '../config/api.js'` of a file that holds no word itself, where `config` is outside the given paths:
 * what the file sends is written there alone.
 */

const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"])([^'"\n]+)\1/g;
/** Files outside that only pass on what others export are looked through this far. */
const MAX_HOPS = 3;

/** What a file below a root has to say to name one outside of it. */
function findClimb({ path, isFolder }: Root, file: string): string {
  if (!isFolder) return './';
  return '../'.repeat(file.slice(path.length + 1).split('/').length);
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
  readonly #climbs = new Map<string, Buffer>();
  #namesPackage: ByteSearch | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  mayLead(path: string, bytes: Buffer): boolean {
    const file = joinNames(this.#scope.cwd, path);
    const climb = this.#scope.roots
      .filter((root) => (root.isFolder ? isInside(root.path, file) : root.path === file))
      .map((root) => findClimb(root, file))
      .sort((a, b) => a.length - b.length)[0];
    if (climb === undefined) return false;
    const known = this.#climbs.get(climb) ?? Buffer.from(climb);
    this.#climbs.set(climb, known);
    if (bytes.includes(known)) return true;
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

/** Those of some files that import from outside what makes them candidates. */
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
