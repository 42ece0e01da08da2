import type { Catalog } from '../contract/catalog.ts';
import { type Addressed, type Analysis, type HttpRequest, isRequest } from '../model/analysis.ts';
import type { FileEdit, HeaderPlace } from '../model/message.ts';
import type { PlanOptions } from '../model/options.ts';
import type { Edit, Plan } from '../model/plan.ts';
import type { FileProblem, SkippedFile } from '../model/project.ts';
import { countBases, countReferences, countRequests, listReferences, listRequests } from './accounting.ts';
import { BaseTable, isLoopback } from './bases.ts';
import { listEndpoints } from './endpoints.ts';
import { type FindingDraft, finishFindings, Positions } from './findings.ts';
import { describeIdleBases } from './idle-bases.ts';
import { inferBases } from './infer-bases.ts';
import { LinesAfter } from './lines-after.ts';
import { type MarkerPlan, planMarkers } from './markers.ts';
import { isOwnUse, keepOwnGroups } from './own-uses.ts';
import { groupByText, type TextGroup } from './places.ts';
import { judgeHeaders, listKeyedRequests, mentionHeader } from './rules/api-key-header.ts';
import { draftEnvelopes } from './rules/envelope-mismatch.ts';
import { draftMixedAliases } from './rules/mixed-alias.ts';
import { draftPattern } from './rules/patterns.ts';
import { draftStreams } from './rules/stream-unchecked.ts';
import { draftMove, draftOperationMove, draftSeam, draftStay, draftStayAtRequest } from './rules/text-rules.ts';
import { draftUnresolvedBase, draftUnresolvedUrl } from './rules/unresolved.ts';
import { planSeams } from './seams.ts';
import { Suppressions } from './suppressions.ts';
import { describeUnusedBases } from './unused-bases.ts';
import { classifyUses, type Use } from './uses.ts';

/** What discover knows of the tree, to account for every file. */
export interface TreeFacts {
  readonly seen: number;
  readonly noCandidate: number;
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly FileProblem[];
}

interface Outcome {
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
}

function isOnPlatform(use: Use): boolean {
  return use.target.kind === 'platform';
}

/** Of a URL that is only named, an unlisted path is nothing to say: links to pages and files look the same. */
function isRelevantReference(use: Use): boolean {
  return use.reference === null || use.decision !== 'unlisted';
}

interface Judgement {
  readonly suppressions: Suppressions;
  /** Uses of which a comment hides the finding. */
  readonly suppressed: Set<Use>;
  readonly drafts: FindingDraft[];
  readonly edits: Map<FindingDraft, Omit<Edit, 'finding'>[]>;
  readonly blocked: Set<Use>;
  /** Requests that carry the header which /v1 does not accept. */
  readonly keyed: ReadonlySet<Addressed>;
}

interface PlannedMove {
  readonly draft: FindingDraft;
  readonly uses: readonly Use[];
  readonly edits: readonly Omit<Edit, 'finding' | 'transform'>[];
  readonly transform: Edit['transform'];
}

/** A request whose base has several values is several uses, which want the same edits. */
function mergeEdits(edits: readonly FileEdit[]): readonly FileEdit[] {
  return [...new Map(edits.map((edit) => [`${edit.file} ${edit.start} ${edit.end} ${edit.text}`, edit])).values()];
}

function addDraft(
  { drafts, suppressions, suppressed, keyed }: Judgement,
  draft: FindingDraft,
  uses: readonly Use[],
): void {
  drafts.push(mentionHeader(draft, uses, keyed));
  if (suppressions.findComment(draft) !== null) for (const use of uses) suppressed.add(use);
}

