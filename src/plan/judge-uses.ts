import { type Analysis, type HttpRequest, isRequest } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import { isWithinRegion } from '../model/location.ts';
import type { HeaderPlace } from '../model/message.ts';
import type { PlanOptions } from '../model/options.ts';
import type { Edit } from '../model/plan.ts';
import type { FindingDraft, Positions } from './findings.ts';
import { FollowedTexts } from './followed-texts.ts';
import { addDraft, type Judgement } from './judgement.ts';
import { findLeftRequest, groupByPath, isOfComparisons, isOfTests, planWithRequest } from './left-requests.ts';
import { draftLeftTests } from './left-tests.ts';
import { dedupe, listPlacedWays, planUnresolvedBase, planWithoutText } from './loose-findings.ts';
import { listSettled, type Matched, matchPatterns } from './match-patterns.ts';
import { planMovers } from './movers.ts';
import { isOwnUse, keepOwnGroups } from './own-uses.ts';
import type { TextGroup } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { planCompared } from './planned-comparisons.ts';
import { judgeHeaders, listKeyedRequests, mentionHeader } from './rules/api-key-header.ts';
import { draftEnvelopes } from './rules/envelope-mismatch.ts';
import { draftKeysInUrls } from './rules/key-in-url.ts';
import { draftMixedAliases } from './rules/mixed-alias.ts';
import { draftFollowed } from './rules/patterns.ts';
import { draftStreams } from './rules/stream-unchecked.ts';
import { draftSeam, draftStay } from './rules/text-rules.ts';
import { draftUnresolvedUrl } from './rules/unresolved.ts';
import type { SeamGroup } from './seams.ts';
import { listSignedTogether } from './signed-in-step.ts';
import type { Suppressions } from './suppressions.ts';
import { planTextsAndSeams } from './texts-and-seams.ts';
import { isRelevantReference, isWithoutText, type Use } from './uses.ts';
import { WrittenMembers } from './written-members.ts';

/** What the judgement comes to. */
export interface Outcome {
  readonly drafts: readonly FindingDraft[];
  /** The edit that belongs to a draft. */
  readonly edits: ReadonlyMap<FindingDraft, readonly Omit<Edit, 'finding'>[]>;
  /** Uses that do not move in this run although they could: their text is shared, or not among the given paths. */
  readonly blocked: ReadonlySet<Use>;
  /** Uses whose path changes in this run. */
  readonly changing: ReadonlySet<Use>;
  /** By the draft of an edit: those without which it would be wrong, as those of the requests that need a header. */
  readonly companions: ReadonlyMap<FindingDraft, readonly FindingDraft[]>;
  /** Uses whose finding is hidden. */
  readonly suppressed: ReadonlySet<Use>;
  /** Requests whose base is not known and worth a note. */
  readonly baseless: ReadonlySet<HttpRequest>;
  /** Patterns that match legacy paths and that no comment hides. */
  readonly patterns: readonly FindingDraft[];
  /** Patterns of any host that match nothing legacy any more when the edits are made. */
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
  for (const use of uses) if (use.request !== null) append(groups, use.request, use);
  return groups;
}

interface Texts {
  readonly groups: readonly TextGroup[];
  readonly seams: readonly SeamGroup[];
  /** The uses that change where a text enters their URL. */
  readonly seamed: ReadonlySet<Use>;
  /** What changes only together. */
  readonly companions: Outcome['companions'];
}

/** Decides what is said of the texts, and which of them change. */
function planTexts(all: readonly Use[], context: PlanContext, judgement: Judgement): Texts {
  const { analysis, catalog, positions } = context;
  const whole = planTextsAndSeams(all, context, judgement.suppressions);
  const planned = keepOwnGroups(whole, analysis);
  const seamed = new Set(planned.seams.flatMap((seam) => seam.uses));
  for (const use of all)
    if (!isOwnUse(use, analysis) || (isWithoutText(use) && !seamed.has(use))) judgement.blocked.add(use);
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
  return { groups: whole.groups, seams: whole.seams, seamed, companions: planCompared(whole, positions, judgement) };
}

function planHeaders(
  all: readonly Use[],
  headers: readonly HeaderPlace[],
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
  { analysis, positions }: PlanContext,
  judgement: Judgement,
): Outcome['companions'] {
  const isAsked = ({ file, requests }: HeaderPlace): boolean =>
    analysis.isInScope(file) || requests.some((request) => isRequest(request) && byRequest.has(request));
  const companions = new Map<FindingDraft, readonly FindingDraft[]>();
  for (const found of judgeHeaders(all, headers.filter(isAsked), judgement, positions, analysis)) {
    const { edits, users, with: needed = [] } = found;
    // What a comment keeps as it is keeps what a test expects of it.
    const isKept = needed.some((other) => judgement.suppressions.findComment(other) !== null);
    const draft: FindingDraft = isKept ? { ...found.draft, fix: 'manual' } : found.draft;
    judgement.drafts.push(draft);
    if (edits.length === 0 || isKept) continue;
    judgement.edits.set(
      draft,
      edits.map((edit) => ({ ...edit, transform: 'api-key-header' })),
    );
    companions.set(draft, [...new Set([...needed, ...users.flatMap((use) => judgement.moving.get(use) ?? [])])]);
  }
  return companions;
}

