import { join } from 'node:path';
import type { FileProblem } from '../model/project.ts';
import type { FileChange } from '../model/report.ts';
import { replaceFile } from './replace-file.ts';
import type { Rewrite } from './rewrite-file.ts';

/** Hides the wait for each file's fsync; also how many files an interrupt still lets finish. */
const WRITES_AT_ONCE = 16;

interface WriteResult {
  readonly changes: readonly FileChange[];
  readonly errors: readonly FileProblem[];
}

/** Writes until done or aborted; a file that cannot be written is an error and does not stop the others. */
export async function writeRewrites(
  cwd: string,
  rewrites: readonly Rewrite[],
  signal: AbortSignal | undefined,
): Promise<WriteResult> {
  const failures = new Map<Rewrite, string | null>();
  const queue = rewrites.values();
  async function work(): Promise<void> {
    for (const rewrite of queue) {
      if (signal?.aborted) return;
      failures.set(rewrite, await replaceFile(join(cwd, rewrite.source.path), rewrite.source.text, rewrite.after));
    }
  }
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, work));
  const changes: FileChange[] = [];
  const errors: FileProblem[] = [];
  for (const rewrite of rewrites) {
    const failure = failures.get(rewrite);
    if (failure === null) changes.push(rewrite.change);
    else if (failure !== undefined)
      errors.push({
        code: 'unreadable-file',
        file: rewrite.source.path,
        message: `not written: ${failure}`,
        stage: 'write',
      });
  }
  return { changes, errors };
}
