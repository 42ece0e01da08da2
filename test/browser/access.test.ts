import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/html.ts';
import { createTree } from '../cli/run-cli.ts';
import { HOSTILE_REPORT, HOSTILE_SOURCE } from '../report/hostile-report.ts';
import { PLAIN } from '../report/sample-report.ts';
import { CHROMIUM, launch, openFile } from './browser.ts';
import { createLargeReport } from './large-report.ts';

/** The page for readers who cannot see it, have no script, or hold it on paper. */

/** Enough for every family and status of a finding; what axe takes grows with it. */
const SIZE = 24;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

async function listViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
    violations: readonly Violation[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

describe.skipIf(CHROMIUM === null)('the review page', () => {
  let browser: Browser;
  const files: Record<string, string> = {};

  beforeAll(async () => {
    browser = await launch();
    const folder = createTree();
    files.sample = join(folder, 'sample.html');
    files.mixed = join(folder, 'mixed.html');
    writeFileSync(files.sample, render(createLargeReport(SIZE), PLAIN));
    writeFileSync(files.mixed, render(HOSTILE_REPORT, { ...PLAIN, readSource: () => HOSTILE_SOURCE }));
  });
  afterAll(() => browser?.close());

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    test.each([
      ['sample', 1280],
      ['sample', 390],
      ['mixed', 1280],
    ])('%s at %i pixels has no serious barrier', async (name, width) => {
      const { page } = await openFile(browser, files[name] ?? '', { colorScheme, viewport: { width, height: 900 } });
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      expect(await listViolations(page)).toEqual([]);
      await page.locator('#v-side').check();
      expect(await listViolations(page)).toEqual([]);
    });
  });

  test('no line is wider than a narrow screen', async () => {
    for (const file of [files.sample, files.mixed]) {
      const { page } = await openFile(browser, file ?? '', { viewport: { width: 390, height: 800 } });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    }
  });

  test('the theme can be chosen against the system', async () => {
    const { page } = await openFile(browser, files.sample ?? '', { colorScheme: 'dark' });
    const readColour = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await readColour()).toBe('rgb(13, 17, 23)');
    await page.locator('#t-light').check();
    expect(await readColour()).toBe('rgb(255, 255, 255)');
    expect(await listViolations(page)).toEqual([]);
  });

  test('every control is reached by Tab, the first is the way past them', async () => {
    const { page } = await openFile(browser, files.sample ?? '');
    const reached: string[] = [];
    for (let press = 0; press < 25; press += 1) {
      await page.keyboard.press('Tab');
      reached.push(
        String(
          await page.evaluate(
            'document.activeElement.name || document.activeElement.id || document.activeElement.textContent',
          ),
        ),
      );
    }
    expect(reached[0]).toBe('Skip to the changes');
    expect(reached).toEqual(expect.arrayContaining(['status', 'family', 'clear', 'accept-shown', 'export']));
  });

  test('has landmarks, one main heading, and tables whose heads say what they head', async () => {
    const { page } = await openFile(browser, files.sample ?? '');
    expect(await page.locator('h1').count()).toBe(1);
    for (const landmark of ['header', 'main', 'footer']) expect(await page.locator(landmark).count()).toBe(1);
    expect(await page.locator('th:not([scope])').count()).toBe(0);
    expect(await page.locator('table:not(:has(caption))').count()).toBe(0);
  });

  test('numbers of the overview add up', async () => {
    const { page } = await openFile(browser, files.sample ?? '');
    const tables = (await page.evaluate(`[...document.querySelectorAll('table')].map((table) =>
      [...table.querySelectorAll('tbody tr, tfoot tr')].map((row) => [...row.querySelectorAll('td')].slice(0, -1).map((cell) => Number(cell.textContent))))`)) as number[][][];
    expect(tables).toHaveLength(2);
    for (const rows of tables) {
      for (const cells of rows) expect(cells.slice(0, -1).reduce((a, b) => a + b, 0)).toBe(cells.at(-1));
      const [total = [], ...parts] = [...rows].reverse();
      expect(total.map((_, column) => parts.reduce((sum, row) => sum + (row[column] ?? 0), 0))).toEqual(total);
      expect(total.at(-1)).toBe(SIZE);
    }
  });

  test('without a script everything can be read, and no dead control is shown', async () => {
    const { page, complaints } = await openFile(browser, files.sample ?? '', { javaScriptEnabled: false });
    expect(complaints).toEqual([]);
    expect(await page.locator('.tools').isVisible()).toBe(false);
    expect(await page.locator('article').count()).toBe(SIZE);
    expect(await page.locator('#VM-00000003').isVisible()).toBe(true);
    expect(await page.locator('#VM-00000003 .d').textContent()).toContain('/v1/batch-calls/');
    await page.locator('#VM-00000003 summary').click();
    expect(await page.locator('#VM-00000003 ol').isVisible()).toBe(true);
    await page.locator('#v-side').check();
    expect(await page.locator('#v-side').isChecked()).toBe(true);
  });

  test('on paper controls are gone and details are open', async () => {
    const { page } = await openFile(browser, files.sample ?? '');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.tools').isVisible()).toBe(false);
    expect(await page.locator('.views').isVisible()).toBe(false);
    const opened = await page.evaluate(
      "dispatchEvent(new Event('beforeprint')); document.querySelectorAll('article details[open]').length",
    );
    expect(opened).toBe(SIZE);
    const pdf = await page.pdf();
    expect(pdf.length).toBeGreaterThan(20_000);
    expect(
      await page.evaluate(
        "dispatchEvent(new Event('afterprint')); document.querySelectorAll('article details[open]').length",
      ),
    ).toBe(0);
  });
});
