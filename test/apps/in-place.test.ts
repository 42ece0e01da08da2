import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { copyApp, type ExpectedApp, ROOT, runReport } from './expected-app.ts';

/** What lies around the given path, say other packages that put something in the place of `fetch`, changes no verdict on it. */

const APP: ExpectedApp = {
  app: 'fixtures/apps/dialer',
  bases: ['https://api.voice.example'],
  rows: [],
  untouched: [],
};

async function listVerdicts(folder: string, path: string): Promise<readonly string[]> {
  const { findings } = await runReport(folder, APP, '--dry-run', path);
  return findings.map(({ file, line, code, fix }) => `${file.replace(`${APP.app}/`, '')}:${line} ${code} ${fix}`);
}

test('an app inside of a larger repository is reported as it is alone', async () => {
  const alone = copyApp(APP.app);
  const wanted = await listVerdicts(alone, '.');
  expect(wanted.filter((verdict) => verdict.endsWith('auto')).length).toBeGreaterThan(30);
  expect(await listVerdicts(ROOT, APP.app)).toEqual(wanted);
  rmSync(alone, { recursive: true, force: true });
});
