import { describe, expect, test } from 'vitest';
import { FINDING_CODES } from '../../src/model/findings.ts';
import { fakeStages } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

async function explain(subject: string, files = {}): Promise<string> {
  return (await runCli(['explain', subject], createTree(files), { stages: fakeStages() })).stdout;
}

test.each(FINDING_CODES)('the code %s', async (code) => {
  expect(await explain(code)).toMatch(new RegExp(`^${code}  \\((error|warning|note), fix (auto|manual|none)\\)\n`));
});

describe('a path', () => {
  test.each([
    ['GET /calls/123', '/calls/{id}  -> /v1/calls/{id}'],
    ['get /calls?page=2', '/calls  -> /v1/calls'],
    ['PUT /agents/:id/post-call-llm', '/agents/{id}/post-call-llm  -> PATCH /v1/agents/{id}'],
    ['PATCH /agents/:id/post-call-llm', '/agents/{id}/post-call-llm  -> PATCH /v1/agents/{id}'],
    ['/agents/:id/post-call-llm', '-> PATCH /v1/agents/{id}\n  a GET     by hand: read post_call_analysis_llm_id'],
    [
      'GET /agents/:id/post-call-llm',
      'stays as it is\n  to do     by hand: read post_call_analysis_llm_id from the answer to GET /v1/agents/{id}',
    ],
    ['POST /campaigns', '/campaigns  stays as it is'],
    ['/widgets', 'add a family or a rule to the catalog'],
    ['GET /v1/calls', '/v1/calls  is a v1 path already'],
  ])('%s', async (subject, text) => expect(await explain(subject)).toContain(text));

  test('of the catalogue in force', async () => {
    const config = '{ "catalog": { "families": [{ "legacy": "/widgets", "v1": "/v1/widgets" }] } }';
    expect(await explain('/widgets', { 'v1-migrate.config.json': config })).toContain('-> /v1/widgets');
  });
});

test('a finding, with its proof', async () => {
  expect(await explain('vm-3F2A91C0')).toMatchInlineSnapshot(`
    "VM-3f2a91c0  legacy-path  (error, fix auto, evidence family)
      at        src/calls.ts:2:8
      path      GET /calls/{id} -> /v1/calls/{id}
      what      The path gets its /v1 form.
      do        Run v1-migrate.
      used at   src/calls.ts:2:1  GET by fetch
      from      src/config.ts:3:14  API = 'https://api.voice.example'
      rule      An unversioned path that has a /v1 form.
    "
  `);
});

test('the help of a code stays readable where keys are hidden', async () => {
  const cwd = createTree({ 'a.ts': "fetch('https://api.voice.example/calls')\n" });
  const scope = ['--base-url', 'https://api.voice.example', '--today', '2026-07-01'];
  const report = await runCli(['--dry-run', '--reporter', 'json', ...scope], cwd);
  const { stdout } = await runCli(['explain', JSON.parse(report.stdout).findings[0].id, ...scope], cwd);
  expect(stdout).toContain('keeps the same bearer header (§9.3)');
});

test.each([
  ['GET calls/1', 'A path begins with a slash: "GET /calls/1".'],
  ['POST https://api.voice.example/calls?x=1', 'A path begins with a slash: "POST /calls".'],
  ['https://api.voice.example/calls/{id}', 'A path begins with a slash: "/calls/{id}".'],
  ['legacy-pth', 'Did you mean "legacy-path"?'],
])('what was meant by %s', async (subject, meant) => {
  const { stderr, exitCode } = await runCli(['explain', subject], createTree());
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`is no finding code, path or finding id. ${meant}\n`);
});

test('a finding that is not there', async () => {
  const { stderr, exitCode } = await runCli(['explain', 'VM-ffffffff'], createTree(), { stages: fakeStages() });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('Give the same paths and --base-url');
});

test('the catalogue as text and as JSON', async () => {
  const { stdout } = await runCli(['rules'], createTree());
  expect(stdout).toContain('Cut-off 2026-07-31');
  const json = JSON.parse((await runCli(['rules', '--format', 'json'], createTree())).stdout);
  expect(json).toMatchObject({ extends: 'none', cutoff: '2026-07-31', versionPrefix: '/v1' });
  const catalog = JSON.stringify({ catalog: json });
  const again = await runCli(['rules', '--format', 'json'], createTree({ 'v1-migrate.config.json': catalog }));
  expect(JSON.parse(again.stdout)).toEqual(json);
});

test('--print-config says where values come from', async () => {
  const config =
    '{ "baseUrls": ["env:A"], "levels": { "agents2": "warning" }, "probe": { "keyEnv": "VOICE_API_KEY" } }';
  const cwd = createTree({ 'v1-migrate.config.json': config });
  const { stdout } = await runCli(['--print-config', '--base-url', 'https://b.example'], cwd, { stages: fakeStages() });
  expect(JSON.parse(stdout)).toMatchObject({
    configFile: 'v1-migrate.config.json',
    baseUrls: [
      { value: 'https://b.example', from: 'flag' },
      { value: 'env:A', from: 'config' },
    ],
    levels: { value: { agents2: 'warning' }, from: 'config' },
    exclude: { value: [], from: 'default' },
    evidence: { value: 'family', from: 'default' },
    today: { value: '2026-11-20', from: 'clock' },
    probe: { keyEnv: { value: 'VOICE_API_KEY', from: 'config' } },
  });
});

test('a method and a path need no quotes', async () => {
  const quoted = await runCli(['explain', 'HEAD /calls'], createTree());
  const plain = await runCli(['explain', 'HEAD', '/calls'], createTree());
  expect(plain.stdout).toContain('/calls  -> /v1/calls');
  expect(plain.stdout).toBe(quoted.stdout);
});
