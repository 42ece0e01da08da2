import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import type { JournalEntry } from '../../src/sandbox/journal.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { startFront } from '../probe/front-server.ts';
import { createTree, runCli } from './run-cli.ts';

/** `migrate --verify`: what the live platform has is written, and nothing else that only the probe can show. */

const BASE = 'https://api.voice.example';
const KEY = 'sandbox:sandbox-secret';

const CODE = [
  `export const list = () => fetch('${BASE}/calls');`, // documented
  `export const read = (id) => fetch(\`${BASE}/calls/\${id}\`);`, // family, there
  `export const usage = () => fetch('${BASE}/agents/usage/report');`, // family, not there
  `export const drop = (id) => fetch(\`${BASE}/agents/\${id}\`, { method: 'DELETE' });`, // family, never sent
  `export const set = (id, llmId) => fetch(\`${BASE}/agents/\${id}/post-call-llm\`, { method: 'PUT', body: JSON.stringify({ llmId }) });`,
  `export const buy = () => fetch('${BASE}/organization-phone-numbers/purchase', { method: 'POST' });`,
  '',
].join('\n');

let sandbox: Sandbox;
let shielded: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  shielded = await startSandbox({ auth: 'middleware' });
});

afterAll(() => Promise.all([sandbox.close(), shielded.close()]));

async function verify(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}, files = { 'src/a.js': CODE }) {
  const cwd = createTree(files);
  const all = { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: sandbox.url, ...env };
  const shown = await runCli(['src', '--base-url', BASE, '--verify', '--reporter', 'json', ...args], cwd, { env: all });
  const report = shown.stdout === '' ? null : (JSON.parse(shown.stdout) as Report);
  return { ...shown, report, after: readFileSync(join(cwd, 'src/a.js'), 'utf8') };
}

function describeFindings(report: Report | null): readonly string[] {
  return (report?.findings ?? []).map(({ line, code, fix, evidence }) => `${line} ${code} ${fix} ${evidence}`);
}

describe('against the platform', () => {
  test('what it has is written, with the probe as evidence; the rest is for a person, with the verdict', async () => {
    const { report, after, exitCode, stderr } = await verify();
    expect(describeFindings(report)).toEqual([
      '1 legacy-path auto probed',
      '2 legacy-path auto probed',
      '3 legacy-path manual family',
      '4 legacy-path manual family',
      '5 post-call-llm-helper auto probed',
      '6 legacy-path auto probed',
    ]);
    expect(report?.findings[2]?.message).toContain('GET /v1/agents/usage/report is absent');
    expect(report?.findings[3]?.message).toContain('DELETE /v1/agents/{id} is not-sent');
    const lines = after.split('\n');
    expect(lines.map((line) => line.includes('/v1/'))).toEqual([true, true, false, false, true, true, false]);
    expect(report?.accounting.requests).toMatchObject({ total: 6, rewrite: 3, move: 1, manual: 2 });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/confirmed, \d+ exists, 1 absent, 1 not-sent/);
    expect(stderr + JSON.stringify(report)).not.toContain(KEY);
    const journal = (await (await fetch(`${sandbox.url}/__sandbox/requests`)).json()) as readonly JournalEntry[]; // its own format
    expect(journal.length).toBeGreaterThan(5);
    const writes = journal.filter(({ method }) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS');
    expect(writes.filter(({ authorized, handler }) => authorized || handler !== null)).toEqual([]);
  });

  test('what is documented needs no proof', async () => {
    const code = `fetch('${BASE}/calls', { method: 'POST' });\nfetch('${BASE}/batch-calls', { method: 'POST' });\n`;
    const { report, after } = await verify([], { V1_MIGRATE_BASE_URL: shielded.url }, { 'src/a.js': code });
    expect(describeFindings(report)).toEqual(['1 legacy-path auto documented', '2 legacy-path manual family']);
    expect(report?.findings[1]).toMatchObject({
      message: expect.stringContaining('POST /v1/batch-calls is unverified: everything asks for a key first'),
      hint: expect.stringContaining('--verify'),
    });
    expect(after.split('\n').map((line) => line.includes('/v1/'))).toEqual([true, false, false]);
  });

  test('what is documented and answers otherwise is written, and said', async () => {
    const odd = await startSandbox({ fault: 'envelope:/v1/llms' });
    const code = `fetch('${BASE}/llms');\n`;
    const { report, stderr } = await verify([], { V1_MIGRATE_BASE_URL: odd.url }, { 'src/a.js': code });
    await odd.close();
    expect(describeFindings(report)).toEqual(['1 legacy-path auto documented']);
    expect(stderr).toContain('GET /v1/llms is drift: root: object, expected array');
  });

  test('a text that one of its uses must keep is not changed for another', async () => {
    const code = [
      `const AGENT = (id) => \`${BASE}/agents/\${id}\`;`,
      'export const read = (id) => fetch(AGENT(id));',
      "export const drop = (id) => fetch(AGENT(id), { method: 'DELETE' });",
    ].join('\n');
    const { report, after } = await verify([], {}, { 'src/a.js': code });
    expect(report?.findings.map(({ fix }) => fix)).not.toContain('auto');
    expect(after).toBe(code);
  });
});

