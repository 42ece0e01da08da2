import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { createTree, runCli } from './run-cli.ts';

/** What a given file sends may be written outside the given paths alone. */

const BASE = 'https://api.voice.example';

const TREE = {
  'package.json': '{ "workspaces": ["packages/*"] }',
  'config/api.js': `export const API = '${BASE}';\nexport const PATHS = { calls: '/calls' };\n`,
  'config/index.js': "export { API as BASE, PATHS } from './api.js';\n",
  'config/other.js': "export const NAME = 'calls of nobody';\n",
  'src/direct.js':
    "import { API, PATHS } from '../config/api.js';\nexport const list = () => fetch(API + PATHS.calls);\n",
  'src/deep/passed-on.js':
    "const { BASE, PATHS } = require('../../config');\nexports.list = () => fetch(BASE + PATHS.calls);\n",
  'src/none.js': "import { colour } from '../theme.js';\nexport const shade = () => fetch(colour);\n",
  'theme.js': "export const colour = 'https://colours.example/red';\n",
  'packages/urls/package.json': '{ "name": "@acme/urls", "main": "index.js" }',
  'packages/urls/index.js': `export const AGENTS = '${BASE}/agents';\n`,
  'packages/app/package.json': '{ "name": "app" }',
  'packages/app/main.js': "import { AGENTS } from '@acme/urls';\nexport const list = () => fetch(AGENTS);\n",
};

async function check(paths: readonly string[]): Promise<{ exitCode: number; report: Report }> {
  const args = ['check', ...paths, '--base-url', BASE, '--reporter', 'json'];
  const { exitCode, stdout } = await runCli(args, createTree(TREE));
  return { exitCode, report: JSON.parse(stdout) as Report };
}

describe('a request of which all is written outside the given paths', () => {
  test.each([
    ['in a file beside them', ['src/direct.js'], 'config/api.js:2'],
    ['through a file that passes it on', ['src/deep'], 'config/api.js:2'],
    ['in another package of the workspace', ['packages/app'], 'packages/urls/index.js:1'],
  ])('is found %s', async (_where, paths, place) => {
    const { exitCode, report } = await check(paths);
    expect(report.findings.map(({ file, line, code, fix }) => `${file}:${line} ${code} ${fix}`)).toEqual([
      `${place} legacy-path manual`,
    ]);
    expect(report.accounting.requests.total).toBe(1);
    expect(exitCode).toBe(1);
  });

  test('makes no other file take part', async () => {
    const { exitCode, report } = await check(['src/none.js']);
    expect(report.accounting.files).toMatchObject({ seen: 1, noCandidate: 1, analysed: 0 });
    expect(exitCode).toBe(0);
  });
});
