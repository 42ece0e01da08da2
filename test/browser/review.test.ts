import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/html.ts';
import { createTree, runCli } from '../cli/run-cli.ts';
import { HOSTILE_FILE, HOSTILE_REPORT } from '../report/hostile-report.ts';
import { PLAIN } from '../report/sample-report.ts';
import { CHROMIUM, launch, openFile } from './browser.ts';
import { createLargeReport } from './large-report.ts';

/** What a reviewer does with the page, in a real browser. */

const SOURCE = `const API = 'https://api.voice.example';
export const list = () => fetch(API + '/calls');

export const one = (id) => fetch(\`\${API}/calls/\${id}\`);

export const agents = () => fetch(API + '/agents');

export const campaigns = () => fetch(API + '/campaigns');
`;
const SCOPE = ['./src', '--base-url', 'https://api.voice.example', '--allow-dirty'];

describe.skipIf(CHROMIUM === null)('the review page', () => {
  let browser: Browser;
  let folder = '';
  let sample = '';

  beforeAll(async () => {
    browser = await launch();
    folder = createTree();
    sample = join(folder, 'sample.html');
    writeFileSync(sample, render(createLargeReport(140), PLAIN));
  });
  afterAll(() => browser?.close());

  const countShown = (page: Page): Promise<number> => page.locator('article:not([hidden])').count();

  test('opens without an error and asks nobody for anything', async () => {
    const { page, complaints } = await openFile(browser, sample);
    await page.mouse.wheel(0, 5000);
    await page.waitForTimeout(200);
    expect(complaints).toEqual([]);
    expect(await page.locator('#shown').textContent()).toBe('140 of 140 shown');
  });

  test('filters narrow together, count, and are cleared', async () => {
    const { page } = await openFile(browser, sample);
    await page.locator('select[name=status]').selectOption('by hand');
    expect(await countShown(page)).toBe(20);
    await page.locator('select[name=family]').selectOption('/calls');
    const both = await countShown(page);
    expect(both).toBeGreaterThan(0);
    expect(both).toBeLessThan(20);
    expect(await page.locator('#shown').textContent()).toBe(`${both} of 140 shown`);
    await page.locator('#clear').click();
    expect(await countShown(page)).toBe(140);
    for (const [name, value] of [
      ['code', 'agents2'],
      ['level', 'error'],
      ['folder', 'packages/app-0/src/api'],
      ['decision', 'open'],
    ]) {
      await page.locator(`select[name=${name}]`).selectOption(value ?? '');
      expect([name, await countShown(page)]).toEqual([name, name === 'code' ? 20 : 140]);
      await page.locator('#clear').click();
    }
  });

  test('search finds files, paths and ids, every word of it', async () => {
    const { page } = await openFile(browser, sample);
    const search = page.locator('input[type=search]');
    await search.fill('VM-00000007');
    await expect.poll(() => countShown(page)).toBe(1);
    await search.fill('module-3.ts transcript');
    await expect.poll(() => countShown(page)).toBe(20);
    expect(await page.locator('main > section:not([hidden])').count()).toBe(1);
    await search.fill('no such thing');
    await expect.poll(() => page.locator('#shown').textContent()).toBe('0 of 140 shown');
  });

  test('a link leads to its change, also past a filter', async () => {
    const { page } = await openFile(browser, sample);
    await page.locator('select[name=status]').selectOption('by hand');
    await page.evaluate("location.hash = 'VM-00000050'");
    await expect.poll(() => page.locator('#VM-00000050').isVisible()).toBe(true);
    expect(await page.evaluate('document.activeElement.id')).toBe('VM-00000050');
    expect(await countShown(page)).toBe(140);
  });

  test('keys walk, decide and can be switched off', async () => {
    const { page } = await openFile(browser, sample);
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('article[data-decision]')].map((one) => [one.id, one.dataset.decision])",
      ),
    ).toEqual([
      ['VM-00000000', 'accept'],
      ['VM-00000001', 'reject'],
    ]);
    expect(await page.evaluate('document.activeElement.id')).toBe('VM-00000002');
    await page.keyboard.press('c');
    await page.keyboard.type('ask r and a');
    expect(await page.locator('#VM-00000002 .decide input[type=text]').inputValue()).toBe('ask r and a');
    await page.locator('.tools summary').click();
    await page.locator('#keys').uncheck();
    await page.locator('#VM-00000003').focus();
    await page.keyboard.press('a');
    expect(await page.locator('article[data-decision]').count()).toBe(2);
  });

  test('side by side puts before and after on one line', async () => {
    const { page } = await openFile(browser, sample);
    const boxes = async () => {
      const before = await page.locator('.d del').first().boundingBox();
      const after = await page.locator('.d ins').first().boundingBox();
      return [before?.y === after?.y, (before?.x ?? 0) < (after?.x ?? 0)];
    };
    expect(await boxes()).toEqual([false, false]);
    await page.locator('#v-side').check();
    expect(await boxes()).toEqual([true, true]);
    expect(await page.locator('.d ins b').first().textContent()).toBe('/v1');
  });

  test('hostile names and source stay text', async () => {
    const file = join(folder, 'hostile.html');
    writeFileSync(file, render(HOSTILE_REPORT, PLAIN));
    const { page, complaints } = await openFile(browser, file);
    expect(complaints).toEqual([]);
    expect(await page.locator('main script, main img, main b b, iframe').count()).toBe(0);
    expect(await page.locator('article').count()).toBe(HOSTILE_REPORT.findings.length + 1);
    const heading = await page.locator('main h2').first().textContent();
    expect(heading).toContain(HOSTILE_FILE.replace('\n', '\\x0a').replace('\u202e', '\\u{202e}'));
  });

  describe('decisions', () => {
    async function createReview() {
      const cwd = createTree({ 'src/api.js': SOURCE });
      const made = await runCli([...SCOPE, '--dry-run', '--reporter', 'html=review.html'], cwd);
      expect(made.exitCode).toBe(0);
      return { cwd, ...(await openFile(browser, join(cwd, 'review.html'))) };
    }

    async function exportTo(page: Page, file: string): Promise<void> {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#export').click()]);
      expect(download.suggestedFilename()).toBe('decisions.json');
      await download.saveAs(file);
    }

    test('go out, come in again, and are made exactly', async () => {
      const { cwd, page, complaints } = await createReview();
      const file = join(cwd, 'decisions.json');
      const change = (path: string) => page.locator('article', { has: page.locator('h3', { hasText: `GET ${path}` }) });
      await change('/calls ->').getByLabel('accept').check();
      await change('/calls ->').getByLabel('comment').fill('fine "as" <it> is');
      await change('/agents ->').getByLabel('reject').check();
      expect(await page.locator('#decided').textContent()).toBe('2 of 3 decided: 1 accepted, 1 rejected');
      expect(await change('/campaigns').getByLabel('accept').count()).toBe(0);
      await exportTo(page, file);
      expect(JSON.parse(readFileSync(file, 'utf8')).decisions).toMatchObject([
        { decision: 'accept', comment: 'fine "as" <it> is' },
        { decision: 'reject', comment: '' },
      ]);

      await page.reload();
      await page.locator('.tools summary').click();
      await page.locator('#import').setInputFiles(file);
      await expect.poll(() => page.locator('#notice').textContent()).toBe('2 decisions read');
      expect(await page.locator('#decided').textContent()).toBe('2 of 3 decided: 1 accepted, 1 rejected');
      expect(await change('/calls ->').getByLabel('comment').inputValue()).toBe('fine "as" <it> is');
      expect(complaints).toEqual([]);

      const { stderr, exitCode } = await runCli([...SCOPE, '--decisions', 'decisions.json'], cwd);
      expect(exitCode).toBe(0);
      expect(stderr).toContain('3 changes: 1 accepted, 1 rejected, 1 not decided; only the accepted ones are made');
      expect(readFileSync(join(cwd, 'src/api.js'), 'utf8')).toBe(SOURCE.replace("'/calls'", "'/v1/calls'"));
    });

    test('for code that has changed are refused, and nothing is written', async () => {
      const { cwd, page } = await createReview();
      await page.locator('#accept-shown').click();
      await exportTo(page, join(cwd, 'decisions.json'));
      const changed = SOURCE.replace("API + '/agents'", "API + '/agents', { cache: 'no-store' }");
      writeFileSync(join(cwd, 'src/api.js'), changed);
      const { stderr, exitCode } = await runCli([...SCOPE, '--decisions', 'decisions.json'], cwd);
      expect(exitCode).toBe(2);
      expect(stderr).toMatch(/1 accepted change is not what was reviewed: VM-[0-9a-f]{8}\. Nothing was written\./);
      expect(readFileSync(join(cwd, 'src/api.js'), 'utf8')).toBe(changed);
    });

    test('for code that only moved are made', async () => {
      const { cwd, page } = await createReview();
      await page.locator('#accept-shown').click();
      await exportTo(page, join(cwd, 'decisions.json'));
      writeFileSync(join(cwd, 'src/api.js'), `// moved\n\n${SOURCE}`);
      const { exitCode } = await runCli([...SCOPE, '--decisions', 'decisions.json'], cwd);
      expect(exitCode).toBe(0);
      expect(readFileSync(join(cwd, 'src/api.js'), 'utf8').match(/\/v1\//g)).toHaveLength(3);
    });

    test('of something else are refused by the page', async () => {
      const { cwd, page } = await createReview();
      writeFileSync(join(cwd, 'other.json'), '{"schemaVersion":1}');
      await page.locator('.tools summary').click();
      await page.locator('#import').setInputFiles(join(cwd, 'other.json'));
      await expect.poll(() => page.locator('#notice').textContent()).toBe('other.json holds no decisions');
    });
  });
});
