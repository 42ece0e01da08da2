import { existsSync, lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runGitSync } from '../git.ts';
import { getFolder, joinNames } from '../model/paths.ts';
import { isForeign, isForeignName } from './file-kinds.ts';
import { type EntryKind, FolderEntries } from './folder-entries.ts';
import { type Listing, setsVariables, type TreeFile } from './listing.ts';

/** `--stage` writes mode, object and stage before tracked names; untracked ones stand alone. */
const TRACKED = /^(\d{6}) [0-9a-f]+ \d\t/;
const SUBMODULE = /^160000 /;

/** The folder that holds `.git` (a folder, or a file in a worktree or submodule), at or above `folder`. */
export function findRepository(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** NUL-separated names, or null when git is missing or refuses (a repository of somebody else's). */
function runLsFiles(folder: string, options: readonly string[]): readonly string[] | null {
  const output = runGitSync(folder, ['ls-files', '--stage', '-z', ...options]);
  return output === null ? null : output.split('\0').filter((line) => line !== '');
}

/** Sorts what git names by what is on the disk: git lists deleted files too, and does not say what is a link. */
class GitListing implements Listing {
  readonly files: TreeFile[] = [];
  readonly envFiles: string[] = [];
  readonly nested: string[] = [];
  readonly closed: string[] = [];
  readonly #folder: string;
  readonly #entries: FolderEntries;
  /** Git lists one folder after the other: where the last name was, and whether that is somebody else's. */
  #last = '';
  #isForeign = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#entries = new FolderEntries(folder);
  }

  addLine(line: string): void {
    const isTracked = TRACKED.test(line);
    const path = isTracked ? line.slice(line.indexOf('\t') + 1) : line;
    const isNested = path.endsWith('/');
    const name = isNested ? path.slice(0, -1) : path;
    const folder = getFolder(name);
    if (folder !== this.#last) {
      this.#last = folder;
      this.#isForeign = isForeign(folder);
    }
    // Without an ignore file git lists all of node_modules.
    if (this.#isForeign || isForeignName(name.slice(folder === '' ? 0 : folder.length + 1))) return;
    if (isNested || (isTracked && SUBMODULE.test(line))) this.nested.push(name);
    else this.#addFile(path, folder, isTracked);
  }

  #addFile(path: string, folder: string, isTracked: boolean): void {
    const kind = this.#findKind(path, folder);
    // Tracked and absent is deleted by its owner; but a name that is not UTF-8 only looks absent, and reading will tell.
    if (kind === undefined && isTracked && !path.includes('\uFFFD')) return;
    this.files.push({ path, isTracked, isLink: kind === 'link' });
  }

  #findKind(path: string, folder: string): EntryKind | undefined {
    const entries = this.#entries.list(folder);
    if (entries === null) return 'file'; // in a closed folder: reading will tell
    const kind = entries.get(folder === '' ? path : path.slice(folder.length + 1));
    if (kind !== undefined || entries.size === 0) return kind;
    // Git may know the name in another case or normal form than the disk, which on such a system finds it all the same.
    const stats = lstatSync(join(this.#folder, path), { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isSymbolicLink() ? 'link' : 'file';
  }

  addEnvFiles(): void {
    for (const [folder, entries] of this.#entries.listed) {
      for (const [name, kind] of entries ?? [])
        if (setsVariables(name) && kind !== 'folder') this.envFiles.push(joinNames(folder, name));
    }
  }
}

/** What git knows below `folder` and what it would let be added; null when git cannot say. */
export function listGitFiles(folder: string): Listing | null {
  const lines = runLsFiles(folder, ['--cached', '--others', '--exclude-standard']);
  if (lines === null) return null;
  const listing = new GitListing(folder);
  for (const line of lines) listing.addLine(line);
  listing.addEnvFiles();
  return listing;
}

/** The names below `folder` that git tracks; empty when git cannot say. */
export function listTrackedNames(folder: string): ReadonlySet<string> {
  const lines = runLsFiles(folder, ['--cached']) ?? [];
  return new Set(lines.map((line) => line.replace(TRACKED, '')));
}
