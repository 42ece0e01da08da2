import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The package as strangers meet it: as a fresh clone, and as a tarball in somebody else's project. */

const ROOT = resolve(import.meta.dirname, '../..');
const BASE = 'https://api.voice.example';
const CALLS = `export const list = () => fetch('${BASE}/calls');\n`;

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

let folder = '';
let clone = '';
let guest = '';
let packed: readonly string[] = [];

/** The environment of a user's shell, not of the npm script that this may run under. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_)|npm_config_local_prefix|VITEST|NODE_ENV|INIT_CWD)/.test(name),
  ),
);

/** What a command prints; throws with all that it said when it fails. */
function run(cwd: string, command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')}: exit ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has an object for an address
  await once(server.close(), 'close');
  return port;
}

/** What a commit of everything here would hold. */
function copyTree(): void {
  const files = run(ROOT, 'git', 'ls-files', '-co', '--exclude-standard', '-z').split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(ROOT, file), join(clone, file), { verbatimSymlinks: true });
  }
}

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'v1-package-')));
  [clone, guest] = [join(folder, 'clone'), join(folder, 'guest')];
  mkdirSync(guest);
  // Otherwise npm installs into the next folder above that looks like a project.
  writeFileSync(join(guest, 'package.json'), '{ "private": true }');
  copyTree();
  run(clone, 'npm', 'ci', '--prefer-offline');
  run(clone, 'npm', 'pack', '--pack-destination', guest);
  const { version } = readManifest(clone);
  packed = run(guest, 'tar', '-tzf', `v1-migrate-${version}.tgz`).trim().split('\n');
  run(guest, 'npm', 'install', '--prefer-offline', '--engine-strict', `./v1-migrate-${version}.tgz`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readManifest(cwd: string): Manifest {
  return JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
}

function plant(name: string): string {
  const cwd = join(guest, name);
  mkdirSync(join(cwd, 'src'), { recursive: true });
  writeFileSync(join(cwd, 'src/calls.js'), CALLS);
  return cwd;
}

/** What a program of the guest's, started in its folder, prints. */
function evaluate(source: string): unknown {
  return JSON.parse(
    run(guest, process.execPath, '--input-type=module', '--eval', `console.log(JSON.stringify(${source}))`),
  );
}

describe('a fresh clone', () => {
  test('runs the tool on the example app by the line of the README', () => {
    // A cache of its own: npx keeps a link to the clone, and a cache of an earlier attempt would hide a failure.
    const cache = { ...env, npm_config_cache: join(folder, 'cache') };
    const line = ['v1-migrate', 'fixtures/apps/dialer', '--dry-run'];
    const { status, stdout } = spawnSync('npx', line, { cwd: clone, env: cache, encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('fixtures/apps/dialer/src/constants/paths.ts:');
    expect(stdout).toMatch(/Dry run {4}\d\d edits in \d\d files; nothing was written/);
  });

  test('shows the app calling /v1 by the lines of the README', async () => {
    const readme = readFileSync(join(clone, 'README.md'), 'utf8');
    const port = await findFreePort();
    const [line = ''] = /v1-migrate sandbox [^`\n]*/.exec(readme) ?? [];
    const [, script = ''] = /in another terminal [^`]*`\/v1`:\n\n```sh\n([\s\S]*?)```/.exec(readme) ?? [];
    const [, ...args] = line.replace('4010', String(port)).split(' ');
    const platform = spawn(process.execPath, [join(clone, 'dist/src/cli/bin.js'), ...args], { cwd: clone, env });
    const [said] = await once(platform.stdout, 'data');
    expect(String(said)).toContain(`127.0.0.1:${port}`);
    const { stdout } = spawnSync('bash', ['-c', script.replace('4010', String(port))], {
      cwd: clone,
      env: { ...env, npm_config_cache: join(folder, 'cache') },
      encoding: 'utf8',
    });
    platform.kill('SIGINT');
    const [exitCode] = await once(platform, 'close');
    expect(stdout).toMatch(
      / 404 list agents[\s\S]* failed\n[\s\S]*Written[\s\S]*ok {3}200 list agents[\s\S]*all good\n$/,
    );
    for (const [, quoted = ''] of script.matchAll(/"([^"]+)"/g)) expect(stdout).toContain(quoted);
    expect(exitCode).toBe(0);
  });

  test('asks for no script of a dependency', () => {
    const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
    };
    const withScript = Object.entries(lock.packages).filter(([name, entry]) => name !== '' && entry.hasInstallScript);
    expect(withScript.map(([name]) => name)).toEqual([]);
  });
});

describe('the tarball', () => {
  test('holds what a user needs and nothing else', () => {
    const wanted =
      /^package\/(?:dist\/(?:src|transforms)\/.+\.(?:js|d\.ts)|package\.json|[A-Z]+(?:\.md)?|\w+\.schema\.json)$/;
    expect(packed.filter((name) => !wanted.test(name))).toEqual([]);
    for (const name of ['package.json', 'report.schema.json', 'config.schema.json', 'dist/src/index.d.ts']) {
      expect(packed).toContain(`package/${name}`);
    }
  });

  test('brings no dependency with an install script', () => {
    const lock = JSON.parse(readFileSync(join(guest, 'node_modules/.package-lock.json'), 'utf8'));
    expect(JSON.stringify(lock)).not.toContain('hasInstallScript');
  });

  test('runs on Node 20.19 and later', () => {
    expect(readManifest(join(guest, 'node_modules/v1-migrate')).engines.node).toBe('>=20.19');
  });
});

describe('in an empty folder', () => {
  test('the command is there and can be started without node', () => {
    const bin = join(guest, 'node_modules/.bin/v1-migrate');
    expect(statSync(realpathSync(bin)).mode & 0o111).toBe(0o111);
    expect(run(guest, bin, '--version').trim()).toBe(readManifest(ROOT).version);
  });

  test('npx shows the edits, writes them, and finds nothing more', () => {
    const cwd = plant('app');
    const shown = run(cwd, 'npx', 'v1-migrate', './src', '--dry-run', '--base-url', BASE);
    expect(shown).toContain(`+export const list = () => fetch('${BASE}/v1/calls');`);
    expect(readFileSync(join(cwd, 'src/calls.js'), 'utf8')).toBe(CALLS);
    const legacy = spawnSync('npx', ['v1-migrate', 'check', 'src', '--base-url', BASE], { cwd, env });
    expect(legacy.status).toBe(1);
    run(cwd, 'npx', 'v1-migrate', './src', '--base-url', BASE);
    expect(readFileSync(join(cwd, 'src/calls.js'), 'utf8')).toBe(CALLS.replace('/calls', '/v1/calls'));
    run(cwd, 'npx', 'v1-migrate', 'check', 'src', '--base-url', BASE);
  });

  test('the library does the same', () => {
    plant('library');
    const run = `{ const { check } = await import('v1-migrate'); return check({ cwd: 'library', baseUrls: ['${BASE}'] }) }`;
    expect(evaluate(`await (async () => ${run})()`)).toMatchObject({
      exitCode: 1,
      report: { findings: [{ code: 'legacy-path', file: 'src/calls.js', v1Path: '/v1/calls' }] },
    });
  });

  test('the library has a platform, asks it, and judges streams and webhooks', () => {
    const run = `{
      const { checkAgentBuilderStream, migrate, probe, startSandbox, verifyWebhookSignature } = await import('v1-migrate');
      const sandbox = await startSandbox();
      const endpoints = [{ method: 'GET', path: '/v1/llms', usedAt: [] }];
      const { checked } = await probe({ baseUrl: sandbox.url, key: 'sandbox:sandbox-secret', endpoints });
      await sandbox.close();
      const { outcome } = await checkAgentBuilderStream((async function* () { yield Buffer.from('{"type":"error"}') })());
      const { reason } = verifyWebhookSignature(Buffer.from('{}'), ['a', 'b'], 'secret');
      return [checked[0].verdict, outcome, reason, typeof migrate];
    }`;
    expect(evaluate(`await (async () => ${run})()`)).toEqual(['confirmed', 'stream-error', 'multiple', 'function']);
  });

  test('the transforms and schemas can be reached by name', () => {
    expect(evaluate("typeof (await import('v1-migrate/transforms/legacy-path')).default")).toBe('function');
    for (const name of ['report', 'config']) {
      const schema = `JSON.parse((await import('node:fs')).readFileSync(new URL(import.meta.resolve('v1-migrate/${name}.schema.json')))).$schema`;
      expect(evaluate(schema)).toMatch(/json-schema/);
    }
  });

  test('a transform runs under stock jscodeshift', () => {
    const cwd = plant('stock');
    const transform = join(guest, 'node_modules/v1-migrate/dist/transforms/legacy-path.js');
    run(cwd, 'npx', 'jscodeshift', '-t', transform, `--baseUrl=${BASE}`, 'src');
    expect(readFileSync(join(cwd, 'src/calls.js'), 'utf8')).toBe(CALLS.replace('/calls', '/v1/calls'));
  });

  test('the types hold under strict settings, without a look into our own sources', () => {
    const program = `import { check, checkAgentBuilderStream, migrate, probe, startSandbox, UserError, verifyWebhookSignature,
        type ProbeResult, type Report, type Result, type Sandbox, type StreamVerdict, type WebhookVerdict } from 'v1-migrate';
      const sandbox: Sandbox = await startSandbox({ auth: 'prefix', legacy: 'removed', now: '2026-07-30' });
      const probed: ProbeResult = await probe({ baseUrl: sandbox.url, key: 'a:b', legacy: true });
      const verdicts: readonly ('confirmed' | 'absent' | string)[] = probed.checked.map(({ verdict }) => verdict);
      const chunks = (async function* () { yield new Uint8Array(1); })();
      const stream: StreamVerdict = await checkAgentBuilderStream(chunks, { maxLine: 1, maxTotal: 1, maxEvents: 1, maxDepth: 1 });
      const webhook: WebhookVerdict = verifyWebhookSignature(new Uint8Array(), undefined, 's');
      export const judged = { verdicts, outcome: stream.outcome, reason: webhook.ok ? null : webhook.reason };
      const result: Result = await migrate({ dryRun: true, baseUrls: ['${BASE}'] });
      const report: Report = (await check({ today: '2026-07-31' })).report;
      const codes: readonly string[] = report.findings.map(({ code }) => code);
      // @ts-expect-error: no such option
      await check({ baseUrl: '${BASE}' });
      export const all = { codes, exitCode: result.exitCode satisfies number, error: new UserError('x') };`;
    writeFileSync(join(guest, 'consumer.mts'), program);
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      noEmit: true,
      types: [],
    };
    writeFileSync(join(guest, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.mts'] }));
    expect(spawnSync(process.execPath, [tsc, '-p', guest], { encoding: 'utf8' }).stdout).toBe('');
  });
});
