import { realpathSync } from 'node:fs';
import { joinNames, toPosix, toRelative } from '../model/paths.ts';
import type { Sought, SourceFile } from '../model/project.ts';
import { isMinifiedName, isSourceFile } from './file-kinds.ts';
import { isMinified } from './judge-text.ts';
import { KeptTexts } from './kept-texts.ts';
import type { Scan } from './scan-files.ts';
import { isInTerritory, type Scope } from './scope.ts';
import { compileSearch } from './word-search.ts';

/** To prepare a search for so many texts takes longer than whoever asked needs to look into one file more. */
const MANY_TEXTS = 500;
/** Of so many the most begin alike: at each place that one can begin at, hundreds are compared. */
const MAX_TEXTS = 15_000;

/** The files of the territory by name, read when first asked for. */
export class SourceTree {
  readonly #scope: Scope;
  readonly #inScope: ReadonlySet<string>;
  /** In scope and not a candidate: candidates are known to whoever looks for mentions. */
  readonly #others: readonly string[];
  readonly #sources = new Map<string, SourceFile | undefined>();
  readonly #texts = new KeptTexts();
  readonly #listAround: () => readonly string[];
  #around: readonly string[] | null = null;

  /** `listAround`: the files around the given paths, theirs included; asked for only when their uses matter. */
  constructor(scope: Scope, { seen, candidates, problems }: Scan, listAround: () => readonly string[]) {
    this.#scope = scope;
    this.#listAround = listAround;
    this.#inScope = new Set(seen);
    for (const source of candidates) this.#sources.set(source.path, source);
    for (const problem of problems) this.#sources.set(problem.file, undefined);
    this.#others = seen.filter((path) => !this.#sources.has(path));
  }

  isInScope(path: string): boolean {
    return this.#inScope.has(path);
  }

  load(path: string): SourceFile | undefined {
    if (this.#sources.has(path)) return this.#sources.get(path);
    const source = this.#read(path);
    this.#sources.set(path, source);
    return source;
  }

  findMentions(texts: readonly Sought[]): readonly SourceFile[] {
    return this.#search(this.#others, texts);
  }

  findMentionsAround(texts: readonly Sought[]): readonly SourceFile[] {
    this.#around ??= this.#listAround().filter((path) => !this.#inScope.has(path));
    return this.#search(this.#around, texts);
  }

  /** Those of `pages` that hold one of the texts. */
  findPages(pages: readonly string[], texts: readonly string[]): readonly SourceFile[] {
    const mentions = pages.length === 0 ? () => false : compileSearch([], texts);
    return pages.flatMap((path) => {
      const bytes = this.#texts.read(joinNames(this.#scope.cwd, path));
      return bytes === null || !mentions(bytes) ? [] : { path, text: bytes.toString('utf8') };
    });
  }

  #search(paths: readonly string[], texts: readonly Sought[]): readonly SourceFile[] {
    if (paths.length === 0) return [];
    const isHopeless = texts.length > paths.length * MANY_TEXTS || texts.length > MAX_TEXTS;
    if (isHopeless) return paths.flatMap((path) => this.load(path) ?? []);
    const mentions = compileSearch([], texts);
    const found: SourceFile[] = [];
    for (const path of paths) {
      const bytes = this.#texts.read(joinNames(this.#scope.cwd, path));
      if (bytes === null || !mentions(bytes)) continue;
      const source = this.load(path);
      if (source !== undefined) found.push(source);
    }
    return found;
  }

  #read(path: string): SourceFile | undefined {
    if (!isSourceFile(path) || isMinifiedName(path)) return undefined;
    const name = this.#inScope.has(path) ? path : this.#findRealName(path);
    if (name === undefined) return undefined;
    if (name !== path) return this.load(name);
    const text = this.#texts.read(joinNames(this.#scope.cwd, path))?.toString('utf8');
    if (text === undefined) return undefined;
    return isMinified(path, text) ? undefined : { path, text };
  }

  /** The one name that a file out of scope has, links resolved; undefined when it is none of ours to read. */
  #findRealName(path: string): string | undefined {
    try {
      const real = toPosix(realpathSync.native(joinNames(this.#scope.cwd, path)));
      return isInTerritory(this.#scope, real) ? toRelative(this.#scope.cwd, real) : undefined;
    } catch {
      return undefined; // gone, or a link that leads nowhere
    }
  }
}
