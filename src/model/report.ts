import type { Level } from './findings.ts';
import type { Region } from './location.ts';
import type { Accounting, BaseUse, Finding } from './plan.ts';
import type { FileProblem, SkippedFile } from './project.ts';

/** One planned edit: the region becomes `text`. Regions count as those of findings do. */
export interface ReportedEdit extends Region {
  readonly text: string;
}

/** What the baseline says of a finding: known and accepted until a day, or past that day and counting again. */
export interface BaselineMark {
  readonly state: 'accepted' | 'expired';
  readonly reason: string;
  readonly owner: string | null;
  /** `YYYY-MM-DD`; null: no day was named. */
  readonly until: string | null;
}

/** A finding as reports carry it: with the edits that settle it, and with what the baseline says of it. */
export interface ReportedFinding extends Finding {
  /** All of them, so that a reader can make the fix; absent when there are none. */
  readonly edits?: readonly ReportedEdit[];
  readonly baseline?: BaselineMark;
}

/** A file that was not done; none whose code the config sets to `off`. */
export interface ReportedProblem extends FileProblem {
  readonly level?: Level;
}

/** What was, or would be, done to one file. `diff` is a unified patch with a/ and b/ names. */
export interface FileChange {
  readonly file: string;
  readonly edits: number;
  readonly diff: string;
}

/** The JSON report (contract 5, `schemaVersion` 1), the one input of every reporter. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: 'v1-migrate'; readonly version: string };
  readonly command: 'migrate' | 'check';
  readonly dryRun: boolean;
  /** Present when the report is about a part of the project's files, `index` from 1. */
  readonly shard?: { readonly index: number; readonly count: number };
  /** Present when the run was interrupted: what is not in it was not done. */
  readonly stopped?: 'interrupted';
  /** Days from `today` to the cut-off; negative when it has passed. */
  readonly cutoff: { readonly date: string; readonly daysLeft: number };
  readonly bases: readonly BaseUse[];
  readonly accounting: Accounting;
  readonly findings: readonly ReportedFinding[];
  /** Those that an ignore comment hides: no edit, no exit code. Absent when there are none. */
  readonly suppressed?: readonly Finding[];
  readonly changes: readonly FileChange[];
  readonly errors: readonly ReportedProblem[];
  readonly skipped: readonly SkippedFile[];
}
