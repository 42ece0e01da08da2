import type { ReportedFinding } from '../model/report.ts';
import type { Baseline, BaselineEntry } from './baseline.ts';
import type { Marked } from './mark-findings.ts';

/** What new entries say. */
export interface EntryWords {
  readonly reason: string;
  readonly owner: string | null;
  readonly until: string | null;
}

interface BaselineUpdate {
  readonly baseline: Baseline;
  readonly added: readonly BaselineEntry[];
  readonly removed: readonly BaselineEntry[];
  /** They stay as they are and count: to accept a thing again is a decision, not an update. */
  readonly expired: readonly ReportedFinding[];
}

/** Adds what is open, removes what was paid; entries that stay keep their words. Notes fail nothing and are not added. */
export function updateBaseline(baseline: Baseline, { findings, paid }: Marked, words: EntryWords): BaselineUpdate {
  const added = findings
    .filter((finding) => finding.baseline === undefined && finding.level !== 'note')
    .map(({ id, code, file, legacyPath }) => ({ id, code, file, path: legacyPath, ...words }));
  const gone = new Set(paid.map(({ id }) => id));
  const kept = baseline.entries.filter(({ id }) => !gone.has(id));
  return {
    baseline: { entries: [...kept, ...added] },
    added,
    removed: paid,
    expired: findings.filter((finding) => finding.baseline?.state === 'expired'),
  };
}