function joinCompanions(all: readonly Outcome['companions'][]): Outcome['companions'] {
  const joined = new Map<FindingDraft, FindingDraft[]>();
  for (const companions of all)
    for (const [draft, others] of companions) for (const other of others) append(joined, draft, other);
  return joined;
}

function listChanging({ moving, edits, suppressed }: Judgement): ReadonlySet<Use> {
  return new Set([...moving].flatMap(([use, draft]) => (edits.has(draft) && !suppressed.has(use) ? [use] : [])));
}

/** What is said of single uses: of a URL or a base that is not known, of a path without a text. */
function judgeLoose(
  uses: readonly Use[],
  seamed: ReadonlySet<Use>,
  { handers, written }: { readonly handers: ReadonlySet<string>; readonly written: WrittenMembers },
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
  { analysis, bases }: PlanContext,
  { suppressions, suppressed, keyed }: Judgement,
): { readonly loose: readonly FindingDraft[]; readonly baseless: ReadonlySet<HttpRequest> } {
  const loose: FindingDraft[] = [];
  const baseless = new Set<HttpRequest>();
  const placed = { byRequest, ways: listPlacedWays(uses, bases) };
  for (const use of uses) {
    const withoutBase = planUnresolvedBase(use, bases, placed, analysis.env);
    if (withoutBase !== null && use.request !== null) baseless.add(use.request);
    const draft =
      draftUnresolvedUrl(use, use.request === null ? [] : (byRequest.get(use.request) ?? []), handers, written) ??
      withoutBase ??
      (use.place === null && !seamed.has(use) ? planWithoutText(use, analysis, byRequest) : null);
    if (draft !== null) loose.push(mentionHeader(draft, [use], keyed));
    if (draft !== null && suppressions.findComment(draft) !== null) suppressed.add(use);
  }
  return { loose, baseless };
}

/** The drafts of patterns: of one place that changes by itself, nothing else is said. */
function planPatterns(
  matched: readonly Matched[],
  followed: FollowedTexts,
  edits: Judgement['edits'],
): readonly FindingDraft[] {
  const planned = matched.map(({ pattern, draft }) => ({ draft, edit: followed.plan(pattern, draft) }));
  const changing = new Map<string, FindingDraft>();
  for (const { draft, edit } of planned) {
    if (edit === null || changing.has(`${edit.file}:${edit.start}`)) continue;
    const auto = draftFollowed(draft);
    edits.set(auto, [{ ...edit, transform: 'legacy-path' }]);
    changing.set(`${edit.file}:${edit.start}`, auto);
  }
  const settled = [...changing.values()].map(({ region }) => region);
  const left = planned.filter(
    ({ draft: { region } }) => !settled.some((own) => isWithinRegion(region, own) || isWithinRegion(own, region)),
  );
  const drafts = left.map(({ draft }) => draft);
  // `toHaveBeenCalledWith('GET /calls')`: the path in a text of which something is said already.
  const outer = drafts.filter(
    ({ region }) =>
      !drafts.some((other) => isWithinRegion(region, other.region) && !isWithinRegion(other.region, region)),
  );
  return [...outer, ...changing.values()];
}

/** What is to be said of the uses, and which texts change. */
export function judgeUses(
  all: readonly Use[],
  context: PlanContext,
  suppressions: Suppressions,
  levels: PlanOptions['levels'],
): Outcome {
  const { analysis, catalog, positions } = context;
  const uses = all.filter((use) => isOwnUse(use, analysis));
  const drafts: FindingDraft[] = [];
  const suppressed = new Set<Use>();
  const edits = new Map<FindingDraft, Omit<Edit, 'finding'>[]>();
  const blocked = new Set<Use>();
  const headers = catalog.credentials === 'bearer' ? analysis.headers : [];
  const keyed = listKeyedRequests(headers);
  const moving = new Map<Use, FindingDraft>();
  const judgement: Judgement = { suppressions, suppressed, drafts, edits, blocked, keyed, moving, levels };
  const texts = planTexts(all, context, judgement);
  const byRequest = groupByRequest(uses);
  const companions = joinCompanions([
    texts.companions,
    listSignedTogether(all, judgement),
    planHeaders(all, headers, byRequest, context, judgement),
  ]);
  drafts.push(...draftMixedAliases(uses, catalog, positions));
  const answers = [
    ...draftEnvelopes(byRequest, analysis, catalog, positions),
    ...draftStreams(uses, analysis, catalog, positions),
  ];
  const matched = matchPatterns(uses, all, context, judgement);
  const patterns = planPatterns(matched, new FollowedTexts(all, analysis, positions, judgement), edits);
  const handers = new Set(
    all.flatMap(({ target }) => (target.kind === 'platform' && target.proxy !== undefined ? [target.proxy] : [])),
  );
  const said = [...drafts, ...patterns].map(({ region }) => region);
  const written = new WrittenMembers(analysis, catalog, positions, { said, uses: all });
  const { loose, baseless } = judgeLoose(uses, texts.seamed, { handers, written }, byRequest, context, judgement);
  const shown = patterns.filter((draft) => suppressions.findComment(draft) === null);
  drafts.push(...dedupe([...loose, ...patterns, ...answers, ...draftKeysInUrls(uses, positions)]));
  drafts.push(...dedupe(draftLeftTests(texts, drafts, context, judgement)));
  const settled = listSettled(matched, uses, context, judgement);
  const changing = listChanging(judgement);
  return { drafts, edits, changing, companions, blocked, suppressed, baseless, patterns: shown, settled };
}
