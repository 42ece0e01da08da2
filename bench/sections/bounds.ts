import { PATHOLOGICAL } from '../corpus/pathological.ts';
import { BASE } from '../corpus/voice-files.ts';
import { plantTree } from '../corpus/write-corpus.ts';
import { migrateCommand, runForMemory } from '../measure/run-process.ts';
import { formatMs, type Row } from '../table.ts';

const LIMIT_MS = 10_000;
const LIMIT_MB = 600;
const ENDS: readonly (number | null)[] = [0, 3];

/** Hostile inputs: the run comes back, says so, and takes no more than its share. */
export function benchBounds(): readonly Row[] {
  return Object.entries(PATHOLOGICAL).map(([name, list]): Row => {
    const { root } = plantTree('bounds', list());
    const command = migrateCommand(root, ['--dry-run', '--base-url', BASE, '--reporter', 'json']);
    const { ms, status, rssMb, stderr } = runForMemory(command, 2 * LIMIT_MS);
    const isMet = ENDS.includes(status) && ms <= LIMIT_MS && (rssMb ?? Number.POSITIVE_INFINITY) < LIMIT_MB;
    const complaint = stderr.split('\n').find((line) => /bug of|Error:/.test(line)) ?? '';
    return {
      what: name,
      ours: status === null ? `no end after ${formatMs(ms)}` : formatMs(ms),
      other: complaint.slice(0, 80),
      result: rssMb === null ? `exit ${status}` : `exit ${status}, ${Math.round(rssMb)} MB`,
      target: `<= ${LIMIT_MS / 1000} s, < ${LIMIT_MB} MB`,
      isMet,
    };
  });
}
