import type { Catalog } from '../contract/catalog.ts';
import { type Analysis, type HttpRequest, isRequest, type UrlPattern } from '../model/analysis.ts';
import type { Location } from '../model/location.ts';
import type { HeaderPlace } from '../model/message.ts';
import type { Edit } from '../model/plan.ts';
import { isTestFile } from '../model/test-files.ts';
import type { BaseTable } from './bases.ts';
import type { FindingDraft, Positions } from './findings.ts';
import { addDraft, type Judgement } from './judgement.ts';
import { findLeftRequest, groupByPath, isOfComparisons, isOfTests, planWithRequest } from './left-requests.ts';
import { dedupe, listPlacedWays, planUnresolvedBase, planWithoutText } from './loose-findings.ts';
import { planMovers } from './movers.ts';
import { isOwnUse, keepOwnGroups } from './own-uses.ts';
import { groupByText, type TextGroup } from './places.ts';
import { judgeHeaders, listKeyedRequests, mentionHeader } from './rules/api-key-header.ts';
import { draftEnvelopes } from './rules/envelope-mismatch.ts';
import { draftMixedAliases } from './rules/mixed-alias.ts';
import { draftPattern } from './rules/patterns.ts';
import { draftStreams } from './rules/stream-unchecked.ts';
import { draftSeam, draftStay } from './rules/text-rules.ts';
import { draftUnresolvedUrl } from './rules/unresolved.ts';
import { planSeams } from './seams.ts';
import type { Suppressions } from './suppressions.ts';
import { isOnPlatform, isRelevantReference, isWithoutText, type Use } from './uses.ts';

/** What the judgement comes to. */
export interface Outcome {
  readonly drafts: readonly FindingDraft[];
  /** The edit that belongs to a draft. */
  readonly edits: ReadonlyMap<FindingDraft, readonly Omit<Edit, 'finding'>[]>;
  /** Uses that do not move in this run although they could: their text is shared, or not among the given paths. */
  readonly blocked: ReadonlySet<Use>;
  /** Uses of which a comment hides the finding. */
  readonly suppressed: ReadonlySet<Use>;
  /** Requests whose base is not known and worth a note. */
  readonly baseless: ReadonlySet<HttpRequest>;
  /** Patterns that match legacy paths and that no comment hides. */
  readonly patterns: readonly FindingDraft[];
  /** Those of any host that match nothing legacy any more when the edits are made. */
  readonly settled: ReadonlySet<FindingDraft>;
}

function planGroup(group: TextGroup, analysis: Analysis, positions: Positions, judgement: Judgement): void {
  if (group.movers.length > 0) planMovers(group, analysis, positions, judgement);
  const others = group.others.filter(
    (use) => use.decision !== 'v1' && use.decision !== 'silent' && isRelevantReference(use),
  );
  const codes = new Set(others.flatMap((use) => use.match?.code ?? []));
  for (const code of codes) {
    const uses = others.filter((use) => use.match?.code === code);
    addDraft(judgement, draftStay(code, group, uses, positions, analysis), uses);
  }
}

function groupByRequest(uses: readonly Use[]): ReadonlyMap<HttpRequest, readonly Use[]> {
  const groups = new Map<HttpRequest, Use[]>();
  for (const use of uses) {
    if (use.request === null) continue;
    const group = groups.get(use.request);
    if (group === undefined) groups.set(use.request, [use]);
    else group.push(use);
  }
  return groups;
}

/**
 * What a test compares paths with is sent by the code that it loads, where that sends something: `/agents` in a test of another
 * client is no path of the platform. A helper that loads none of it may serve anybody.
 */
function listSentNear(
  { isPath, expression: { file } }: UrlPattern,
  uses: readonly Use[],
  analysis: Pick<Analysis, 'listReached'>,
): readonly Use[] {
  if (isPath !== true || !isTestFile(file)) return uses;
  const reached = analysis.listReached(file);
  const isNear = (sender: string): boolean => reached.has(sender) && !isTestFile(sender);
  const near = uses.filter(({ request }) => request !== null && isNear(request.site.file));
  return near.length === 0 ? uses : near;
}

/** The legacy paths that requests send to the platform. */
function listSentPaths(uses: readonly Use[]): ReadonlySet<string> {
  return new Set(
    uses.flatMap((use) =>
      use.request !== null && isOnPlatform(use) && use.match?.outcome === 'rewrite' ? [use.match.legacyPath] : [],
    ),
  );
}

function namePlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** Texts of tests of which it is known whom they stand for, behind their quotes: those that change, or have a finding, and those of others. */
function listSettledPlaces(uses: readonly Use[], drafts: readonly FindingDraft[]): ReadonlySet<string> {
  const others = uses.flatMap(({ reference, target }) => {
    const isKnown = reference?.server === undefined ? target.kind === 'elsewhere' : target.kind !== 'unknown';
    if (reference === null || !isKnown) return [];
    return [namePlace({ ...reference.expression, column: reference.expression.column + 1 })];
  });
  return new Set([
    ...others,
    ...drafts.filter(({ code }) => code === 'legacy-path').map(({ region }) => namePlace(region)),
  ]);
}

