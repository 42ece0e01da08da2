import type { PageFigures } from '../measure/open-page.ts';
import { computeMedian, runMeasure } from '../measure/run-process.ts';
import { compareTimes, type Row } from '../table.ts';
import type { Extent } from './extent.ts';

/** 2 s are promised to open it; where the plain page takes 0.6 s, it takes 0.9 s. */
const FINDINGS = 5_000;
const LIMITS = { open: 2.5, filter: 1.1, scroll: 0.6 };

/** The review page in a real browser, beside a plain page of as many rows. */
export function benchPage({ rounds }: Extent): readonly Row[] {
  const figures = Array.from({ length: rounds }, () =>
    runMeasure<PageFigures | null>('open-page.js', [String(FINDINGS)]),
  );
  const measured = figures.filter((entry) => entry !== null);
  const take = (key: keyof PageFigures): number => computeMedian(measured.map((entry) => entry[key]));
  return (['open', 'filter', 'scroll'] as const).map((key) => {
    const what = `review page of ${FINDINGS} findings: ${key}`;
    const row = compareTimes(what, take(key), ['to open as many plain rows', take('plain')], LIMITS[key]);
    return measured.length > 0 ? row : { ...row, ours: '', other: 'no browser', result: '', isMet: null };
  });
}
