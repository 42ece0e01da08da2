/** Findings that a team knows of and accepts for now, each by its id: a count would hide one fixed and one added. */
export interface BaselineEntry {
  readonly id: string;
  /** What the finding was when it was accepted: for readers, the id alone decides. */
  readonly code: string;
  readonly file: string;
  readonly path: string | null;
  readonly reason: string;
  readonly owner: string | null;
  /** `YYYY-MM-DD`, the last day on which the entry counts; null: no day was named. */
  readonly until: string | null;
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
}

export const EMPTY_BASELINE: Baseline = { entries: [] };

function compareEntries(a: BaselineEntry, b: BaselineEntry): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** One line for each entry, so that two branches that add entries merge without a conflict more often than not. */
export function renderBaseline({ entries }: Baseline): string {
  const lines = [...entries].sort(compareEntries).map((entry) => `    ${JSON.stringify(entry)}`);
  return `{\n  "version": 1,\n  "findings": [${lines.length === 0 ? '' : `\n${lines.join(',\n')}\n  `}]\n}\n`;
}
