import { joinNames } from '../model/paths.ts';
import type { FileProblem, SkippedFile, SourceFile } from '../model/project.ts';
import { DataReaders } from './data-readers.ts';
import { isMinifiedName } from './file-kinds.ts';
import { dropImportNames } from './import-names.ts';
import { isGenerated, isMinified } from './judge-text.ts';
import { isBelowCommonName } from './output-folders.ts';
import { OutsideLinks } from './outside-links.ts';
import { readSource } from './read-file.ts';
import type { Scope } from './scope.ts';
import type { Selection } from './select-files.ts';
import type { ByteSearch } from './word-search.ts';

/** What reading every selected file once has shown; all but `skipped` sorted by path. */
export interface Scan {
  readonly seen: readonly string[];
  readonly candidates: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly FileProblem[];
  /** No candidates, and they may import from outside the given paths. */
  readonly leading: readonly string[];
}

/** Why a candidate is left out, if it is. */
function findSkipReason(path: string, isTooLarge: boolean, text: string): SkippedFile['reason'] | undefined {
  if (isTooLarge) return isMinifiedName(path) ? 'minified' : 'too-large';
  if (isMinified(path, text)) return 'minified';
  return isBelowCommonName(path) && isGenerated(path, text) ? 'build-output' : undefined;
}

/** Node reads names as UTF-8, and what is none becomes a name that no file has. */
function explainGone(path: string): string {
  if (path.includes('\ufffd')) return 'Its name is not UTF-8: rename it, or leave it out with --exclude.';
  return 'The file disappeared before it could be read.';
}

class FileScan {
  readonly seen: string[] = [];
  readonly candidates: SourceFile[] = [];
  readonly skipped: SkippedFile[] = [];
  readonly problems: FileProblem[] = [];
  readonly leading: string[] = [];
  readonly #scope: Scope;
  readonly #matters: ByteSearch;
  readonly #mayMatter: ByteSearch;
  readonly #readers: DataReaders;
  readonly #links: OutsideLinks;

  constructor(scope: Scope, matters: ByteSearch, mayMatter: ByteSearch) {
    this.#scope = scope;
    this.#matters = matters;
    this.#mayMatter = mayMatter;
    this.#readers = new DataReaders(scope, matters);
    this.#links = new OutsideLinks(scope);
  }

  addProblem(file: string, message: string): void {
    this.seen.push(file);
    this.problems.push({ code: 'unreadable-file', file, message });
  }

  addFile(path: string): void {
    const result = readSource(joinNames(this.#scope.cwd, path));
    if (result.kind === 'bytes') this.#judge(path, result.bytes, result.isTooLarge);
    else if (result.kind === 'unreadable') this.addProblem(path, result.message);
    else if (result.kind === 'gone') this.addProblem(path, explainGone(path));
    // Links were resolved when the tree was listed: this one took a file's place since then.
    else if (result.kind === 'link') this.skipped.push({ file: path, reason: 'symlink' });
  }

  #judge(path: string, bytes: Buffer, isTooLarge: boolean): void {
    // Nearly all files end with the first search, for everything at once.
    const isNamed = this.#mayMatter(bytes) ? this.#matters(bytes) : null;
    if (isNamed === null || (!isNamed && isTooLarge)) {
      this.#passOver(path, bytes);
      return;
    }
    const text = isTooLarge ? '' : bytes.toString('utf8');
    const isSure = isNamed && (isTooLarge || this.#matters(Buffer.from(dropImportNames(text))));
    if (!isSure && !this.#readers.has(path, text)) {
      this.#passOver(path, bytes);
      return;
    }
    const reason = findSkipReason(path, isTooLarge, text);
    if (reason !== undefined) {
      this.skipped.push({ file: path, reason });
      return;
    }
    this.seen.push(path);
    this.candidates.push({ path, text });
  }

  #passOver(path: string, bytes: Buffer): void {
    this.seen.push(path);
    if (this.#links.mayLead(path, bytes)) this.leading.push(path);
  }
}

/**
 * Reads every selected file once, and keeps the text of those whose bytes `matters` finds something in. `mayMatter` finds
 * that as well, and the names of data.
 */
export function scanFiles(scope: Scope, selection: Selection, matters: ByteSearch, mayMatter: ByteSearch): Scan {
  const scan = new FileScan(scope, matters, mayMatter);
  for (const path of selection.closed) scan.addProblem(`${path}/`, 'The folder could not be opened.');
  for (const path of selection.files) scan.addFile(path);
  const problems = scan.problems.sort((a, b) => (a.file < b.file ? -1 : 1));
  const { seen, candidates, skipped, leading } = scan;
  return { seen: seen.sort(), candidates, skipped, problems, leading };
}
