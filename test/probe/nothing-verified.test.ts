import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('a file that was not analysed', () => {
  const BROKEN = { 'broken.js': `fetch('${BASE}/calls', { headers };\n` };
  const GOOD = { 'good.js': `fetch('${BASE}/agents');\n` };
  const words = 'broken.js:1:53 was not analysed, so what it calls was not asked for: ';

  test('alone: nothing could be verified', async () => {
    for (const more of [[], ['--strict'], ['--quiet']]) {
      const { exitCode, stderr, stdout } = await probe(['--code-base-url', BASE, ...more], BROKEN);
      expect(exitCode).toBe(3);
      expect(stderr).toContain(`warning: ${words}`);
      expect(stdout).not.toContain(': ;');
    }
  });

  test('among good ones: is named, and with --strict what it calls is unverified', async () => {
    const args = ['--code-base-url', BASE];
    const files = { ...BROKEN, ...GOOD };
    const lenient = await probe(args, files);
    expect(lenient.exitCode).toBe(0);
    expect(lenient.stderr).toContain(`warning: ${words}`);
    expect((await probe([...args, '--strict'], files)).exitCode).toBe(3);
    expect((await probe([...args, '--strict'], GOOD)).exitCode).toBe(0);
  });

  test('is named in files and machine formats, too', async () => {
    const { stdout } = await probe(['--code-base-url', BASE, '--reporter', 'json'], { ...BROKEN, ...GOOD });
    expect(JSON.parse(stdout)).toMatchObject({ notices: [expect.stringContaining(words)] });
    const html = await probe(['--code-base-url', BASE, '--reporter', 'html'], { ...BROKEN, ...GOOD });
    expect(html.stdout).toContain(words);
    const markdown = await probe(['--code-base-url', BASE, '--reporter', 'markdown'], { ...BROKEN, ...GOOD });
    expect(markdown.stdout).toContain('was not analysed');
  });

  test('is named by --plan', async () => {
    const { exitCode, stderr } = await probe(['--code-base-url', BASE, '--plan'], { ...BROKEN, ...GOOD });
    expect(stderr).toContain(`warning: ${words}`);
    expect(exitCode).toBe(0);
  });

  test('what was named and is not looked at is named', async () => {
    const { stderr } = await probe(['package.json', '--code-base-url', BASE], { 'package.json': '{}', ...GOOD });
    expect(stderr).toContain('note: package.json was not looked at');
  });

  test('is nothing to --all, which reads no code', async () => {
    const { exitCode, stderr } = await probe(['--all', '--strict', '--no-keyless-writes'], BROKEN);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});

test('code without a call of the platform: nothing could be verified', async () => {
  const { exitCode, stdout, stderr } = await probe(['--code-base-url', BASE], { 'a.js': 'export {};\n' });
  expect(exitCode).toBe(3);
  expect(stdout).toContain(`${sandbox.url}: no endpoint to ask for; 0 requests`);
  expect(stderr).toContain('note: no call of an endpoint with a v1 form was found');
});

describe('an address that is not that of the platform', () => {
  const args = ['--all', '--reporter', 'json'];

  async function probeServer(status: number, reporter: string) {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    try {
      return await probe(['--all', '--reporter', reporter, '--base-url', `http://127.0.0.1:${port}`], {});
    } finally {
      server.close();
    }
  }

  test.each([404, 403])('%i to everything: nothing is absent or denied, and the address is doubted', async (status) => {
    const { stdout, exitCode } = await probeServer(status, 'json');
    const { stopped, checked, accounting } = JSON.parse(stdout);
    expect({ stopped, exitCode }).toEqual({ stopped: 'no-platform', exitCode: 3 });
    expect(new Set(checked.map(({ verdict }: { verdict: string }) => verdict))).toEqual(new Set(['unverified']));
    expect(accounting.keylessUnsafe).toBe(0);
    const { stdout: text } = await probeServer(status, 'text');
    expect(text).toContain('Is this the address of the platform');
  });

  test('a path too much is one, too', async () => {
    const { stdout, exitCode } = await probe([...args, '--base-url', `${sandbox.url}/typo`], {});
    expect({ exitCode, stopped: JSON.parse(stdout).stopped }).toEqual({ exitCode: 3, stopped: 'no-platform' });
  });

  test('the right one with a path that does not exist is refuted as before', async () => {
    const { stdout, exitCode } = await probe(['--code-base-url', BASE, '--reporter', 'json'], {
      'a.js': `fetch('${BASE}/v1/agents/list/nothing');\n`,
    });
    expect(JSON.parse(stdout)).toMatchObject({ stopped: null, checked: [{ verdict: 'absent' }] });
    expect(exitCode).toBe(1);
  });
});