/** Puts the version before the text of a group, and makes the further edits of requests that become another operation. */
function planMovers(group: TextGroup, analysis: Analysis, positions: Positions, judgement: Judgement): void {
  const edit = group.movers.find((use) => use.place?.edit)?.place?.edit ?? null;
  const canEdit = analysis.isInScope(group.file) && edit !== null;
  const isAutomatic = canEdit && group.conflicts.length === 0;
  const rewrites = group.movers.filter((use) => use.decision === 'rewrite');
  const moves = group.movers.filter((use) => use.decision === 'move');
  const prefix = edit === null ? [] : [{ file: group.file, ...edit }];
  if (!isAutomatic) {
    for (const use of group.movers) judgement.blocked.add(use);
    addDraft(judgement, draftMove(group, group.movers, positions, canEdit), group.movers);
    return;
  }
  const own = mergeEdits(moves.flatMap((use) => (use.move?.ok === true ? use.move.edits : [])));
  const all = rewrites.length > 0 ? own : [...prefix, ...own];
  const planned: readonly PlannedMove[] = [
    ...(rewrites.length === 0
      ? []
      : [
          {
            draft: draftMove(group, rewrites, positions, true),
            uses: rewrites,
            edits: prefix,
            transform: 'legacy-path' as const,
          },
        ]),
    ...(moves.length === 0
      ? []
      : [
          {
            draft: draftOperationMove(group, moves, positions),
            uses: moves,
            edits: all,
            transform: 'post-call-llm-helper' as const,
          },
        ]),
  ];
  const ignored = planned.flatMap(({ draft }) => judgement.suppressions.findComment(draft) ?? [])[0];
  for (const { draft, uses, edits, transform } of planned) {
    if (ignored === undefined) {
      addDraft(judgement, draft, uses);
      judgement.edits.set(
        draft,
        edits.map((entry) => ({ ...entry, transform })),
      );
      continue;
    }
    // One text: when a comment keeps it as it is for one use, it stays for all.
    for (const use of uses) judgement.blocked.add(use);
    const isHidden = judgement.suppressions.findComment(draft) !== null;
    const kept = { ...group, conflicts: [`a comment at ${ignored.file}:${ignored.line} keeps it as it is`] };
    addDraft(judgement, isHidden ? draft : draftMove(kept, uses, positions, canEdit), uses);
  }
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

/** Findings of uses whose path text stands in no literal of its own. */
function planWithoutText(use: Use, analysis: Analysis): FindingDraft | null {
  if (!isOnPlatform(use) || use.match === null || !isRelevantReference(use)) return null;
  if (use.decision === 'v1' || use.decision === 'silent' || use.match.code === null) return null;
  return draftStayAtRequest(use.match.code, use, analysis);
}

function suggestBase(use: Use): string | null {
  if (use.target.kind === 'unknown') return use.target.variable === null ? null : `env:${use.target.variable}`;
  if (use.target.kind !== 'elsewhere') return null;
  return `${isLoopback(use.target.host) ? 'http' : 'https'}://${use.target.host}`;
}

/** Does something of the same request say where it goes? */
function isPlaced(use: Use, bases: BaseTable, byRequest: ReadonlyMap<HttpRequest, readonly Use[]>): boolean {
  const own = use.request === null ? [] : (byRequest.get(use.request) ?? []);
  return own.some(({ target }) => target.kind === 'platform' || (target.kind === 'elsewhere' && !bases.isEmpty));
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

/** Without any base, hosts that are asked for legacy-looking paths are worth a note, too. */
function planUnresolvedBase(
  use: Use,
  bases: BaseTable,
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
): FindingDraft | null {
  if (use.request === null || use.match === null || use.decision === 'unlisted' || use.decision === 'v1') return null;
  const isUnknown = use.target.kind === 'unknown';
  const isContender = bases.isEmpty && use.target.kind === 'elsewhere';
  if (!isUnknown && !isContender) return null;
  return isPlaced(use, bases, byRequest) ? null : draftUnresolvedBase(use, suggestBase(use));
}

/** One draft per place and code, with the paths and requests of all. */
function dedupe(drafts: readonly FindingDraft[]): readonly FindingDraft[] {
  const groups = new Map<string, FindingDraft[]>();
  for (const draft of drafts) {
    const key = `${draft.region.file}:${draft.region.line}:${draft.region.column}:${draft.code}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [draft]);
    else group.push(draft);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const requests = group.flatMap((draft) => draft.requests);
    const distinct = new Map(requests.map((request) => [`${request.file}:${request.line}:${request.column}`, request]));
    return [{ ...first, legacyPaths: group.flatMap((draft) => draft.legacyPaths), requests: [...distinct.values()] }];
  });
}

/** A path that is put together when the code runs has no text that could change. */
function isWithoutText(use: Use): boolean {
  return isOnPlatform(use) && use.place === null && use.decision === 'rewrite';
}

function judgeUses(
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
  const keyed = listKeyedRequests(analysis.headers);
  const judgement = { suppressions, suppressed, drafts, edits, blocked, keyed };
  for (const use of all) if (!isOwnUse(use, analysis) || isWithoutText(use)) blocked.add(use);
  const planned = keepOwnGroups(planSeams(groupByText(all, analysis), all, analysis), analysis);
  for (const group of planned.groups) planGroup(group, analysis, positions, judgement);
  for (const seam of planned.seams) {
    const draft = draftSeam(seam, positions);
    addDraft(judgement, draft, seam.uses);
    judgement.edits.set(draft, [{ ...seam.edit, transform: 'legacy-path' }]);
  }
  const byRequest = groupByRequest(uses);
  const isAsked = ({ file, requests }: HeaderPlace): boolean =>
    analysis.isInScope(file) || requests.some((request) => isRequest(request) && byRequest.has(request));
  for (const { draft, edits: own } of judgeHeaders(all, isAsked, judgement, positions, analysis)) {
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
  const hosts = bases.known.map(({ base }) => base);
  const sent = new Set(
    uses.flatMap((use) =>
      use.request !== null && isOnPlatform(use) && use.match?.outcome === 'rewrite' ? [use.match.legacyPath] : [],
    ),
  );
  const patterns = analysis.patterns.flatMap((pattern) => draftPattern(pattern, { hosts, sent }, catalog) ?? []);
  const baseless = new Set<HttpRequest>();
  for (const use of uses) {
    const withoutBase = planUnresolvedBase(use, bases, byRequest);
    if (withoutBase !== null && use.request !== null) baseless.add(use.request);
    const draft =
      draftUnresolvedUrl(use) ?? withoutBase ?? (use.place === null ? planWithoutText(use, analysis) : null);
    if (draft !== null) loose.push(mentionHeader(draft, [use], keyed));
    if (draft !== null && suppressions.findComment(draft) !== null) suppressed.add(use);
  }
  const shown = patterns.filter((draft) => suppressions.findComment(draft) === null);
  drafts.push(...dedupe([...loose, ...patterns, ...answers]));
  return { drafts, edits, blocked, suppressed, baseless, patterns: shown };
}

function chooseBases(
  analysis: Analysis,
  catalog: Catalog,
  options: PlanOptions,
): { readonly bases: BaseTable; readonly notices: readonly string[] } {
  if (options.bases.length > 0) return { bases: new BaseTable(options.bases, analysis), notices: [] };
  const { winner, contenders } = inferBases(analysis, catalog);
  if (winner !== null) return { bases: new BaseTable([winner], analysis), notices: [] };
  const notices =
    contenders.length === 0
      ? []
      : [
          `No base is given and none is certain. Candidates: ${contenders
            .slice(0, 5)
            .map((base) => `--base-url ${base}`)
            .join(', ')}`,
        ];
  return { bases: new BaseTable([], analysis), notices };
}

/** Comments above what is left when the edits are made; without a base nothing is known to be done. */
function markWork(
  drafts: readonly FindingDraft[],
  isHidden: (draft: FindingDraft) => boolean,
  { edits }: Outcome,
  planned: readonly Edit[],
  analysis: Analysis,
  { levels, annotate }: Pick<PlanOptions, 'levels' | 'annotate'>,
): MarkerPlan {
  if (annotate === undefined) return { edits: [], notices: [] };
  const left = drafts.filter((draft) => !edits.has(draft) || isHidden(draft));
  const finished = finishFindings(left, levels, new LinesAfter(new Positions(analysis), planned));
  const findings = finished.filter(({ draft }) => !isHidden(draft)).map(({ finding }) => finding);
  return planMarkers(findings, planned, annotate, analysis);
}

/** Decides for every request and reference what the catalogue says, and which texts change. Pure. */
export function plan(analysis: Analysis, catalog: Catalog, options: PlanOptions, facts: TreeFacts): Plan {
  const { bases, notices } = chooseBases(analysis, catalog, options);
  const uses = classifyUses(analysis, bases, catalog, options);
  const positions = new Positions(analysis);
  const suppressions = new Suppressions(analysis);
  const outcome = judgeUses(uses, analysis, bases, catalog, positions, suppressions);
  const own = uses.filter((use) => isOwnUse(use, analysis));
  const hidden = new Set(outcome.drafts.filter((draft) => suppressions.findComment(draft) !== null));
  const isHidden = (draft: FindingDraft): boolean => hidden.has(draft);
  const drafts = [...outcome.drafts, ...suppressions.listUnused(!bases.isEmpty)];
  // Hidden findings take part, so that the ids of others do not depend on a comment.
  const all = finishFindings(drafts, options.levels, positions);
  const finished = all.filter(({ draft }) => !isHidden(draft));
  const planned = finished.flatMap(({ finding, draft }) =>
    (outcome.edits.get(draft) ?? []).map((edit) => ({ ...edit, finding: finding.id })),
  );
  const annotate = bases.isEmpty && options.annotate !== undefined ? 'add' : options.annotate;
  const markers = markWork(drafts, isHidden, outcome, planned, analysis, { levels: options.levels, annotate });
  const errors = [...facts.problems, ...analysis.problems];
  const unparsed = errors.filter(({ code }) => code === 'unparsed-file').length;
  const unreadable = errors.length - unparsed;
  const { seen, noCandidate } = facts;
  const counted = { requests: listRequests(own, outcome), references: listReferences(own, outcome) };
  return {
    bases: countBases(bases.known, counted.requests),
    counted,
    accounting: {
      files: { seen, noCandidate, analysed: seen - noCandidate - unparsed - unreadable, unparsed, unreadable },
      requests: countRequests(counted.requests),
      references: countReferences(counted.references),
    },
    findings: finished.map(({ finding }) => finding),
    suppressed: all.filter(({ draft }) => isHidden(draft)).map(({ finding }) => finding),
    edits: [...planned, ...markers.edits].sort((a, b) =>
      a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start,
    ),
    errors,
    skipped: facts.skipped,
    endpoints: listEndpoints(own, outcome.suppressed, catalog),
    notices: [
      ...notices,
      ...describeUnusedBases(bases.known, uses, analysis, catalog),
      ...describeIdleBases(own),
      ...analysis.notices,
      ...suppressions.listNotices(),
      ...markers.notices,
    ],
  };
}
