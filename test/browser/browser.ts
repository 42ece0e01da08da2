import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from 'playwright-core';

/**
 * A real Chromium, the system's. Without one the tests are skipped and say so; V1_BROWSER=required makes that an error,
 * for a build that must not pass without having looked.
 */
const PLACES = [
  process.env.V1_CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const CHROMIUM = PLACES.find((path) => path !== '' && existsSync(path)) ?? null;

if (CHROMIUM === null) {
  const message =
    'there is no Chromium (apt-get install chromium, or V1_CHROMIUM=<path>): the review page was not tested';
  if (process.env.V1_BROWSER === 'required') throw new Error(message);
  console.warn(`SKIPPED: ${message}`);
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

export interface OpenPage {
  readonly page: Page;
  /** What must not happen: errors on the console or of the page, and requests to anywhere. */
  readonly complaints: readonly string[];
  /** To measure the page; measuring counts from before it opens. */
  readonly session: CDPSession;
}

export async function openFile(
  browser: Browser,
  file: string,
  options: BrowserContextOptions = {},
  measures = false,
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  const url = pathToFileURL(file).href;
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== url && !request.url().startsWith('blob:'))
      complaints.push(`request: ${request.url()}`);
  });
  const session = await context.newCDPSession(page);
  if (measures) await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(url);
  return { page, complaints, session };
}
