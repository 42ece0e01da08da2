import type { Baseline } from './baseline.ts';
import type { WritePaths } from './compile-plan.ts';
import { compareWithoutKey } from './differential.ts';
import { conclude, type Outcome } from './outcome.ts';
import type { Run } from './run.ts';
import { hasSafeEvidence } from './safe-evidence.ts';

interface WriteOptions {
  /** False with `--no-keyless-writes`. */
  readonly allowsWrites: boolean;
  /** Set once a server judged a keyless body before the key: nothing more of the kind is sent. */
  readonly halted: string | null;
}

interface WriteOutcome extends Outcome {
  readonly halts?: string;
}

/** Does an operation exist that must not be called? Nothing with the key and a method that writes is ever sent. */
export async function checkWrite(
  run: Run,
  baseline: Baseline,
  paths: WritePaths,
  template: string,
  { allowsWrites, halted }: WriteOptions,
): Promise<WriteOutcome> {
  if (!baseline.hasPositive) return conclude('unverified', baseline.problem ?? 'no-positive-control');
  if (await hasSafeEvidence(run, paths, template)) return conclude('exists', 'allow-header');
  if (!allowsWrites) return conclude('not-sent', 'no-keyless-writes');
  if (halted !== null) return conclude('unverified', halted);
  const { method } = paths;
  const ask = (path: string) => ({ kind: 'keyless-write', method, path }) as const;
  const { row, status } = await compareWithoutKey(run, baseline, { ...paths, ask });
  const outcome = conclude(row.verdict, row.reason, status);
  if (row.stops === 'run') return { ...outcome, stop: 'auth-off' };
  return row.stops === 'writes' ? { ...outcome, halts: row.reason } : outcome;
}
