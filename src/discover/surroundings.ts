import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { DiscoverOptions } from '../model/options.ts';
import { getFolder, isInside, joinNames, resolveName, toPosix, toRelative } from '../model/paths.ts';
import { findRepository } from './list-git-files.ts';
import type { Root, Scope } from './scope.ts';
import { selectFiles } from './select-files.ts';

/** The whole that the given paths are part of: what else uses a text of theirs stands there. */

/** Who runs the tool from the home folder, or from the root of the disk, does not mean all that lies there. */
function isProjectFolder(folder: string): boolean {
  return dirname(folder) !== folder && !isInside(folder, toPosix(homedir()));
}

/** The repository around a root, else the outermost package up to the folder of the run, else that folder. */
function findWhole({ cwd }: Scope, { path, isFolder }: Root): string {
  const folder = isFolder ? path : getFolder(path);
  const repository = findRepository(folder);
  if (repository !== undefined) return repository;
  if (!isInside(cwd, folder)) return folder;
  const isProject = isProjectFolder(cwd);
  const folders: string[] = [];
  // Above `/a` there is no name left, and `/` is no project.
  for (let at = folder; at !== '' && (at !== cwd || isProject); at = getFolder(at)) {
    folders.push(at);
    if (at === cwd) break;
  }
  return folders.findLast((at) => existsSync(joinNames(at, 'package.json'))) ?? (isProject ? cwd : folder);
}

/** The source files around the given paths, theirs included. */
export function listSurroundings(scope: Scope, options: DiscoverOptions): readonly string[] {
  const folders = new Set(scope.roots.map((root) => findWhole(scope, root)));
  const roots = [...folders].map((path) => ({ path, isFolder: true }));
  // What the settings leave out is not to be changed; its uses count all the same.
  const { files } = selectFiles({ ...scope, roots }, { ...options, include: [], exclude: [] });
  return files.map((path) => toRelative(scope.cwd, resolveName(scope.cwd, path))).sort();
}
