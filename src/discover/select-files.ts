import type { DiscoverOptions } from '../model/options.ts';
import { getFolder, joinNames, toRelative } from '../model/paths.ts';
import type { Project, SkippedFile } from '../model/project.ts';
import { isForeign, isPage, isSourceFile } from './file-kinds.ts';
import { compileGlobTest, type PathTest } from './globs.ts';
import { listTree } from './list-tree.ts';
import type { TreeFile } from './listing.ts';
import { OutputFolders } from './output-folders.ts';
import { resolveLink } from './resolve-link.ts';
import type { Root, Scope } from './scope.ts';

/** The source files in scope, sorted, before any has been read. All paths are relative to the cwd. */
export interface Selection {
  readonly files: readonly string[];
  readonly skipped: readonly SkippedFile[];
  readonly envFiles: ReadonlySet<string>;
  readonly pages: readonly string[];
  /** Folders that could not be opened. */
  readonly closed: readonly string[];
  /** What was named and is none to look at. */
  readonly refused: Project['refused'];
}

type SkipReason = SkippedFile['reason'];

/** The folders that a name lies in, outermost first, from `root` inwards. */
function listFolders(path: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let at = getFolder(path); at !== '' && at.length >= root.length; at = getFolder(at)) folders.unshift(at);
  return folders;
}

class FileSelection {
  readonly #files = new Set<string>();
  readonly envFiles = new Set<string>();
  readonly #pages = new Set<string>();
  readonly closed: string[] = [];
  readonly #refused: { readonly path: string; readonly why: string }[] = [];
  readonly #skipped = new Map<string, SkipReason>();
  /** Excluded files, each with the root that it was found under. */
  readonly #excluded = new Map<string, string>();
  readonly #scope: Scope;
  readonly #options: DiscoverOptions;
  readonly #isIncluded: PathTest;
  readonly #isExcluded: PathTest;

  constructor(scope: Scope, options: DiscoverOptions) {
    this.#scope = scope;
    this.#options = options;
    const { include, exclude, globCwd } = options;
    this.#isIncluded = include.length === 0 ? () => true : compileGlobTest(include, globCwd?.include);
    this.#isExcluded = compileGlobTest(exclude, globCwd?.exclude);
  }

  addRoot(root: Root): void {
    const name = toRelative(this.#scope.cwd, root.path);
    if (isForeign(name)) {
      this.#refused.push({ path: name, why: 'installed packages are not looked at' });
      return; // named or not, nobody edits one
    }
    if (!root.isFolder) {
      if (!isSourceFile(name)) this.#refused.push({ path: name, why: 'no source file that is read' });
      this.#addFile(name, name); // named by hand: neither an ignore file nor the name of its folder counts
      return;
    }
    const outputs = new OutputFolders(this.#scope.cwd, name);
    const listing = listTree(root.path, { cwd: this.#scope.cwd, gitignore: this.#options.gitignore });
    for (const file of listing.files) this.#addListed(joinNames(name, file.path), file, outputs, name);
    for (const path of listing.envFiles) this.envFiles.add(joinNames(name, path));
    this.closed.push(...listing.closed.map((path) => joinNames(name, path)));
  }

  #addListed(path: string, { isTracked, isLink }: TreeFile, outputs: OutputFolders, root: string): void {
    const isOfPage = !isLink && isPage(path);
    if (!isLink && !isOfPage && !isSourceFile(path)) return;
    const output = outputs.find(getFolder(path), isTracked);
    if (isOfPage) {
      if (output === undefined) this.#pages.add(path);
    } else if (output !== undefined) this.#skipped.set(`${output}/`, 'build-output');
    else if (isLink) this.#addLink(path, root);
    else this.#addFile(path, root);
  }

  #addLink(path: string, root: string): void {
    const target = resolveLink(this.#scope, path);
    if (target.kind === 'out-of-bounds') this.#skipped.set(path, 'symlink');
    else if (target.kind === 'file' && !this.#files.has(target.path)) this.#addFile(target.path, root);
  }

  #addFile(path: string, root: string): void {
    if (!isSourceFile(path) || !this.#isIncluded(path)) return;
    if (this.#isExcluded(path)) this.#excluded.set(path, root);
    else this.#files.add(path);
  }

  finish(): Selection {
    const taken = new Set<string>();
    for (const path of this.#files) {
      for (let at = getFolder(path); at !== '' && !taken.has(at); at = getFolder(at)) taken.add(at);
    }
    for (const folder of taken) this.#skipped.delete(`${folder}/`); // another root took from it
    for (const [path, root] of this.#excluded) {
      const folder = listFolders(path, root).find((name) => !taken.has(name)); // nothing is left of it: name it once
      this.#skipped.set(folder === undefined ? path : `${folder}/`, 'excluded');
    }
    const { envFiles, closed } = this;
    return {
      refused: this.#refused,
      files: [...this.#files].sort(),
      pages: [...this.#pages].sort(),
      envFiles,
      closed,
      skipped: [...this.#skipped].map(([file, reason]) => ({ file, reason })),
    };
  }
}

/** Lists every root of the scope and keeps the source files that the options want. */
export function selectFiles(scope: Scope, options: DiscoverOptions): Selection {
  const selection = new FileSelection(scope, options);
  for (const root of scope.roots) selection.addRoot(root);
  return selection.finish();
}
