import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { render } from '../../src/report/formats/html.ts';
import { CHROMIUM, launch, openFile } from '../../test/browser/browser.ts';
import { createLargeReport } from '../../test/browser/large-report.ts';
import { PLAIN } from '../../test/report/sample-report.ts';

/**
 * open-page.js <n>: the review page of n findings in a real browser, and a plain page of as many rows beside it; `null`
 * on stdout where there is no browser.
 */

/** Milliseconds that the thread of the page worked. */
export interface PageFigures {
  /** To open the plain page. */
  readonly plain: number;
  readonly open: number;
  /** To show only what is done by hand. */
  readonly filter: number;
  /** One turn of the wheel, by 20,000 pixels. */
  readonly scroll: number;
}

const STEPS = 8;
/** Of so many findings of a large report one is done by hand. */
const BY_HAND = 7;

/** Rows with as much text and as many elements as a closed finding, and nothing else. */
function renderPlainRows(size: number): string {
  const words = 'word '.repeat(40);
  const rows = Array.from(
    { length: size },
    (_, at) =>
      `<article><h3>src/file-${at}.ts</h3><p><code>GET /v1/calls/${at}</code> <em>rewritten</em></p><p>${words}</p></article>`,
  );
  return `<!doctype html><main>${rows.join('')}</main>`;
}

async function readThreadTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

async function measurePages(size: number, folder: string): Promise<PageFigures> {
  const [own, plain] = [join(folder, 'review.html'), join(folder, 'plain.html')];
  writeFileSync(own, render(createLargeReport(size), PLAIN));
  writeFileSync(plain, renderPlainRows(size));
  const browser = await launch();
  try {
    const other = await openFile(browser, plain, {}, true);
    await other.page.locator('article').last().waitFor({ state: 'attached' });
    const plainTime = await readThreadTime(other.session);
    await other.page.context().close();

    const { page, complaints, session } = await openFile(browser, own, {}, true);
    await page.locator('article .decide').first().waitFor({ state: 'attached' });
    const open = await readThreadTime(session);
    for (let step = 0; step < STEPS; step += 1) await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(200);
    const scrolled = await readThreadTime(session);
    const distance = Number(await page.evaluate('scrollY'));
    await page.locator('select[name=status]').selectOption('by hand');
    const shown = await page.locator('#shown').textContent();
    const filter = (await readThreadTime(session)) - scrolled;
    // A page that does nothing is fast.
    if (distance <= 20_000) throw new Error(`the page scrolled by ${distance} pixels only`);
    const wanted = `${Math.floor(size / BY_HAND)} of ${size} shown`;
    if (shown !== wanted) throw new Error(`the page says "${shown}" and not "${wanted}"`);
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    return { plain: plainTime, open, filter, scroll: (scrolled - open) / STEPS };
  } finally {
    await browser.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'v1-bench-page-'));
try {
  const figures = CHROMIUM === null ? null : await measurePages(Number(process.argv[2]), folder);
  process.stdout.write(JSON.stringify(figures));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
