import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { BASE } from '../corpus/voice-files.ts';
import { plantMixed } from '../corpus/write-corpus.ts';
import { computeMedian, migrateCommand, runForMemory } from '../measure/run-process.ts';
import { compareTimes, limitMemory, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

const SCRIPT = resolve(import.meta.dirname, '../measure/analyse-project.js');

function runScript(mode: 'analyse' | 'parse', cwd: string, input = ''): Record<string, unknown> {
  const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, mode, cwd], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (stdout === '') throw new Error(`${mode} said nothing but: ${stderr}`);
  return JSON.parse(stdout);
}

/** What following values costs beside reading the files once. */
export function benchAnalysis({ seed, mixed, part, rounds }: Extent): readonly Row[] {
  const corpus = plantMixed(seed, mixed, part, 5_300);
  const times: { readonly analyse: number; readonly parse: number }[] = [];
  let what = '';
  for (let round = 0; round < rounds; round += 1) {
    const { analyzeMs, planMs, files, requests } = runScript('analyse', corpus.root);
    const { parseMs } = runScript('parse', corpus.root, JSON.stringify(files));
    times.push({ analyse: Number(analyzeMs) + Number(planMs), parse: Number(parseMs) });
    const { total } = requests as { readonly total: number };
    what = `analyse and plan ${(files as readonly string[]).length} of ${mixed} files, ${total} requests`;
  }
  const [ours, other] = [
    computeMedian(times.map(({ analyse }) => analyse)),
    computeMedian(times.map(({ parse }) => parse)),
  ];
  const check = migrateCommand(corpus.root, ['check', '--base-url', BASE], 1);
  return [
    compareTimes(what, ours, ['parsing them once', other], 2.5),
    limitMemory(`${what}: peak memory`, runForMemory(check).rssMb, 600),
  ];
}
