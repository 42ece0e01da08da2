import type { FindingCode, Fix, Level } from './findings.ts';
import type { Location, Region, Span } from './location.ts';
import type { Verdict } from './probe-result.ts';
import type { FileProblem, SkippedFile } from './project.ts';
import type { TrailStep } from './url-value.ts';

/** Why a v1 target is believed (contract 1), from the weakest to the strongest. */
export type Evidence = 'assumed' | 'family' | 'config' | 'documented' | 'openapi' | 'probed';

/** Transforms are named after the finding that they settle; one writes comments for findings that none settles. */
export type TransformName = FindingCode | 'mark-manual-work';

/** A change of a range of one file: `[start, end)` UTF-16 offsets become `text`. */
export interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The transform that makes it and the finding it settles; a marker settles none (''). */
  readonly transform: TransformName;
  readonly finding: string;
}

/** A request that a finding concerns: for a wrapper the call that hands the text over, else the HTTP call. */
export interface RequestUse extends Location {
  /** Upper case; null when not statically known. */
  readonly method: string | null;
  readonly client: string;
}

/** One thing to say about one place; the shape of contract 5. */
export interface Finding extends Region {
  readonly id: string;
  readonly code: FindingCode;
  readonly level: Level;
  readonly fix: Fix;
  readonly legacyPath: string | null;
  /** Present when one text stands for several paths; `legacyPath` is the shortest. */
  readonly legacyPaths?: readonly string[];
  readonly v1Path: string | null;
  /** Only when it differs from the method in use. */
  readonly v1Method: string | null;
  readonly evidence: Evidence | null;
  readonly requests: readonly RequestUse[];
  readonly trail: readonly TrailStep[];
  readonly message: string;
  readonly hint: string;
}

/** Every request is in exactly one of these. */
export type RequestBucket =
  | 'rewrite'
  | 'move'
  | 'manual'
  | 'noEquivalent'
  | 'unlisted'
  | 'unresolved'
  | 'alreadyV1'
  | 'suppressed';

export interface Accounting {
  readonly files: {
    readonly seen: number;
    readonly noCandidate: number;
    readonly analysed: number;
    readonly unparsed: number;
    readonly unreadable: number;
  };
  readonly requests: Readonly<Record<RequestBucket | 'total', number>>;
  readonly references: { readonly total: number; readonly rewrite: number; readonly manual: number };
}

/** A request of the accounting, for the sums of some files alone. */
export interface CountedRequest {
  /** Where the request stands. */
  readonly file: string;
  readonly bucket: RequestBucket;
  /** Those of `Plan.bases` that it goes to. */
  readonly bases: readonly string[];
}

export interface CountedReference {
  readonly file: string;
  readonly bucket: 'rewrite' | 'manual';
}

export type BaseSource = 'flag' | 'config' | 'env-file' | 'inferred';

/** A base in force: an origin with an optional path prefix, or `env:NAME`. */
export interface BaseUse {
  readonly base: string;
  readonly source: BaseSource;
  readonly requests: number;
}

/** An endpoint in use, for the probe and for reports. */
export interface EndpointUse {
  readonly method: string | null;
  readonly path: string;
  readonly usedAt: readonly Location[];
}

/** What a live platform said of an endpoint, as far as a plan needs to know. */
export interface AskedEndpoint {
  readonly method: string | null;
  readonly path: string;
  readonly verdict: Verdict;
  /** The verdict's reason in words. */
  readonly why: string;
}

export interface Plan {
  readonly bases: readonly BaseUse[];
  readonly accounting: Accounting;
  /** What the accounting is the sum of. */
  readonly counted: {
    readonly requests: readonly CountedRequest[];
    readonly references: readonly CountedReference[];
  };
  /** Sorted by file, line, column, code. */
  readonly findings: readonly Finding[];
  /** Those that a comment hides, in the same order: no edit, no exit code. */
  readonly suppressed: readonly Finding[];
  /** Sorted by file and start; never overlapping. */
  readonly edits: readonly Edit[];
  /** By the id of a finding: those without whose edits its own would be wrong. */
  readonly companions: ReadonlyMap<string, readonly string[]>;
  readonly errors: readonly FileProblem[];
  readonly skipped: readonly SkippedFile[];
  /** The literals that keys are put together from, which only a patch may show. */
  readonly keyTexts: readonly Span[];
  /** The v1 endpoints that the code needs after migration. */
  readonly endpoints: readonly EndpointUse[];
  /** Things to say on stderr: an inferred base, a bound that was hit. */
  readonly notices: readonly string[];
}
