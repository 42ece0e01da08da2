import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { probe } from '../../src/cli/commands/probe.ts';
import type { Io } from '../../src/cli/io.ts';
import { UserError } from '../../src/errors.ts';
import type { ProbeResult } from '../../src/model/probe-result.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { startFront } from './front-server.ts';

const KEY = 'sandbox:sandbox-secret';
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ streamDelay: 0 });
});
afterAll(() => sandbox.close());

function createTree(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'v1-probe-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  }
  return folder;
}

async function run(args: readonly string[], cwd = '/', io: Partial<Io> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const exitCode = await probe.execute(args, {
    cwd,
    env: { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: sandbox.url },
    stdout: { isTTY: false, write: (text) => void out.push(text) },
    stderr: { isTTY: false, write: (text) => void err.push(text) },
    ask: null,
    now: new Date('2026-11-20T12:00:00Z'),
    createToken: () => 'ab'.repeat(16),
    signal: new AbortController().signal,
    ...io,
  });
  return { exitCode, stdout: out.join(''), stderr: err.join('') };
}

async function runJson(args: readonly string[], cwd?: string, io?: Partial<Io>) {
  const shown = await run([...args, '--reporter', 'json', '--no-keyless-writes'], cwd, io);
  return { ...shown, result: JSON.parse(shown.stdout) as ProbeResult };
}

const CODE = {
  'src/api.ts': [
    "const API = 'https://api.voice.example';",
    'export const calls = () => fetch(`${API}/calls`);',
    'export const agent = (id: string) => fetch(`${API}/agents/${id}`);',
    'export const remove = (id: string) => fetch(`${API}/agents/${id}`, { method: "DELETE" });',
    '',
  ].join('\n'),
};

describe('endpoints of the code', () => {
  test('are named with their places; what the code calls the platform is no address to ask', async () => {
    const cwd = createTree(CODE);
    const { exitCode, result } = await runJson(['src', '--code-base-url', 'https://api.voice.example'], cwd);
    expect(result).toMatchObject({ schemaVersion: 1, command: 'probe', baseUrl: sandbox.url, stopped: null });
    const lines = result.checked.map(({ method, path, verdict, usedAt }) =>
      [method, path, verdict, ...usedAt].join(' '),
    );
    expect(lines.sort()).toEqual([
      'DELETE /v1/agents/{id} not-sent src/api.ts:4',
      'GET /v1/agents/{id} confirmed src/api.ts:3',
      'GET /v1/calls confirmed src/api.ts:2',
    ]);
    expect(exitCode).toBe(0);
  });

  test('are found by inference when the probed address is a stand-in', async () => {
    const more =
      "export const x = (k) => fetch('https://api.voice.example/organization-phone-numbers', k);\nfetch('https://api.voice.example/user-webhooks');\nfetch('https://api.voice.example/batch-calls');\n";
    const cwd = createTree({ ...CODE, 'src/more.js': more });
    const { result, stderr } = await runJson(['src'], cwd);
    expect(result.checked).toHaveLength(6);
    expect(stderr).toContain('https://api.voice.example');
  });

  test('--all asks for every documented operation instead', async () => {
    const cwd = createTree(CODE);
    const { result } = await runJson(['src', '--all'], cwd);
    expect(result.checked).toHaveLength(18);
  });

  test('the address in the tree is never used', async () => {
    const cwd = createTree({ ...CODE, '.env': 'V1_MIGRATE_BASE_URL=https://evil.example\nV1_MIGRATE_KEY=a:b\n' });
    await expect(run(['src'], cwd, { env: { V1_MIGRATE_KEY: KEY } })).rejects.toThrow(
      'The address of the platform is not known',
    );
    await expect(run(['src'], cwd, { env: { V1_MIGRATE_BASE_URL: sandbox.url } })).rejects.toThrow('There is no key');
  });
});

describe('--plan', () => {
  test('shows the requests and sends none, without a key', async () => {
    const { stdout, exitCode } = await run(['--plan'], '/', { env: {} });
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')).toContain('GET /v1/calls?page=1&limit=200: with the key');
    expect(stdout).toContain('POST /v1/calls: without key, cookie and body');
    expect(stdout).toContain('  PATCH /v1/agents/<random>, twice');
    expect(stdout).toContain('  PATCH /v1/<random>/<random>, control, twice');
    expect((await run(['--plan', '--no-keyless-writes'])).stdout).not.toContain('control');
  });
});

describe('keys', () => {
  test('from another variable, from the config, from a file outside of the code', async () => {
    const env = { V1_MIGRATE_BASE_URL: sandbox.url, VOICE_KEY: KEY };
    const only = ['--budget', '60', '--cwd'];
    const cwd = createTree({
      'v1-migrate.config.json': '{ "probe": { "keyEnv": "VOICE_KEY" } }',
      'key.txt': `${KEY}\n`,
      ...CODE,
    });
    const named = ['src', '--code-base-url', 'https://api.voice.example', ...only, cwd];
    for (const args of [['--key-env', 'VOICE_KEY'], [], ['--key-file', 'key.txt']]) {
      expect((await runJson([...named, ...args], '/', { env })).exitCode).toBe(0);
    }
  });

  test('a file that others may read is named, one in the code is refused', async () => {
    const cwd = createTree({ 'src/key.txt': KEY, 'key.txt': KEY, ...CODE });
    await expect(run(['src', '--key-file', 'src/key.txt'], cwd)).rejects.toThrow('among those that are scanned');
    await expect(run(['.', '--key-file', 'key.txt'], cwd)).rejects.toThrow('among those that are scanned');
    chmodSync(join(cwd, 'key.txt'), 0o644);
    const { stderr } = await runJson(['src', '--key-file', 'key.txt'], cwd);
    expect(stderr).toContain('chmod 600');
  });

  test('a key that is malformed is a usage error before anything is sent', async () => {
    const failed = run([], '/', { env: { V1_MIGRATE_KEY: 'just-an-id', V1_MIGRATE_BASE_URL: sandbox.url } });
    await expect(failed).rejects.toThrow(UserError);
    await expect(failed).rejects.not.toThrow(/just-an-id/);
  });

  test('a key that is refused: 3', async () => {
    const env = { V1_MIGRATE_KEY: 'sandbox:wrong', V1_MIGRATE_BASE_URL: sandbox.url };
    const { exitCode, result } = await runJson([], '/', { env });
    expect({ exitCode, stopped: result.stopped }).toEqual({ exitCode: 3, stopped: 'key-refused' });
  });
});

