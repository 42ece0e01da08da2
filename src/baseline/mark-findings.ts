import type { BaselineMark, ReportedFinding } from '../model/report.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';

export interface Marked {
  readonly findings: readonly ReportedFinding[];
  /** Entries whose finding is gone: debt that was paid. */
  readonly paid: readonly BaselineEntry[];
}

/** `until` is the last day that counts; days compare as text. */
function hasExpired({ until }: BaselineEntry, today: string): boolean {
  return until !== null && today > until;
}

function createMark(entry: BaselineEntry, today: string): BaselineMark {
  const { reason, owner, until } = entry;
  return { state: hasExpired(entry, today) ? 'expired' : 'accepted', reason, owner, until };
}

/** `wasSeen`: was the file looked at, so that a finding that is missing there is gone? */
export function markFindings(
  findings: readonly ReportedFinding[],
  baseline: Baseline,
  today: string,
  wasSeen: (file: string) => boolean,
): Marked {
  const entries = new Map(baseline.entries.map((entry) => [entry.id, entry]));
  const marked = findings.map((finding) => {
    const entry = entries.get(finding.id);
    return entry === undefined ? finding : { ...finding, baseline: createMark(entry, today) };
  });
  const ids = new Set(findings.map(({ id }) => id));
  const paid = baseline.entries.filter(({ id, file }) => !ids.has(id) && wasSeen(file));
  return { findings: marked, paid };
}
