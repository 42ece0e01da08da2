import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

const BASES = { baseUrls: [BASE] };

test('a pattern that matches platform paths is a reference for a person to change', async () => {
  const code = [
    `nock('${BASE}').get(/\\/agents\\/.*/).reply(200);`,
    'export const CALLS = /api\\.voice\\.example\\/calls/;',
    `export const LLMS = '${BASE}/llms';`,
    '// v1-migrate-ignore-next-line legacy-path -- logs of last year',
    'export const OLD = /api\\.voice\\.example\\/voices/;',
    `export const MADE = new RegExp('${BASE}/languages');`,
    `const API = '${BASE}';`,
    'export const BY_ID = new RegExp(`^${API}/voices/${id}`);',
    "export const SUM = RegExp(API + '/workflows');",
  ];
  const { plan } = await runPlan({ 'a.js': ["import nock from 'nock';", ...code, ''].join('\n') }, BASES);
  expect(plan.findings.map(({ line, fix, legacyPath }) => [line, fix, legacyPath])).toEqual([
    [2, 'manual', '/agents/{id}'],
    [3, 'manual', '/calls'],
    [4, 'auto', '/llms'],
    [7, 'manual', '/languages'],
    [9, 'manual', '/voices/{id}'],
    [10, 'manual', '/workflows'],
  ]);
  expect(plan.accounting.references).toEqual({ total: 6, rewrite: 1, manual: 5 });
});