/** Does a test expect a path of texts that do not change? */
function staysAsExpected({ follows }: UrlPattern, changes: readonly Omit<Edit, 'finding'>[]): boolean {
  if (follows === undefined) return false;
  return !follows.some(({ file, start, end }) =>
    changes.some((edit) => edit.file === file && start <= edit.start && edit.start <= end),
  );
}

/** What is to be said of the uses, and which texts change. */
export function judgeUses(
  all: readonly Use[],
  analysis: Analysis,
  bases: BaseTable,
  catalog: Catalog,
  positions: Positions,
  suppressions: Suppressions,
): Outcome {
  const uses = all.filter((use) => isOwnUse(use, analysis));
  const drafts: FindingDraft[] = [];
  const suppressed = new Set<Use>();
  const edits = new Map<FindingDraft, Omit<Edit, 'finding'>[]>();
  const blocked = new Set<Use>();
  const headers = catalog.credentials === 'bearer' ? analysis.headers : [];
  const keyed = listKeyedRequests(headers);
  const judgement = { suppressions, suppressed, drafts, edits, blocked, keyed };
  const planned = keepOwnGroups(planSeams(groupByText(all, analysis), all, analysis), analysis);
  const seamed = new Set(planned.seams.flatMap((seam) => seam.uses));
  for (const use of all) if (!isOwnUse(use, analysis) || (isWithoutText(use) && !seamed.has(use))) blocked.add(use);
  const waiting = new Set(planned.groups.filter((group) => isOfTests(group) || isOfComparisons(group)));
  for (const group of planned.groups) if (!waiting.has(group)) planGroup(group, analysis, positions, judgement);
  const requested = groupByPath(all, waiting, catalog);
  for (const group of waiting) {
    const left = findLeftRequest(group, requested, judgement, analysis);
    if (left === null) planGroup(group, analysis, positions, judgement);
    else planWithRequest(group, left, positions, judgement);
  }
  for (const seam of planned.seams) {
    const draft = draftSeam(seam, positions);
    addDraft(judgement, draft, seam.uses);
    judgement.edits.set(draft, [{ ...seam.edit, transform: 'legacy-path' }]);
  }
  const byRequest = groupByRequest(uses);
  const isAsked = ({ file, requests }: HeaderPlace): boolean =>
    analysis.isInScope(file) || requests.some((request) => isRequest(request) && byRequest.has(request));
  for (const { draft, edits: own } of judgeHeaders(all, headers.filter(isAsked), judgement, positions, analysis)) {
    drafts.push(draft);
    if (own.length > 0)
      edits.set(
        draft,
        own.map((edit) => ({ ...edit, transform: 'api-key-header' })),
      );
  }
  drafts.push(...draftMixedAliases(uses, catalog, positions));
  const answers = [
    ...draftEnvelopes(byRequest, analysis, catalog, positions),
    ...draftStreams(uses, analysis, catalog, positions),
  ];
  const loose: FindingDraft[] = [];
  const hosts = bases.listHosts();
  const sent = listSentPaths(uses);
  const settledPlaces = listSettledPlaces(all, drafts);
  const changes = [...edits.values()].flat();
  const isLeft = (use: Use): boolean => use.decision === 'manual' || blocked.has(use) || suppressed.has(use);
  const moved = uses.filter((use) => !isLeft(use));
  const matched = analysis.patterns.flatMap((pattern) => {
    const isSettled = settledPlaces.has(namePlace(pattern.expression));
    const asked = pattern.isLikely === true ? moved : uses;
    const near = listSentNear(pattern, asked, analysis);
    if (near === moved) return [];
    const known = { hosts, sent: near === uses ? sent : listSentPaths(near) };
    const draft = isSettled || staysAsExpected(pattern, changes) ? null : draftPattern(pattern, known, catalog);
    return draft === null ? [] : [{ pattern, draft }];
  });
  const patterns = matched.map(({ draft }) => draft);
  const baseless = new Set<HttpRequest>();
  const handers = new Set(
    all.flatMap(({ target }) => (target.kind === 'platform' && target.proxy !== undefined ? [target.proxy] : [])),
  );
  const placed = { byRequest, ways: listPlacedWays(uses, bases) };
  for (const use of uses) {
    const withoutBase = planUnresolvedBase(use, bases, placed);
    if (withoutBase !== null && use.request !== null) baseless.add(use.request);
    const draft =
      draftUnresolvedUrl(use, use.request === null ? [] : (byRequest.get(use.request) ?? []), handers) ??
      withoutBase ??
      (use.place === null && !seamed.has(use) ? planWithoutText(use, analysis, byRequest) : null);
    if (draft !== null) loose.push(mentionHeader(draft, [use], keyed));
    if (draft !== null && suppressions.findComment(draft) !== null) suppressed.add(use);
  }
  const shown = patterns.filter((draft) => suppressions.findComment(draft) === null);
  drafts.push(...dedupe([...loose, ...patterns, ...answers]));
  const left = listSentPaths(uses.filter(isLeft));
  const settled = matched.flatMap(({ pattern, draft }) =>
    draftPattern(pattern, { hosts, sent: left }, catalog) === null ? [draft] : [],
  );
  return { drafts, edits, blocked, suppressed, baseless, patterns: shown, settled: new Set(settled) };
}
