import type { SandboxFigures } from '../measure/load-sandbox.ts';
import { runMeasure } from '../measure/run-process.ts';
import { formatMs, limitMemory, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

const MIN_RATE = 5_000;
const MAX_START_MS = 400;
const MAX_MB = 200;

/** The platform on loopback, as somebody's tests would use it. */
export function benchSandbox({ loadSeconds }: Extent): readonly Row[] {
  const figures = runMeasure<SandboxFigures>('load-sandbox.js', [String(loadSeconds)]);
  const { startMs, rate, ratePerCore, streams, wholeStreams, streamsMs, rssMb } = figures;
  const perSecond = (value: number): string => `${Math.round(value)} /s`;
  return [
    {
      what: 'sandbox: start of the process until it listens',
      ours: formatMs(startMs),
      other: '',
      result: formatMs(startMs),
      target: `<= ${MAX_START_MS} ms`,
      isMet: startMs <= MAX_START_MS,
    },
    {
      what: 'sandbox: list requests of one core, keep-alive',
      ours: perSecond(ratePerCore),
      other: `by the clock ${perSecond(rate)}`,
      result: perSecond(ratePerCore),
      target: `>= ${MIN_RATE} /s`,
      isMet: ratePerCore >= MIN_RATE,
    },
    {
      what: `sandbox: ${streams} streams at once`,
      ours: formatMs(streamsMs),
      other: '',
      result: `${wholeStreams} whole`,
      target: `${streams} whole`,
      isMet: wholeStreams === streams,
    },
    limitMemory('sandbox: memory after all that', rssMb, MAX_MB),
  ];
}
