import type { Catalog } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import type { PlanOptions } from '../model/options.ts';
import type { Edit, Plan } from '../model/plan.ts';
import type { FileProblem, SkippedFile } from '../model/project.ts';
import { countBases, countReferences, countRequests, listReferences, listRequests } from './accounting.ts';
import { chooseBases } from './choose-bases.ts';
import { listEndpoints } from './endpoints.ts';
import { type FindingDraft, finishFindings, Positions } from './findings.ts';
import { describeIdleBases } from './idle-bases.ts';
import { describeIdleRows } from './idle-rows.ts';
import { judgeUses, type Outcome } from './judge-uses.ts';
import { keepExpected } from './kept-expectations.ts';
import { LinesAfter } from './lines-after.ts';
import { type MarkerPlan, planMarkers } from './markers.ts';
import { isOwnUse } from './own-uses.ts';
import { keepSignedInStep } from './signed-in-step.ts';
import { Suppressions } from './suppressions.ts';
import { asksOthersOnly, describeUnusedBases } from './unused-bases.ts';
import { classifyUses, type Use } from './uses.ts';

/** What discover knows of the tree, to account for every file. */
interface TreeFacts {
  readonly seen: number;
  readonly noCandidate: number;
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly FileProblem[];
}

/** Comments above what is left when the edits are made; without a base nothing is known to be done. */
function markWork(
  drafts: readonly FindingDraft[],
  isHidden: (draft: FindingDraft) => boolean,
  { edits, settled }: Outcome,
  planned: readonly Edit[],
  analysis: Analysis,
  { levels, annotate }: Pick<PlanOptions, 'levels' | 'annotate'>,
): MarkerPlan {
  if (annotate === undefined) return { edits: [], notices: [] };
  const left = drafts.filter((draft) => (!edits.has(draft) && !settled.has(draft)) || isHidden(draft));
  const finished = finishFindings(left, levels, new LinesAfter(new Positions(analysis), planned));
  const findings = finished.filter(({ draft }) => !isHidden(draft)).map(({ finding }) => finding);
  return planMarkers(findings, planned, annotate, analysis);
}

function nameCompanions(
  finished: ReturnType<typeof finishFindings>,
  { companions }: Outcome,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map(finished.map(({ finding, draft }) => [draft, finding.id]));
  return new Map(
    finished.flatMap(({ finding, draft }) => {
      const names = companions.get(draft)?.flatMap((other) => ids.get(other) ?? []) ?? [];
      return names.length === 0 ? [] : [[finding.id, names] as const];
    }),
  );
}

function giveLevel(problem: FileProblem, levels: PlanOptions['levels']): FileProblem {
  const level = levels[problem.code] ?? 'error';
  return level === 'error' ? problem : { ...problem, level };
}

/** Nobody sees them in a report, so that something was left out is said at least. */
function describeHidden(errors: readonly FileProblem[]): readonly string[] {
  const hidden = errors.filter(({ level }) => level === 'off').length;
  if (hidden === 0) return [];
  return [
    `${hidden} ${hidden === 1 ? 'file was' : 'files were'} not analysed and not listed, as the config's levels say`,
  ];
}

/** Decides for every request and reference what the catalogue says, and which texts change. Pure. */
export function plan(analysis: Analysis, catalog: Catalog, options: PlanOptions, facts: TreeFacts): Plan {
  const { bases, notices } = chooseBases(analysis, catalog, options);
  const classified = classifyUses(analysis, bases, catalog, options);
  const positions = new Positions(analysis);
  const suppressions = new Suppressions(analysis);
  const context = { analysis, bases, catalog, positions, isOfOneFile: options.isOfOneFile };
  const judge = (all: readonly Use[]): Outcome => judgeUses(all, context, suppressions, options.levels);
  let [uses, outcome] = [classified, judge(classified)];
  // What is left to a person may be what something else only changes with.
  for (;;) {
    const { edits, changing } = outcome;
    const kept = keepSignedInStep(keepExpected(uses, edits.values(), analysis, positions), (use) => changing.has(use));
    if (kept === uses) break;
    [uses, outcome] = [kept, judge(kept)];
  }
  const own = uses.filter((use) => isOwnUse(use, analysis));
  const hidden = new Set(outcome.drafts.filter((draft) => suppressions.findComment(draft) !== null));
  const isHidden = (draft: FindingDraft): boolean => hidden.has(draft);
  const drafts = [...outcome.drafts, ...suppressions.listUnused(!bases.isEmpty)];
  // Hidden findings take part, so that the ids of others do not depend on a comment.
  const all = finishFindings(drafts, options.levels, positions);
  const finished = all.filter(({ draft }) => !isHidden(draft));
  const planned = finished.flatMap(({ finding, draft }) =>
    (outcome.edits.get(draft) ?? []).map((edit) => ({ finding: finding.id, ...edit })),
  );
  // With a base that is mistyped, no comment's work is known to be done.
  const isAstray = () => bases.isEmpty || asksOthersOnly(bases.known, uses, analysis, catalog);
  const annotate = options.annotate !== undefined && isAstray() ? 'add' : options.annotate;
  const markers = markWork(drafts, isHidden, outcome, planned, analysis, { levels: options.levels, annotate });
  const errors = [...facts.problems, ...analysis.problems].map((problem) => giveLevel(problem, options.levels));
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
    companions: nameCompanions(finished, outcome),
    errors,
    skipped: facts.skipped,
    keyTexts: analysis.headers.flatMap(({ keyTexts }) => keyTexts),
    endpoints: listEndpoints(own, outcome.suppressed, catalog),
    notices: [
      ...notices,
      ...describeUnusedBases(bases.known, uses, analysis, catalog, options.baseFlag),
      ...describeIdleBases(own, analysis),
      ...describeIdleRows(uses, analysis, catalog, new Set(planned.map(({ file }) => file))),
      ...analysis.notices,
      ...suppressions.listNotices(),
      ...markers.notices,
      ...describeHidden(errors),
    ],
  };
}
