import { isInside, joinNames } from '../model/paths.ts';
import { findRepository, listGitFiles, listTrackedNames } from './list-git-files.ts';
import type { Listing, TreeFile } from './listing.ts';
import { walkFolder } from './walk-folder.ts';

/** How one folder is listed. All paths are absolute. */
interface TreeOptions {
  /** Outside a repository `.gitignore` files count from here downwards, when the folder lies in it. */
  readonly cwd: string;
  readonly gitignore: boolean;
}

function isEmpty({ files, nested }: Listing): boolean {
  return files.length === 0 && nested.length === 0;
}

/** Everything, ignored or not; git is asked only for what it tracks. */
function listAll(folder: string, repository: string | undefined): Listing {
  const listing = walkFolder(folder, null);
  if (repository === undefined) return listing;
  const tracked = listTrackedNames(folder);
  return { ...listing, files: listing.files.map((file) => ({ ...file, isTracked: tracked.has(file.path) })) };
}

function listOne(folder: string, { cwd, gitignore }: TreeOptions): Listing {
  const repository = findRepository(folder);
  if (!gitignore) return listAll(folder, repository);
  if (repository === undefined) return walkFolder(folder, isInside(cwd, folder) ? cwd : folder);
  const listing = listGitFiles(folder);
  if (listing === null) return walkFolder(folder, repository);
  // A folder that git ignores as a whole, yet it was named: it is wanted, and only its own rules count.
  return isEmpty(listing) ? walkFolder(folder, folder) : listing;
}

/** What lies below `folder`, repositories within it included. */
export function listTree(folder: string, options: TreeOptions): Listing {
  const files: TreeFile[] = [];
  const envFiles: string[] = [];
  const closed: string[] = [];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const name = at;
    const listing = listOne(joinNames(folder, name), options);
    for (const file of listing.files) files.push(name === '' ? file : { ...file, path: joinNames(name, file.path) });
    envFiles.push(...listing.envFiles.map((path) => joinNames(name, path)));
    closed.push(...listing.closed.map((path) => joinNames(name, path)));
    open.push(...listing.nested.map((path) => joinNames(name, path)));
  }
  return { files, envFiles, nested: [], closed };
}
