import { readdirSync } from 'node:fs';
import { getFolder, joinNames } from '../model/paths.ts';

export type EntryKind = 'file' | 'folder' | 'link';

/** Folders below one top, each listed once. Nothing is found through a link: what lies behind one is elsewhere. */
export class FolderEntries {
  readonly #top: string;
  readonly #folders = new Map<string, ReadonlyMap<string, EntryKind> | null>();

  constructor(top: string) {
    this.#top = top;
  }

  /** The entries of a folder (relative to the top) by name; empty when there is no such folder, null when it is closed. */
  list(folder: string): ReadonlyMap<string, EntryKind> | null {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const entries = this.#isRealFolder(folder)
      ? readEntries(joinNames(this.#top, folder))
      : new Map<string, EntryKind>();
    this.#folders.set(folder, entries);
    return entries;
  }

  /** All folders listed so far. */
  get listed(): IterableIterator<readonly [string, ReadonlyMap<string, EntryKind> | null]> {
    return this.#folders.entries();
  }

  #isRealFolder(folder: string): boolean {
    if (folder === '') return true;
    const siblings = this.list(getFolder(folder));
    return siblings === null || siblings.get(folder.slice(folder.lastIndexOf('/') + 1)) === 'folder';
  }
}

function readEntries(path: string): ReadonlyMap<string, EntryKind> | null {
  const entries = new Map<string, EntryKind>();
  try {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (entry.isFile()) entries.set(entry.name, 'file');
      else if (entry.isDirectory()) entries.set(entry.name, 'folder');
      else if (entry.isSymbolicLink()) entries.set(entry.name, 'link'); // the rest are pipes, sockets and devices
    }
    return entries;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isAbsent ? entries : null;
  }
}
