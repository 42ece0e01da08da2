import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

async function listNotices(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { plan } = await runPlan(files);
  return plan.notices.filter((notice) => notice.includes('uses the base'));
}

test('a base that goes where nobody can follow it is named', async () => {
  const files = {
    'cli.mjs': `const { values } = parse({ base: { default: '${BASE}' } });\nawait fetch(\`\${values.base}/\${name}\`);\n`,
    'more.ts': `\nregister('${BASE}/');\n`,
  };
  expect(await listNotices(files)).toEqual([
    'no request was found that uses the base at cli.mjs:1, more.ts:2: look at what is done with it.',
  ]);
});

test('so is one to which something is added', async () => {
  const files = { 'a.ts': `export const voice = (path: string) => \`${BASE}/\${path}\`;\nrun(voice);\n` };
  expect(await listNotices(files)).toEqual([
    'no request was found that uses the base at a.ts:1: look at what is done with it.',
  ]);
});

test('a base that is compared with is named where no request goes to it', async () => {
  const files = { 'a.ts': `export const isOurs = (url) => url === '${BASE}';\nrun(isOurs);\n` };
  expect(await listNotices(files)).toEqual([
    'no request was found that uses the base at a.ts:1: look at what is done with it.',
  ]);
});

test('of many bases some are named and the others counted', async () => {
  const files = Object.fromEntries('abcdefg'.split('').map((name) => [`${name}.ts`, `register('${BASE}');\n`]));
  expect(await listNotices(files)).toEqual([
    'no request was found that uses the base at a.ts:1, b.ts:1, c.ts:1, d.ts:1, e.ts:1 and 2 more: look at what is done with it.',
  ]);
});

test.each([
  ['a request takes it', `const api = '${BASE}';\nfetch(api + '/calls');\n`, 'a.ts'],
  ['a fallback takes it', `fetch((process.env.X ?? '${BASE}') + '/calls');\n`, 'a.ts'],
  ['a mock takes it', `import nock from 'nock';\nnock('${BASE}').get('/v1/calls').reply(200);\n`, 'a.ts'],
  ['a test compares with it', `expect(base).toBe('${BASE}');\n`, 'src/a.test.ts'],
  [
    'it is compared with the base that requests take',
    `const api = '${BASE}';\nfetch(api + '/calls');\nexport const isDefault = (own) => own === '${BASE}';\n`,
    'a.ts',
  ],
  ['it is another host', `register('https://api.other.example');\n`, 'a.ts'],
])('nothing is said when %s', async (_, text, file) => {
  expect(await listNotices({ [file]: text })).toEqual([]);
});

test.each([
  ['asks for what is behind it', "fetch('/voice/calls');\n", []],
  ['asks for nothing behind it', "fetch('/crm/calls');\n", ['vite.config.ts unresolved-url']],
])('a proxy is a finding of its own where nobody %s', async (_, text, wanted) => {
  const proxy = `{ '/voice': { target: '${BASE}', rewrite: (path) => path.replace(/^\\/voice/, '') } }`;
  const files = { 'vite.config.ts': `export default { server: { proxy: ${proxy} } };\n`, 'src/a.ts': text };
  const { plan } = await runPlan(files);
  expect(
    plan.findings.filter(({ file }) => file === 'vite.config.ts').map(({ file, code }) => `${file} ${code}`),
  ).toEqual(wanted);
  expect(await listNotices(files)).toEqual([]);
});

test('so is a rewrite that adds whatever it is asked for', async () => {
  const rewrite = `[{ source: '/voice/:path*', destination: '${BASE}/:path*' }]`;
  const files = { 'next.config.js': `module.exports = { rewrites: async () => ${rewrite} };\n` };
  const listCodes = async (all: Readonly<Record<string, string>>) =>
    (await runPlan(all)).plan.findings.filter(({ file }) => file === 'next.config.js').map(({ code }) => code);
  expect(await listCodes(files)).toEqual(['unresolved-url']);
  expect(await listCodes({ ...files, 'page.tsx': "fetch('/voice/calls');\n" })).toEqual([]);
  expect(await listNotices(files)).toEqual([]);
});
