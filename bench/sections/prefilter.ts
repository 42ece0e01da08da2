import { spawnSync } from 'node:child_process';
import { getCatalogWords } from '../../src/contract/catalog.ts';
import { PLATFORM } from '../../src/contract/platform.ts';
import { BASE } from '../corpus/voice-files.ts';
import { plantProduct } from '../corpus/write-corpus.ts';
import {
  type Command,
  jscodeshiftCommand,
  measureInTurns,
  migrateCommand,
  runForMemory,
  runToEnd,
} from '../measure/run-process.ts';
import { compareTimes, limitMemory, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

/** A product that never calls the platform: all there is to do is to see that fast. */

/** The same question for ripgrep: a path word behind a slash or a quote, or the host. */
function ripgrepCommand(cwd: string): Command {
  return {
    program: 'rg',
    args: ['-l', '-e', `[/'"\`}](${getCatalogWords(PLATFORM).join('|')})\\b`, '-e', 'api\\.voice\\.example'],
    cwd,
    expected: 0,
  };
}

function hasRipgrep(): boolean {
  return spawnSync('rg', ['--version']).status === 0;
}

export function benchPrefilter({ seed, files, bytesPerFile, rounds, sample }: Extent): readonly Row[] {
  const corpus = plantProduct(seed, files, bytesPerFile);
  const what = `check, ${files} files / ${Math.round(corpus.bytes / 1e6)} MB without a call`;
  const check = migrateCommand(corpus.root, ['check', '--base-url', BASE]);
  const rows: Row[] = [];

  if (hasRipgrep()) {
    const [ours = 0, theirs = 0] = measureInTurns([check, ripgrepCommand(corpus.root)], rounds);
    const found = runToEnd(ripgrepCommand(corpus.root)).stdout.trim().split('\n').length;
    rows.push(compareTimes(`${what} (${found} hold a word)`, ours, ['rg -l', theirs], 4));
  } else {
    rows.push({ what, ours: '', other: 'rg is not installed', result: '', target: '<= 4 x', isMet: null });
  }

  const taken = corpus.files.filter((_, index) => index % Math.max(1, Math.round(files / sample)) === 0);
  const start = runToEnd(jscodeshiftCommand(corpus.root, taken.slice(0, 1))).ms;
  const isWhole = taken.length === corpus.files.length;
  const run = runToEnd(jscodeshiftCommand(corpus.root, isWhole ? ['packages'] : taken)).ms;
  const theirs = isWhole ? run : start + ((run - start) * corpus.files.length) / taken.length;
  const [ours = 0] = measureInTurns([check], rounds);
  rows.push(
    compareTimes(what, ours, [isWhole ? 'jscodeshift' : `jscodeshift (from ${taken.length} files)`, theirs], 1 / 100),
  );
  rows.push(limitMemory(`${what}: peak memory`, runForMemory(check).rssMb, 400));
  return rows;
}
