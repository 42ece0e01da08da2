import type { HttpRequest } from '../model/analysis.ts';
import type { BaseOption } from '../model/options.ts';
import type { Accounting, BaseUse, CountedReference, CountedRequest, RequestBucket } from '../model/plan.ts';
import type { FindingDraft } from './findings.ts';
import type { Use } from './uses.ts';

/** What was decided beside a use, and changes where it counts. */
interface Decided {
  /** Uses that a shared text keeps from moving. */
  readonly blocked: ReadonlySet<Use>;
  /** Uses of which a comment hides the finding. */
  readonly suppressed: ReadonlySet<Use>;
  /** Requests whose base is not known and worth a note. */
  readonly baseless: ReadonlySet<HttpRequest>;
}

/** A request with several uses is counted once, under the first of these that applies to any of them. */
const BUCKET_ORDER: readonly RequestBucket[] = [
  'manual',
  'unresolved',
  'move',
  'rewrite',
  'noEquivalent',
  'unlisted',
  'suppressed',
  'alreadyV1',
];

function bucketOf(use: Use, { blocked, suppressed, baseless }: Decided): RequestBucket | null {
  if (suppressed.has(use)) return 'suppressed';
  if (use.request !== null && baseless.has(use.request)) return 'unresolved';
  if (use.target.kind !== 'platform') return null;
  switch (use.decision) {
    case 'rewrite':
      return blocked.has(use) ? 'manual' : 'rewrite';
    case 'move':
      return blocked.has(use) ? 'manual' : 'move';
    case 'manual':
      return 'manual';
    case 'stay':
    case 'silent':
      return 'noEquivalent';
    case 'unlisted':
      return 'unlisted';
    case 'unresolved':
      return 'unresolved';
    case 'v1':
      return 'alreadyV1';
  }
}

interface Tally {
  readonly buckets: Set<RequestBucket>;
  readonly bases: Set<string>;
}

/** Every request that counts, once. */
export function listRequests(uses: readonly Use[], decided: Decided): readonly CountedRequest[] {
  const tallies = new Map<HttpRequest, Tally>();
  for (const use of uses) {
    const bucket = bucketOf(use, decided);
    if (use.request === null || bucket === null) continue;
    const tally = tallies.get(use.request) ?? { buckets: new Set(), bases: new Set() };
    tallies.set(use.request, tally);
    tally.buckets.add(bucket);
    if (use.target.kind === 'platform') tally.bases.add(use.target.base);
  }
  return [...tallies].map(([{ site }, { buckets, bases }]) => ({
    file: site.file,
    bucket: BUCKET_ORDER.find((bucket) => buckets.has(bucket)) ?? 'unresolved',
    bases: [...bases],
  }));
}

/** Every reference that has to change, once; `patterns`: where a regular expression, a glob or a path of a test is one. */
export function listReferences(
  uses: readonly Use[],
  { blocked, suppressed, patterns }: Decided & { readonly patterns: readonly Pick<FindingDraft, 'region' | 'fix'>[] },
): readonly CountedReference[] {
  const states = new Map<NonNullable<Use['reference']>, CountedReference['bucket']>();
  for (const use of uses) {
    if (use.reference === null || use.target.kind !== 'platform' || suppressed.has(use)) continue;
    if (use.decision === 'manual' || blocked.has(use)) states.set(use.reference, 'manual');
    else if ((use.decision === 'rewrite' || use.decision === 'move') && !states.has(use.reference))
      states.set(use.reference, 'rewrite');
  }
  return [
    ...[...states].map(([{ expression }, bucket]) => ({ file: expression.file, bucket })),
    ...patterns.map(({ region, fix }): CountedReference => {
      return { file: region.file, bucket: fix === 'auto' ? 'rewrite' : 'manual' };
    }),
  ];
}

export function countRequests(requests: readonly CountedRequest[]): Accounting['requests'] {
  const count = (bucket: RequestBucket): number => requests.filter((request) => request.bucket === bucket).length;
  return {
    total: requests.length,
    rewrite: count('rewrite'),
    move: count('move'),
    manual: count('manual'),
    noEquivalent: count('noEquivalent'),
    unlisted: count('unlisted'),
    unresolved: count('unresolved'),
    alreadyV1: count('alreadyV1'),
    suppressed: count('suppressed'),
  };
}

export function countReferences(references: readonly CountedReference[]): Accounting['references'] {
  const manual = references.filter(({ bucket }) => bucket === 'manual').length;
  return { total: references.length, rewrite: references.length - manual, manual };
}

export function countBases(bases: readonly BaseOption[], requests: readonly CountedRequest[]): readonly BaseUse[] {
  return bases.map(({ base, source }) => ({
    base,
    source,
    requests: requests.filter((request) => request.bases.includes(base)).length,
  }));
}
