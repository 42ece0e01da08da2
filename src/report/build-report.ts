import { countDays } from '../calendar.ts';
import { compareText } from '../model/compare-text.ts';
import { computeLineStarts, getPosition } from '../model/location.ts';
import type { Edit, Finding, Plan } from '../model/plan.ts';
import type { FileProblem } from '../model/project.ts';
import type { FileChange, Report, ReportedEdit, ReportedFinding, ReportedProblem } from '../model/report.ts';
import { VERSION } from '../version.ts';
import { groupBy } from './group-by.ts';

interface ReportFacts {
  readonly command: Report['command'];
  readonly dryRun: boolean;
  readonly shard?: Report['shard'] | undefined;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly cutoff: string;
  readonly changes: readonly FileChange[];
  /** Problems of writing, beside those of the plan. */
  readonly errors: readonly FileProblem[];
  /** The text that the plan was made from; null when it is not at hand. */
  readSource(file: string): string | null;
}

export function compareFindings(a: Finding, b: Finding): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code);
}

export function compareProblems(a: FileProblem, b: FileProblem): number {
  return compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.code, b.code);
}

/**
 * Paths are relative to the cwd. `git apply` reads a patch with a `diff --git` line from the root of the repository, and
 * in a folder below it skips every file and exits 0; without that line it starts where it is.
 */
function dropGitHeader(diff: string): string {
  return diff.replace(/^diff --git .*\n/, '');
}

/** Edits with lines and columns, by the finding they settle. A file that cannot be read leaves its findings without. */
function placeEdits(
  edits: readonly Edit[],
  readSource: ReportFacts['readSource'],
): ReadonlyMap<string, readonly ReportedEdit[]> {
  const placed: (readonly [finding: string, edit: ReportedEdit])[] = [];
  for (const [file, ofFile] of groupBy(edits, (edit) => edit.file)) {
    const source = readSource(file);
    if (source === null) continue;
    const starts = computeLineStarts(source);
    for (const { start, end, text, finding } of ofFile) {
      const from = getPosition(starts, start, source);
      const to = getPosition(starts, end, source);
      placed.push([finding, { file, ...from, endLine: to.line, endColumn: to.column, text }]);
    }
  }
  const byFinding = groupBy(placed, ([finding]) => finding);
  return new Map([...byFinding].map(([finding, pairs]) => [finding, pairs.map(([, edit]) => edit)]));
}

function isShown(problem: FileProblem): problem is ReportedProblem {
  return problem.level !== 'off';
}

/** The report of a run: the same facts give the same bytes, so everything in it has an order of its own. */
export function buildReport(plan: Plan, facts: ReportFacts): Report {
  const edits = placeEdits(plan.edits, facts.readSource);
  const withEdits = (finding: Finding): ReportedFinding => {
    const own = edits.get(finding.id);
    // No spread: the edits come last in the report, and behind one each finding would get a hidden class of its own (Node 20).
    return own === undefined ? finding : Object.assign({}, finding, { edits: own });
  };
  return {
    schemaVersion: 1,
    tool: { name: 'v1-migrate', version: VERSION },
    command: facts.command,
    dryRun: facts.dryRun,
    ...(facts.shard === undefined ? {} : { shard: facts.shard }),
    cutoff: { date: facts.cutoff, daysLeft: countDays(facts.today, facts.cutoff) },
    bases: plan.bases,
    accounting: plan.accounting,
    findings: [...plan.findings].sort(compareFindings).map(withEdits),
    ...(plan.suppressed.length === 0 ? {} : { suppressed: [...plan.suppressed].sort(compareFindings) }),
    changes: facts.changes
      .map((change) => ({ ...change, diff: dropGitHeader(change.diff) }))
      .sort((a, b) => compareText(a.file, b.file)),
    errors: [...plan.errors, ...facts.errors].filter(isShown).sort(compareProblems),
    skipped: [...plan.skipped].sort((a, b) => compareText(a.file, b.file)),
  };
}
