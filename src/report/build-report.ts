import { countDays } from '../calendar.ts';
import type { Finding, Plan } from '../model/plan.ts';
import type { FileProblem } from '../model/project.ts';
import type { FileChange, Report } from '../model/report.ts';
import { VERSION } from '../version.ts';

export interface ReportFacts {
  readonly command: Report['command'];
  readonly dryRun: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly cutoff: string;
  readonly changes: readonly FileChange[];
  /** Problems of writing, beside those of the plan. */
  readonly errors: readonly FileProblem[];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareFindings(a: Finding, b: Finding): number {
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code);
}

function compareProblems(a: FileProblem, b: FileProblem): number {
  return compareText(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compareText(a.code, b.code);
}

/**
 * Paths are relative to the cwd. `git apply` reads a patch with a `diff --git` line from the root of the repository, and
 * in a folder below it skips every file and exits 0; without that line it starts where it is.
 */
function dropGitHeader(diff: string): string {
  return diff.replace(/^diff --git .*\n/, '');
}

/** The report of a run: the same facts give the same bytes, so everything in it has an order of its own. */
export function buildReport(plan: Plan, facts: ReportFacts): Report {
  return {
    schemaVersion: 1,
    tool: { name: 'v1-migrate', version: VERSION },
    command: facts.command,
    dryRun: facts.dryRun,
    cutoff: { date: facts.cutoff, daysLeft: countDays(facts.today, facts.cutoff) },
    bases: plan.bases,
    accounting: plan.accounting,
    findings: [...plan.findings].sort(compareFindings),
    changes: facts.changes
      .map((change) => ({ ...change, diff: dropGitHeader(change.diff) }))
      .sort((a, b) => compareText(a.file, b.file)),
    errors: [...plan.errors, ...facts.errors].sort(compareProblems),
    skipped: [...plan.skipped].sort((a, b) => compareText(a.file, b.file)),
  };
}