describe('key and address', () => {
  test('the address can be the typed base, or --base-url beside --code-base-url', async () => {
    const env = { V1_MIGRATE_KEY: undefined, V1_MIGRATE_BASE_URL: undefined, OTHER: KEY };
    const code = `fetch('${BASE}/calls/' + id);\n`;
    const local = code.replaceAll(BASE, sandbox.url);
    const cwd = createTree({ 'src/a.js': local });
    const typed = ['src', '--verify', '--key-env', 'OTHER', '--base-url', sandbox.url];
    const first = await runCli([...typed, '--dry-run', '--reporter', 'json'], cwd, { env });
    expect(describeFindings(JSON.parse(first.stdout) as Report)).toEqual(['1 legacy-path auto probed']);
    const other = createTree({ 'src/a.js': code });
    const args = [...typed, '--code-base-url', BASE, '--dry-run', '--reporter', 'json'];
    const second = await runCli(args, other, { env });
    expect(describeFindings(JSON.parse(second.stdout) as Report)).toEqual(['1 legacy-path auto probed']);
  });

  test.each([
    ['no key', [], { V1_MIGRATE_KEY: undefined }, 'There is no key'],
    ['a malformed key', [], { V1_MIGRATE_KEY: 'only-an-id' }, 'V1_MIGRATE_KEY'],
    ['two addresses', ['--base-url', 'https://b.example'], { V1_MIGRATE_BASE_URL: undefined }, 'one platform'],
    ['plain http', [], { V1_MIGRATE_BASE_URL: 'http://api.voice.example' }, 'https'],
  ])('%s: 2, and nothing is written', async (_name, args, env, message) => {
    const { exitCode, stderr, after } = await verify(args, env);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('only-an-id');
    expect(after).toBe(CODE);
  });

  test("an address in the config is the code's, and gets no key", async () => {
    const config = JSON.stringify({ baseUrls: [sandbox.url] });
    const cwd = createTree({
      'src/a.js': CODE,
      'v1-migrate.config.json': config,
      '.env': `V1_MIGRATE_BASE_URL=${sandbox.url}`,
    });
    const { exitCode, stderr } = await runCli(['src', '--verify'], cwd, { env: { V1_MIGRATE_KEY: KEY } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('never taken from the code');
  });

  test('its options without --verify are a mistake', async () => {
    const { exitCode, stderr } = await runCli(['src', '--key-env', 'A'], createTree({ 'src/a.js': CODE }));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--key-env is for --verify');
  });
});

test('a platform that refuses the key: 3, and nothing is written, documented or not', async () => {
  const { exitCode, stderr, after } = await verify([], { V1_MIGRATE_KEY: 'sandbox:wrong' });
  expect(exitCode).toBe(3);
  expect(stderr).toContain('refused the key. Nothing was written.');
  expect(after).toBe(CODE);
});

test('an interrupt while asking: 130, and nothing is written', async () => {
  const controller = new AbortController();
  const cwd = createTree({ 'src/a.js': CODE });
  const front = await startFront(sandbox.url, (count) => count === 2 && controller.abort());
  const env = { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: front.url };
  const onError = { isTTY: false, write: () => {} };
  const { exitCode } = await runCli(['src', '--base-url', BASE, '--verify'], cwd, {
    env,
    signal: controller.signal,
    stderr: onError,
  });
  front.close();
  expect(exitCode).toBe(130);
  expect(readFileSync(join(cwd, 'src/a.js'), 'utf8')).toBe(CODE);
});
