import type { Accounting, BaseUse, Finding } from './plan.ts';
import type { FileProblem, SkippedFile } from './project.ts';

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
  /** Days from `today` to the cut-off; negative when it has passed. */
  readonly cutoff: { readonly date: string; readonly daysLeft: number };
  readonly bases: readonly BaseUse[];
  readonly accounting: Accounting;
  readonly findings: readonly Finding[];
  readonly changes: readonly FileChange[];
  readonly errors: readonly FileProblem[];
  readonly skipped: readonly SkippedFile[];
}
