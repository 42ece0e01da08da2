import { runMeasure } from '../measure/run-process.ts';
import type { ProbeFigures } from '../measure/time-probe.ts';
import { formatMs, limitMemory, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

/** For a plan of 40 endpoints. */
const MAX_MS = 15_000;
const MAX_CPU_MS = 1_000;
const MAX_MB = 150;

/** The default pace against a server that takes 20 ms for each answer. */
export function benchProbe({ probed }: Extent): readonly Row[] {
  const figures = runMeasure<ProbeFigures>('time-probe.js', [String(probed)]);
  const { endpoints, proven, requests, stopped, ms, cpuMs, rssMb } = figures;
  return [
    {
      what: `probe: ${endpoints} endpoints, answers take 20 ms`,
      ours: formatMs(ms),
      other: `${requests} requests`,
      result: stopped ?? `${proven} proven`,
      target: `< ${formatMs(MAX_MS)}`,
      isMet: ms < MAX_MS && stopped === null,
    },
    {
      what: 'probe: CPU',
      ours: formatMs(cpuMs),
      other: '',
      result: formatMs(cpuMs),
      target: `< ${formatMs(MAX_CPU_MS)}`,
      isMet: cpuMs < MAX_CPU_MS,
    },
    limitMemory('probe: memory', rssMb, MAX_MB),
  ];
}
