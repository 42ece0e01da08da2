import type { Finding } from './model/plan.ts';
import type { Report } from './model/report.ts';

/** Exit codes (contract 3). 2 is every UserError, 130 every interruption; the rest is decided here. */
export const EXIT = { done: 0, findings: 1, usage: 2, incomplete: 3, interrupted: 130 } as const;

export type FailOn = 'error' | 'warning';

function isAtLeast(level: Finding['level'], limit: FailOn): boolean {
  return level === 'error' || (level === 'warning' && limit === 'warning');
}

/** A file that was not done makes the run incomplete, unless the config says that it counts for less. */
function isIncomplete({ errors }: Report, limit: FailOn): boolean {
  return errors.some(({ level = 'error' }) => isAtLeast(level, limit));
}

/** Something a person still has to do; notes and paths without a v1 form ask for nothing. */
function isFlag(finding: Finding): boolean {
  return finding.fix === 'manual' && finding.level !== 'note';
}

/**
 * Migrating never fails because there is work left, unless asked to with `--exit-code`. `leavesOut`: edits are known that
 * this run is not to make.
 */
export function judgeMigrate(
  report: Report,
  options: { readonly exitCode: boolean; readonly leavesOut: boolean },
): number {
  if (isIncomplete(report, 'error')) return EXIT.incomplete;
  const isPending = options.leavesOut || (report.dryRun && report.changes.length > 0);
  return options.exitCode && (isPending || report.findings.some(isFlag)) ? EXIT.findings : EXIT.done;
}

export function judgeCheck(report: Report, options: { readonly failOn: FailOn }): number {
  if (isIncomplete(report, options.failOn)) return EXIT.incomplete;
  const open = report.findings.filter(({ baseline }) => baseline?.state !== 'accepted');
  return open.some(({ level }) => isAtLeast(level, options.failOn)) ? EXIT.findings : EXIT.done;
}
