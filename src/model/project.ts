import type { Level } from './findings.ts';
import type { Position } from './location.ts';

/** One decoded UTF-8 file. `path` is relative to the cwd with "/"; a BOM stays in `text`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A file that was seen and could not be analysed; becomes an entry of the report's `errors`. */
export interface FileProblem extends Partial<Position> {
  readonly code: 'unparsed-file' | 'unreadable-file';
  readonly file: string;
  readonly message: string;
  /** Set when the file was analysed, and what failed came later. */
  readonly stage?: 'edit' | 'write';
  /** Where the config gives the code another level than `error`; `off` is counted and not shown. */
  readonly level?: Level | 'off';
}

/** A file left out on purpose; named in the report so that nothing is silently gone. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: 'minified' | 'build-output' | 'too-large' | 'symlink' | 'excluded';
}

/** `NAME=value` of an `.env*` file of the tree, or of another that sets variables. */
export interface EnvAssignment {
  readonly name: string;
  readonly value: string;
  readonly file: string;
  readonly line: number;
  /** Set where a script says it that runs the tests. */
  readonly isOfTests?: true;
  /** Set for a path alone, `/api`: a server of the own machine hands on what is asked of it. */
  readonly isOwnPath?: true;
}

/** What an import specifier leads to: a file of the tree, or a package that is not part of it. */
export type ResolvedImport =
  | { readonly kind: 'file'; readonly path: string }
  /** `address`: what a map of the project makes of the specifier. */
  | { readonly kind: 'external'; readonly name: string; readonly address?: string };

/** A text with certain characters around it: of each string before or behind it, one of its ASCII characters. */
interface FramedText {
  readonly before: readonly string[];
  readonly text: string;
  readonly after: readonly string[];
}

/** What files are searched for, in any case. */
export type Sought = string | FramedText;

/** Everything discover hands on. Functions read the tree lazily and never throw. */
export interface Project {
  /** Absolute path; never printed. */
  readonly cwd: string;
  /** Files in scope (under the given paths), whether or not they matter. */
  readonly seen: readonly string[];
  /** The files in scope whose bytes hold a word that can matter; sorted by path. */
  readonly candidates: readonly SourceFile[];
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly FileProblem[];
  /** Files and folders that were named and are none to look at, with why. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
  readonly env: readonly EnvAssignment[];
  /** What `.env*` files set to a path alone. */
  readonly ownPaths?: readonly EnvAssignment[];
  /** What code, not tests, sets the variables of these names to, that of stacks and of entry files. */
  findSettings(names: ReadonlySet<string>): readonly EnvAssignment[];
  /** Does a piece of a file hold what makes a file a candidate? */
  matters(piece: string): boolean;
  /** A file of the tree by its relative path, also one out of scope (imports lead there); cached. */
  load(path: string): SourceFile | undefined;
  resolve(specifier: string, from: string): ResolvedImport;
  /** What the JSON file holds that a specifier leads to; undefined where it leads to none. */
  readData(specifier: string, from: string): object | undefined;
  /** The text of a file beside code, such as a template, by its relative path from that; undefined where there is none. */
  readText(path: string, from: string): string | undefined;
  /** The name of the package that a file is part of; undefined where no manifest gives one. */
  getPackageName(path: string): string | undefined;
  /** The folder of that package, or of an application within it; absolute and never printed; undefined where there is none. */
  findPackageFolder(path: string): string | undefined;
  /** The folders of the packages of the tree that the manifest in `folder` depends on. */
  listLinkedPackages(folder: string): readonly string[];
  /** Files in scope, not yet candidates, whose bytes hold one of these texts, and where they are few, others: who could import a module. */
  findMentions(texts: readonly Sought[]): readonly SourceFile[];
  /** The same for files of the same repository or package that are out of scope: they are read, and never edited. */
  findMentionsAround(texts: readonly Sought[]): readonly SourceFile[];
  /** Pages in scope (HTML, MDX) that hold one of these texts, in any case: they are not analysed, and may use what a script declares. */
  findPages(texts: readonly string[]): readonly SourceFile[];
  /** May this file be edited? False for files out of scope: an import may lead there, an edit may not. */
  isInScope(path: string): boolean;
}
