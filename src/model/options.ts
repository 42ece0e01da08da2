import type { FindingCode, Level } from './findings.ts';
import type { AskedEndpoint, BaseSource, Evidence } from './plan.ts';

/** A base the user named: an origin with an optional path prefix, or `env:NAME`. */
export interface BaseOption {
  readonly base: string;
  readonly source: BaseSource;
}

/** A wrapper that analysis cannot see into (contract 7, `clients`). */
export interface ClientOption {
  readonly module: string;
  readonly export: string;
  readonly base: string;
  /** Index of the argument that holds the path. */
  readonly url: number;
  readonly method?: string;
}

/** The cwd as seen from the folder that the globs count from: `src/api` when that is two folders up. Undefined: the cwd. */
export interface GlobCwd {
  readonly include: string;
  readonly exclude: string;
}

/** What discover needs to know: which files, and which bytes make one worth parsing. */
export interface DiscoverOptions {
  /** Absolute; every path that is reported is relative to it. */
  readonly cwd: string;
  /** As typed; files or folders, relative to cwd. Empty: cwd. */
  readonly paths: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly globCwd?: GlobCwd | undefined;
  readonly gitignore: boolean;
  /** First segments of legacy paths (`calls`): a file matters when one stands behind a slash or a quote. */
  readonly words: readonly string[];
  /** Texts that make a file matter wherever they stand: hosts of bases, names of environment bases. */
  readonly texts: readonly string[];
}

/** Comments above work that is left: `add` only writes them, `sync` also removes those whose cause is gone. */
export type Annotate = 'add' | 'sync';

export interface PlanOptions {
  readonly bases: readonly BaseOption[];
  readonly evidence: Extract<Evidence, 'documented' | 'family'>;
  readonly levels: Readonly<Partial<Record<FindingCode, Level | 'off'>>>;
  readonly annotate?: Annotate | undefined;
  /** What names a base of source `flag`; undefined: `--base-url`. */
  readonly baseFlag?: string | undefined;
  /** What the live platform said of the endpoints; undefined: it was not asked. */
  readonly asked?: readonly AskedEndpoint[] | undefined;
  /** One file was looked at with what it imports: who else calls it is not known. */
  readonly isOfOneFile?: boolean | undefined;
}
