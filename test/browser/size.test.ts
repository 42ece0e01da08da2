import { expect, test } from 'vitest';
import { render } from '../../src/report/formats/html.ts';
import { PLAIN } from '../report/sample-report.ts';
import { createLargeReport } from './large-report.ts';

/** How long such a page takes to open, filter and scroll is a section of the benchmark. */

const SIZE = 5_000;
const MAX_BYTES = 2_048;

test('a finding takes at most 2 KB', () => {
  const html = render(createLargeReport(SIZE), PLAIN);
  expect(Buffer.byteLength(html) / SIZE).toBeLessThanOrEqual(MAX_BYTES);
});
