import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

async function listNotices(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { plan } = await runPlan(files);
  return plan.notices.filter((notice) => notice.includes('beside paths that change'));
}

const SENT = `import { paths } from './paths';\nexport const list = () => fetch('${BASE}' + paths.agents);\n`;
const notice = (listed: string) =>
  `no request was found for ${listed}, beside paths that change: change them as well if they are the platform's.`;

test.each([
  ['a table', "export const paths = { agents: '/agents', calls: '/calls' };\n", '/calls (paths.ts:1)'],
  [
    'a table of tables',
    "export const paths = Object.freeze({\n  agents: '/agents',\n  calls: { one: '/calls/:id' },\n} as const);\n",
    '/calls/:id (paths.ts:3)',
  ],
  ['an enum', "export enum paths {\n  agents = '/agents',\n  calls = '/calls',\n}\n", '/calls (paths.ts:3)'],
])('a row of %s that nobody sends is named', async (_, text, listed) => {
  expect(await listNotices({ 'paths.ts': text, 'api.ts': SENT })).toEqual([notice(listed)]);
});

test('of many rows some are named and the others counted', async () => {
  const names = ['calls', 'voices', 'llms', 'languages', 'transcribers', 'workflows', 'knowledge-base'];
  const rows = names.map((name) => `  '${name}': '/${name}',\n`).join('');
  const [found = ''] = await listNotices({
    'paths.ts': `export const paths = {\n  agents: '/agents',\n${rows}};\n`,
    'api.ts': SENT,
  });
  expect(found).toContain('/transcribers (paths.ts:7) and 2 more, beside');
});

test.each([
  ['it is no path of the platform', "export const paths = { agents: '/agents', home: '/home' };\n", ''],
  [
    'it is a page of the app',
    "export const paths = { agents: '/agents', calls: '/calls' };\n",
    'router.push(paths.calls);\n',
  ],
  [
    'it is sent as well',
    "export const paths = { agents: '/agents', calls: '/calls' };\n",
    `fetch('${BASE}' + paths.calls);\n`,
  ],
  [
    'it has a table of its own',
    "export const paths = { agents: '/agents' };\nexport const own = { calls: '/calls' };\n",
    '',
  ],
])('nothing is said when %s', async (_, text, more) => {
  expect(await listNotices({ 'paths.ts': text, 'api.ts': SENT + more })).toEqual([]);
});
