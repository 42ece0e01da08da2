import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createTree, runCli } from '../cli/run-cli.ts';

/** Green must mean that something was asked and nothing refuted, never that nothing was asked. */

const BASE = 'https://api.voice.example';
const KEY = 'sandbox:sandbox-secret';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

async function probe(args: readonly string[], files: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv = {}) {
  const all = { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: sandbox.url, ...env };
  return runCli(['probe', '.', ...args], createTree(files), { env: all });
}

describe('a base that nothing calls', () => {
  const files = { 'a.js': 'export {};\n' };

  test('is named with the option that named it', async () => {
    const { stderr } = await probe(['--code-base-url', BASE], files);
    expect(stderr).toContain(`note: no request goes to ${BASE}, which --code-base-url names.`);
  });

  test.each([
    [['--base-url', 'https://eu.voice.tset'], '--base-url'],
    [[], 'V1_MIGRATE_BASE_URL'],
  ])('%j: so is an address that is a slip of a base', async (args, name) => {
    const calls = `fetch('${BASE}/calls');\nfetch('https://eu.voice.test/calls');\n`;
    const code = { 'a.js': calls, 'v1-migrate.config.json': `{ "baseUrls": ["${BASE}"] }` };
    const env = { V1_MIGRATE_BASE_URL: 'https://eu.voice.tset' };
    const { stderr } = await probe(['--plan', ...args], code, env);
    expect(stderr).toContain(`note: no request goes to https://eu.voice.tset, which ${name} names. Did you mean`);
  });

  test('that is none is refused under the name of its option', async () => {
    const { stderr, exitCode } = await probe(['--code-base-url', 'ftp://x'], files);
    expect(stderr).toMatch(/^v1-migrate: --code-base-url: /);
    expect(exitCode).toBe(2);
  });

  test('candidates are given with the option that takes them', async () => {
    const code = { 'a.js': "fetch('https://a.example/calls');\nfetch('https://b.example/calls');\n" };
    const { stderr } = await probe([], code);
    expect(stderr).toContain('--code-base-url https://a.example');
    expect(stderr).not.toContain(' --base-url');
  });

  test('--verify says --code-base-url, too', async () => {
    const args = ['--verify', '--code-base-url', BASE, '--base-url', sandbox.url];
    const { stderr } = await runCli(args, createTree(files), { env: { V1_MIGRATE_KEY: KEY } });
    expect(stderr).toContain(`note: no request goes to ${BASE}, which --code-base-url names.`);
  });
});
