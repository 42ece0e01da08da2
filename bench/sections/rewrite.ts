import { BASE } from '../corpus/voice-files.ts';
import { plantCallers } from '../corpus/write-corpus.ts';
import { jscodeshiftCommand, measureInTurns, migrateCommand, runForMemory, runToEnd } from '../measure/run-process.ts';
import { compareTimes, limitMemory, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

/** Files with three calls each: the whole pipeline, with its diff, against a runner that only looks at literals. */
export function benchRewrite({ seed, callers, rounds }: Extent): readonly Row[] {
  const corpus = plantCallers(seed, callers, 3_000);
  const what = `--dry-run, ${callers} files with three calls each`;
  const dryRun = migrateCommand(corpus.root, ['--dry-run', '--base-url', BASE]);
  const theirs = jscodeshiftCommand(corpus.root, ['src']);
  const [ours = 0] = measureInTurns([dryRun], rounds);
  const other = runToEnd(theirs).ms; // once: it takes a minute, and the file cache is warm by now
  const { rssMb, stdout } = runForMemory(dryRun);
  const edits = /(\d+) edits in (\d+) files/.exec(stdout);
  return [
    compareTimes(`${what} (${edits?.[0] ?? 'no edits'})`, ours, ['jscodeshift', other], 1 / 4),
    limitMemory(`${what}: peak memory`, rssMb, 400),
  ];
}
