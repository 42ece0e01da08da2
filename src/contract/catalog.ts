import type { FindingCode } from '../model/findings.ts';
import type { Evidence } from '../model/plan.ts';

/**
 * The catalogue as data: the platform's own (platform.ts) and a user's (`catalog` in the config) have this one format.
 * Patterns are legacy paths: `{name}` matches one segment, a last `**` any number of segments, also none.
 */

export type Outcome = 'rewrite' | 'post-call-llm' | 'review' | 'no-equivalent' | 'keep';

/** Where a row comes from: a section of the reference (`§9.4`), or the config file. */
interface RowSource {
  readonly section: string;
  readonly evidence: Evidence;
}

/** Maps a path and everything below it. `item` names the segment below a collection (`id`). */
export interface Family extends RowSource {
  readonly legacy: string;
  readonly v1: string;
  readonly item?: string;
}

/** An exception to the families; a later rule beats an earlier one. */
export interface Rule extends RowSource {
  /** Upper case; absent: every method. */
  readonly methods?: readonly string[];
  readonly legacy: string;
  readonly outcome: Outcome;
  readonly v1?: string;
  readonly v1Method?: string;
  readonly code?: FindingCode;
  /** `post-call-llm`: the body members that may hold the LLM id. */
  readonly bodyFields?: readonly string[];
  readonly reason?: string;
}

/** How a list answers (§8.1): records in a member or, when `records` is null, a root array. */
export interface Envelope {
  readonly records: string | null;
  /** Members that carry the paging numbers, all integers; dotted for nested ones. */
  readonly paging: readonly string[];
  /** Further members of the envelope with their types (§8.1 rule 1). */
  readonly members?: Readonly<Record<string, 'number' | 'string' | 'array' | 'object'>>;
  readonly acceptsPage: boolean;
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
}

/** An operation whose method and v1 path the reference shows (§4). */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly section: string;
  readonly envelope?: Envelope;
}

/** Two v1 prefixes of one and the same thing. */
export interface Alias {
  readonly path: string;
  readonly of: string;
  readonly section: string;
}

/** An operation of an OpenAPI description, its path relative to the base. */
export interface DescribedOperation {
  readonly method: string;
  readonly path: string;
}

/** What the run was given as the description of the versioned API: all of it, so that what is missing is known, too. */
export interface ApiDescription {
  /** As named on the command line. */
  readonly file: string;
  readonly operations: readonly DescribedOperation[];
}

export interface Catalog {
  /** `YYYY-MM-DD`: the day the unversioned paths are removed (§9.2). */
  readonly cutoff: string;
  /** The path prefix of the versioned API (§9.1). */
  readonly versionPrefix: string;
  readonly families: readonly Family[];
  readonly rules: readonly Rule[];
  readonly operations: readonly Operation[];
  readonly aliases?: readonly Alias[];
  /** `bearer`: the versioned API takes the whole key as `Authorization: Bearer`, and no x-api-key (§5.5). */
  readonly credentials?: 'bearer';
  readonly description?: ApiDescription;
}

/** The header that is no credential on v1 (§5.5); what sets it for all requests may hold no path at all. */
export const OLD_KEY_HEADER = 'x-api-key';

/** The member of an agent that the post-call LLM helper became (§4.3, §9.4). */
export const POST_CALL_FIELD = 'post_call_analysis_llm_id';

/** `<key_id>:<secret>` (§5.2): no blank anywhere, no colon in the id. Strict readers of tokens of RFC 6750 refuse the colon. */
export const KEY_FORM = /^[^\s:]+:[\x21-\x7e]+$/;

/** The same few paths are taken apart for each request. */
const splits = new Map<string, readonly string[]>();
const MAX_SPLITS = 1000;

/** Segments of a path pattern: `/agents/{id}` is `['agents', '{id}']`. */
export function splitPath(path: string): readonly string[] {
  const known = splits.get(path);
  if (known !== undefined) return known;
  const segments = path.split('/').filter((segment) => segment !== '');
  if (splits.size >= MAX_SPLITS) splits.clear();
  splits.set(path, segments);
  return segments;
}

/** Is `prefix` the beginning of a path, segment by segment? Null is one that nobody knows. */
export function startsWithSegments(path: readonly (string | null)[], prefix: readonly string[]): boolean {
  return prefix.every((segment, index) => path[index] === segment);
}

/** The first segments of all legacy paths: the words that make a file worth reading. */
export function getCatalogWords(catalog: Catalog): readonly string[] {
  const words = new Set<string>();
  for (const { legacy } of [...catalog.families, ...catalog.rules]) {
    const first = splitPath(legacy)[0];
    if (first !== undefined && first !== '**' && !first.startsWith('{')) words.add(first);
  }
  return [...words].sort();
}
