import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { joinNames, toRelative } from '../model/paths.ts';
import { isForeign } from './file-kinds.ts';
import { collectRulesAbove, extendRules, type IgnoreRules, isIgnored } from './ignore-rules.ts';
import { type Listing, setsVariables, type TreeFile } from './listing.ts';

interface OpenFolder {
  /** Relative to the top of the rules. */
  readonly path: string;
  readonly rules: IgnoreRules | null;
}

/** Lists what git would list if it were asked, for trees it does not know. Links are listed, never followed. */
class FolderWalk {
  readonly #files: TreeFile[] = [];
  readonly #envFiles: string[] = [];
  readonly #nested: string[] = [];
  readonly #closed: string[] = [];
  readonly #top: string;
  readonly #start: string;
  readonly #usesRules: boolean;
  readonly #open: OpenFolder[] = [];

  constructor(top: string, folder: string, usesRules: boolean) {
    this.#top = top;
    this.#start = toRelative(top, folder);
    this.#usesRules = usesRules;
    this.#open.push({ path: this.#start, rules: usesRules ? collectRulesAbove(top, this.#start) : null });
  }

  run(): Listing {
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) this.#enter(next);
    return { files: this.#files, envFiles: this.#envFiles, nested: this.#nested, closed: this.#closed };
  }

  #name(path: string): string {
    return this.#start === '' ? path : path.slice(this.#start.length + 1);
  }

  #enter({ path, rules: above }: OpenFolder): void {
    const rules = this.#usesRules ? extendRules(above, this.#top, path) : null;
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(joinNames(this.#top, path), { withFileTypes: true });
    } catch {
      this.#closed.push(this.#name(path));
      return;
    }
    for (const entry of entries) this.#add(entry, joinNames(path, entry.name), rules);
  }

  #add(entry: Dirent, path: string, rules: IgnoreRules | null): void {
    if (!entry.isDirectory()) {
      const isLink = entry.isSymbolicLink();
      if (!isLink && !entry.isFile()) return; // a pipe, a socket, a device
      if (setsVariables(entry.name)) this.#envFiles.push(this.#name(path));
      if (!isIgnored(rules, path)) this.#files.push({ path: this.#name(path), isTracked: false, isLink });
      return;
    }
    if (isForeign(entry.name) || isIgnored(rules, `${path}/`)) return;
    if (this.#usesRules && existsSync(`${joinNames(this.#top, path)}/.git`)) this.#nested.push(this.#name(path));
    else this.#open.push({ path, rules });
  }
}

/** All files below `folder`; with `rulesFrom`, without what the `.gitignore` files from there downwards name. */
export function walkFolder(folder: string, rulesFrom: string | null): Listing {
  return new FolderWalk(rulesFrom ?? folder, folder, rulesFrom !== null).run();
}