describe('exit codes', () => {
  test('1 for something absent', async () => {
    const cwd = createTree({ 'a.js': "fetch('https://api.voice.example/agent-builder/inventory');\n" });
    const { exitCode, result } = await runJson(['a.js', '--code-base-url', 'https://api.voice.example'], cwd);
    expect(result.checked[0]).toMatchObject({ verdict: 'absent', usedAt: ['a.js:1'] });
    expect(exitCode).toBe(1);
  });

  test('3 with --strict when something is open', async () => {
    const shielded = await startSandbox({ auth: 'middleware' });
    try {
      const cwd = createTree({
        'a.js': "fetch('https://v.example/calls', { method: 'POST' });\nfetch('https://v.example/llms');\n",
      });
      const args = ['a.js', '--code-base-url', 'https://v.example', '--base-url', shielded.url, '--reporter', 'json'];
      expect((await run(args, cwd)).exitCode).toBe(0);
      expect((await run([...args, '--strict'], cwd)).exitCode).toBe(3);
    } finally {
      await shielded.close();
    }
  });

  test('130 when interrupted, with a partial report', async () => {
    const controller = new AbortController();
    const front = await startFront(sandbox.url, (count) => count === 16 && controller.abort());
    const env = { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: front.url };
    const { exitCode, result } = await runJson([], '/', { env, signal: controller.signal });
    front.close();
    expect({ exitCode, stopped: result.stopped }).toEqual({ exitCode: 130, stopped: 'interrupted' });
    expect(result.checked).toHaveLength(18);
    // What was asked before is told, and what was not is told apart.
    const asked = result.checked.filter(({ verdict }) => verdict === 'confirmed');
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(18);
  });

  test('42 a NODE_EXTRA_CA_CERTS that is not there, which Node passes over', async () => {
    const env = { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: sandbox.url, NODE_EXTRA_CA_CERTS: '/no/such.pem' };
    await expect(run([], '/', { env })).rejects.toThrow('NODE_EXTRA_CA_CERTS');
  });

  test.each([
    [['--budget', 'soon']],
    [['--reporter', 'patch']],
    [['--key-env', 'A', '--key-stdin']],
    [['--base-url', 'http://api.voice.example']],
    [['--base-url', 'https://a.example', '--base-url', 'https://b.example']],
    [['--ca', '/no/such']],
    [['--bogus']],
    [['no-such-folder']],
  ])('%j is a usage error', async (args) => {
    await expect(run(args)).rejects.toThrow(UserError);
  });
});

describe('output', () => {
  test('a table for people, and files beside it', async () => {
    const cwd = createTree(CODE);
    const args = [
      'src',
      '--code-base-url',
      'https://api.voice.example',
      '--no-keyless-writes',
      '--reporter',
      'junit=out/probe.xml',
    ];
    const { stdout } = await run(args, cwd);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'verdict    method  route            used at       why',
      'not-sent   DELETE  /v1/agents/{id}  src/api.ts:4  only GET, HEAD, POST and PATCH are asked for',
      'confirmed  GET     /v1/agents/{id}  src/api.ts:3  answers; its form is not documented (200)',
      'confirmed  GET     /v1/calls        src/api.ts:2  answers as documented (200)',
    ]);
    expect(readFileSync(join(cwd, 'out/probe.xml'), 'utf8')).toContain('tests="3" failures="0" errors="0" skipped="1"');
  });

  test('no id of a record is ever shown', async () => {
    const agents = (await (
      await fetch(`${sandbox.url}/v1/agents`, { headers: { authorization: `Bearer ${KEY}` } })
    ).json()) as { agents: { id: string }[] };
    const cwd = createTree(CODE);
    for (const format of ['text', 'json', 'html', 'markdown', 'junit', 'github']) {
      const { stdout, stderr } = await run(
        [
          'src',
          '--code-base-url',
          'https://api.voice.example',
          '--no-keyless-writes',
          '--reporter',
          format,
          '--legacy',
        ],
        cwd,
      );
      for (const { id } of agents.agents) expect(stdout + stderr).not.toContain(id);
    }
  });

  test('names of files cannot command a log', async () => {
    const cwd = createTree({ 'src/a\u001b[31m.js': "fetch('https://api.voice.example/calls');\n" });
    const { stdout } = await run(['src', '--code-base-url', 'https://api.voice.example', '--no-keyless-writes'], cwd, {
      env: { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: sandbox.url, GITHUB_ACTIONS: 'true' },
    });
    expect(stdout).not.toContain('\u001b');
    expect(stdout.startsWith('::stop-commands::')).toBe(true);
  });
});
