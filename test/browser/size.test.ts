import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/html.ts';
import { createTree } from '../cli/run-cli.ts';
import { PLAIN } from '../report/sample-report.ts';
import { CHROMIUM, launch, openFile } from './browser.ts';
import { createLargeReport } from './large-report.ts';

const SIZE = 5_000;
const MAX_BYTES = 2_048;
/** Milliseconds of the page's own thread: a machine that is busy with other things must not fail a promise of ours. */
const MAX_OPEN = 2_000;

const html = render(createLargeReport(SIZE), PLAIN);

test('a finding takes at most 2 KB', () => {
  expect(Buffer.byteLength(html) / SIZE).toBeLessThanOrEqual(MAX_BYTES);
});

describe.skipIf(CHROMIUM === null)('5,000 findings', () => {
  let browser: Browser;
  const file = join(createTree(), 'large.html');

  beforeAll(async () => {
    writeFileSync(file, html);
    browser = await launch();
  });
  afterAll(() => browser?.close());

  async function readThreadTime(session: CDPSession): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  }

  async function measure() {
    const { page, complaints, session } = await openFile(browser, file, {}, true);
    await page.locator('article .decide').first().waitFor({ state: 'attached' });
    const open = await readThreadTime(session);
    const wall = (await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")) as number;
    await page.locator('select[name=status]').selectOption('by hand');
    expect(await page.locator('#shown').textContent()).toBe('714 of 5000 shown');
    const filter = (await readThreadTime(session)) - open;
    expect(complaints).toEqual([]);
    await page.context().close();
    return { open, wall, filter };
  }

  test('open in less than two seconds and are filtered at once', async () => {
    const runs = [await measure(), await measure()];
    const best = (key: 'open' | 'wall' | 'filter'): number => Math.round(Math.min(...runs.map((run) => run[key])));
    const bytes = Math.round(Buffer.byteLength(html) / SIZE);
    console.info(
      `${SIZE} findings: ${bytes} bytes each; open ${best('open')} ms of the page, ${best('wall')} ms by the clock; filter ${best('filter')} ms`,
    );
    expect(best('open')).toBeLessThan(MAX_OPEN);
    expect(best('filter')).toBeLessThan(500);
  }, 180_000);

  test('scroll without long stalls', async () => {
    const { page, session } = await openFile(browser, file, {}, true);
    const before = await readThreadTime(session);
    const steps = 8;
    for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(200);
    const each = ((await readThreadTime(session)) - before) / steps;
    console.info(`scrolling: ${Math.round(each)} ms of the page for each step of 20,000 pixels`);
    expect(await page.evaluate('scrollY')).toBeGreaterThan(20_000);
    expect(each).toBeLessThan(300);
  }, 180_000);
});
