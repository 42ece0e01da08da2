import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from './build-package.ts';
import { createTree } from './run-cli.ts';

/** What only a process can show. */

const LOGGER = fileURLToPath(new URL('log-imports.mjs', import.meta.url));
let folder = '';
let bin = '';

beforeAll(() => {
  folder = buildPackage();
  bin = join(folder, 'src/cli/bin.js');
});

function listImports(argv: readonly string[], cwd: string, entry = bin): readonly string[] {
  const line = ['--import', LOGGER, entry, ...argv];
  const { stderr, status } = spawnSync(process.execPath, line, { cwd, encoding: 'utf8' });
  expect(status).toBe(0);
  return stderr.split('\n').flatMap((line) => /^import file:\/\/(.*)$/.exec(line)?.[1] ?? []);
}

function listPackages(imports: readonly string[]): readonly string[] {
  const names = imports.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

function listOwn(imports: readonly string[]): readonly string[] {
  return imports.filter((path) => path.startsWith(folder));
}

const FILES = 12;
const REQUESTS = 40;

/** Enough findings for a result that no pipe takes at once. */
function makeLegacyTree(): string {
  const text = (file: number) =>
    Array.from({ length: REQUESTS }, (_, id) => `fetch("https://api.voice.example/calls/${file}?x=${id}");\n`).join('');
  return createTree(Object.fromEntries(Array.from({ length: FILES }, (_, file) => [`src/${file}.js`, text(file)])));
}

describe('what is loaded', () => {
  test('a server that imports the library to verify webhooks gets no package of ours', () => {
    expect(listPackages(listImports([], '/', join(folder, 'src/index.js')))).toEqual([]);
  });

  test('help needs no package but the one that finds near words', () => {
    const imports = listImports(['--help'], '/');
    expect(listPackages(imports)).toEqual(['fastest-levenshtein']);
    expect(listOwn(imports).length).toBeLessThan(6);
  });

  test('a check without candidates loads no parser and no writer of code', () => {
    const imports = listImports(['check'], createTree({ 'src/a.ts': 'export {};\n', 'src/b.ts': 'const b = 1;\n' }));
    expect(listPackages(imports)).toEqual(['fastest-levenshtein']);
    expect(listOwn(imports).filter((path) => /(analyze|apply|parse|transform)-/.test(path))).toEqual([]);
    expect(listOwn(imports).length).toBeLessThan(20);
  });
});

describe('streams', () => {
  test('a reader that has seen enough is no failure', () => {
    const command = `"${process.execPath}" "${bin}" --dry-run --base-url https://api.voice.example | head -n 1`;
    const { stdout, stderr, status } = spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      cwd: makeLegacyTree(),
      encoding: 'utf8',
    });
    expect({ lines: stdout.split('\n').length, stderr, status }).toEqual({ lines: 2, stderr: '', status: 0 });
  });

  test('a long result arrives whole in a pipe', () => {
    const argv = [bin, '--dry-run', '--base-url', 'https://api.voice.example', '--reporter', 'json'];
    const { stdout } = spawnSync(process.execPath, argv, {
      cwd: makeLegacyTree(),
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    expect(JSON.parse(stdout).findings.length).toBe(FILES * REQUESTS);
    expect(stdout.length).toBeGreaterThan(100_000);
  });
});

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly endedBy: NodeJS.Signals | null;
}

/** Starts the program and, once it has said or logged `sign`, sends the signal; its stdin stays open and silent. */
function interrupt(
  argv: readonly string[],
  sign: string,
  signal: NodeJS.Signals,
  cwd = process.cwd(),
  delay = 0,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--import', LOGGER, bin, ...argv], { cwd });
  const said = { stdout: '', stderr: '' };
  let isSent = false;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
      if (isSent || !said[name].includes(sign)) return;
      isSent = true;
      setTimeout(() => child.kill(signal), delay);
    });
  }
  return new Promise((resolve) => {
    child.on('close', (exitCode, endedBy) => {
      const stderr = said.stderr.replaceAll(/^import .*\n/gm, '');
      resolve({ stdout: said.stdout, stderr, exitCode, endedBy });
    });
  });
}

const INTERRUPTED = 'v1-migrate: interrupted; nothing was written\n';

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('stops the sandbox, which is what it is for', async () => {
    const { stdout, exitCode } = await interrupt(['sandbox'], 'listening', signal);
    expect(stdout).toMatch(/^v1-migrate sandbox listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    expect(exitCode).toBe(0);
  });

  test('ends a wait for input that does not come, without a verdict on it', async () => {
    const ended = await interrupt(['stream', 'check', '-'], 'check-agent-builder-stream-', signal);
    expect(ended).toMatchObject({ stdout: '', stderr: INTERRUPTED, exitCode: 130 });
  });
});

describe('an analysis that takes long', () => {
  /** Every function of the wrapper's many callers is a way that is followed: several seconds of work without a pause. */
  const calls = (file: number) =>
    Array.from({ length: 100 }, (_, at) => `export const f${file}x${at} = (id) => get(\`/calls/\${id}/${at}\`);\n`);
  const makeTree = () =>
    createTree({
      'http.js': "export const get = (path) => fetch('https://api.voice.example' + path);\n",
      ...Object.fromEntries(
        Array.from({ length: 300 }, (_, file) => [
          `calls-${file}.js`,
          `import { get } from './http.js';\n${calls(file).join('')}`,
        ]),
      ),
    });

  // First while the stage is loaded, which takes some 30 ms without a pause; then at work.
  test.each([
    { signal: 'SIGINT', delay: 0, end: { exitCode: 130, stderr: INTERRUPTED } },
    { signal: 'SIGINT', delay: 18, end: { exitCode: 130, stderr: INTERRUPTED } },
    { signal: 'SIGINT', delay: 22, end: { exitCode: 130, stderr: INTERRUPTED } },
    { signal: 'SIGINT', delay: 26, end: { exitCode: 130, stderr: INTERRUPTED } },
    { signal: 'SIGINT', delay: 400, end: { exitCode: 130, stderr: INTERRUPTED } },
    // On a busy machine the stage is still being loaded after 400 ms, and that is ended in another way.
    { signal: 'SIGTERM', delay: 1500, end: { endedBy: 'SIGTERM' } },
  ] as const)('ends at once: $signal, $delay ms in', async ({ signal, delay, end }) => {
    const tree = makeTree();
    const argv = ['--allow-dirty', '--base-url', 'https://api.voice.example'];
    const ended = await interrupt(argv, '/chunks/analyze', signal, tree, delay);
    expect(ended).toMatchObject({ stdout: '', ...end });
    expect(readFileSync(join(tree, 'calls-0.js'), 'utf8')).not.toContain('/v1/');
  });
});

test('exit codes reach the shell', () => {
  const run = (argv: readonly string[], cwd: string) => spawnSync(process.execPath, [bin, ...argv], { cwd }).status;
  const tree = makeLegacyTree();
  expect(run(['check', '--base-url', 'https://api.voice.example'], tree)).toBe(1);
  expect(run(['check', '--base-url', 'https://other.example'], tree)).toBe(0);
  expect(run(['chek'], tree)).toBe(2);
});
