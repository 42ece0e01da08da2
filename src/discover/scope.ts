import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { isInside, toPosix } from '../model/paths.ts';
import { isForeign } from './file-kinds.ts';
import { findRepository } from './list-git-files.ts';

/** A file or folder that was named, links resolved. */
export interface Root {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Where a run looks: what it may change, and what it may read beyond that. Absolute paths, links resolved. */
export interface Scope {
  readonly cwd: string;
  readonly roots: readonly Root[];
  /** Where imports may lead: the cwd and the folders named, each with the whole repository around it. */
  readonly territory: readonly string[];
}

/** Undefined when there is nothing, or nothing that may be looked at. */
function findRoot(path: string): Root | undefined {
  try {
    const real = realpathSync.native(path);
    return { path: toPosix(real), isFolder: statSync(real).isDirectory() };
  } catch {
    return undefined;
  }
}

function findNamedRoot(cwd: string, path: string): Root {
  const root = findRoot(resolve(cwd, path));
  if (root !== undefined) return root;
  throw new UserError(`There is no file or folder "${path}".`, {
    hint: 'Paths are relative to the current folder, or to the one given with --cwd.',
  });
}

export function resolveScope(folder: string, paths: readonly string[]): Scope {
  const cwd = findRoot(folder);
  if (!cwd?.isFolder)
    throw new UserError('The folder to run in does not exist.', { hint: 'Give an existing one: --cwd .' });
  const roots = (paths.length === 0 ? ['.'] : paths).map((path) => findNamedRoot(cwd.path, path));
  const folders = [cwd, ...roots].map((root) => (root.isFolder ? root.path : dirname(root.path)));
  const territory = new Set(folders.flatMap((path) => [path, findRepository(path) ?? path]));
  return { cwd: cwd.path, roots, territory: [...territory] };
}

/** May the file with this real path be analysed and edited? */
export function isInRoots({ roots }: Scope, path: string): boolean {
  return roots.some((root) => (root.isFolder ? isInside(root.path, path) : root.path === path));
}

/** May the file with this real path be read because an import leads there? */
export function isInTerritory({ territory }: Scope, path: string): boolean {
  return territory.some((folder) => isInside(folder, path) && !isForeign(path.slice(folder.length)));
}
