import fs, { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { STAGES } from '../../src/stages.ts';
import { createTree, runCli } from './run-cli.ts';

/** One bad file in a tree: it is named in the report, and everything else is done. The whole program, no stand-ins. */

/** What happens just before a file is opened; throws to refuse it. */
const disk = { beforeOpen: (_path: string): void => undefined };

const { openSync } = fs;
const opening = vi.spyOn(fs, 'openSync').mockImplementation((path, ...rest) => {
  disk.beforeOpen(String(path));
  return openSync(path, ...rest);
});
// Whoever imports the function by its name gets it from Node's list of them.
syncBuiltinESMExports();

afterAll(() => {
  opening.mockRestore();
  syncBuiltinESMExports();
});

const BASE = 'https://api.voice.example';
const GOOD = { 'src/good.js': `export const list = () => fetch('${BASE}/calls');\n` };
const MIGRATED = `export const list = () => fetch('${BASE}/v1/calls');\n`;

afterEach(() => {
  disk.beforeOpen = () => undefined;
});

interface Outcome {
  readonly exitCode: number;
  /** Findings of the good file: the rest is done. */
  readonly found: number;
  readonly errors: readonly { readonly code: string; readonly file: string; readonly line?: number }[];
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  readonly seen: number;
}

async function run(cwd: string, ...argv: readonly string[]): Promise<Outcome> {
  const line = [...argv, '--base-url', BASE, '--reporter', 'json'];
  const { stdout, stderr, exitCode } = await runCli(line, cwd);
  expect(stderr).not.toContain('bug of v1-migrate');
  const report = JSON.parse(stdout);
  const { files } = report.accounting;
  expect(files.noCandidate + files.analysed + files.unparsed + files.unreadable).toBe(files.seen);
  return {
    exitCode,
    found: report.findings.filter(({ file }: { file: string }) => file === 'src/good.js').length,
    errors: report.errors.map(({ code, file, line }: Outcome['errors'][number]) => ({
      code,
      file,
      ...(line && { line }),
    })),
    skipped: report.skipped,
    seen: files.seen,
  };
}

const COMMANDS = [['--dry-run'], ['check'], []] as const;

/** Dry run, check and migrate say the same of a tree; only migrate writes, and writes what is good. */
async function expectOutcome(cwd: string, expected: Omit<Outcome, 'found' | 'exitCode'>): Promise<void> {
  const exitCode = expected.errors.length > 0 ? 3 : 0;
  for (const argv of COMMANDS) {
    const legacy = argv[0] === 'check' && exitCode === 0 ? 1 : exitCode;
    expect([argv, await run(cwd, ...argv)]).toEqual([argv, { ...expected, found: 1, exitCode: legacy }]);
  }
  expect(readFileSync(join(cwd, 'src/good.js'), 'utf8')).toBe(MIGRATED);
}

describe('files that cannot be understood', () => {
  test('a syntax error', async () => {
    const cwd = createTree({ ...GOOD, 'src/broken.js': `\nconst = fetch('${BASE}/agents');\n` });
    const errors = [{ code: 'unparsed-file', file: 'src/broken.js', line: 2 }];
    await expectOutcome(cwd, { errors, skipped: [], seen: 2 });
  });

  test('a binary file called .js', async () => {
    const cwd = createTree(GOOD);
    const bytes = Buffer.from(`\x7fELF\0\0/calls\0${BASE}\0`, 'latin1');
    writeFileSync(join(cwd, 'src/binary.js'), Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xc0, 0x80])]));
    const errors = [{ code: 'unreadable-file', file: 'src/binary.js' }];
    await expectOutcome(cwd, { errors, skipped: [], seen: 2 });
  });

  test.each([
    ['big.min.js', 'minified'],
    ['vendor.js', 'too-large'],
  ])('30 MB of minified code in %s', async (name, reason) => {
    const cwd = createTree(GOOD);
    const piece = `function t(e){return fetch("${BASE}/calls/"+e).then(function(n){return n.json()})}`;
    writeFileSync(join(cwd, 'src', name), `!function(){${piece.repeat(30_000_000 / piece.length)}}();`);
    await expectOutcome(cwd, { errors: [], skipped: [{ file: `src/${name}`, reason }], seen: 1 });
  });
});

describe('files that cannot be read', () => {
  test('by a refusal of the system', async () => {
    const cwd = createTree({ ...GOOD, 'src/locked.js': `fetch('${BASE}/agents');\n` });
    disk.beforeOpen = (path) => {
      if (path.endsWith('locked.js')) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    };
    const errors = [{ code: 'unreadable-file', file: 'src/locked.js' }];
    await expectOutcome(cwd, { errors, skipped: [], seen: 2 });
  });

  test.skipIf(process.getuid?.() === 0)('by their mode, which does not stop root', async () => {
    const cwd = createTree({ ...GOOD, 'src/locked.js': `fetch('${BASE}/agents');\n` });
    chmodSync(join(cwd, 'src/locked.js'), 0);
    const errors = [{ code: 'unreadable-file', file: 'src/locked.js' }];
    await expectOutcome(cwd, { errors, skipped: [], seen: 2 });
  });
});

test('links that lead in circles', async () => {
  const cwd = createTree(GOOD);
  symlinkSync('.', join(cwd, 'src/loop'));
  symlinkSync('b.js', join(cwd, 'src/a.js'));
  symlinkSync('a.js', join(cwd, 'src/b.js'));
  const skipped = ['src/a.js', 'src/b.js', 'src/loop'].map((file) => ({ file, reason: 'symlink' }));
  await expectOutcome(cwd, { errors: [], skipped, seen: 1 });
});

describe('a file deleted while running', () => {
  const TREE = { ...GOOD, 'src/zombie.js': `fetch('${BASE}/agents');\n` };

  test('after it was listed and before it was read', async () => {
    const cwd = createTree(TREE);
    const zombie = join(cwd, 'src/zombie.js');
    disk.beforeOpen = () => {
      if (existsSync(zombie)) unlinkSync(zombie);
    };
    const outcome = await run(cwd);
    const errors = [{ code: 'unreadable-file', file: 'src/zombie.js' }];
    expect(outcome).toEqual({ exitCode: 3, found: 1, errors, skipped: [], seen: 2 });
    expect(readFileSync(join(cwd, 'src/good.js'), 'utf8')).toBe(MIGRATED);
  });

  test('after it was read and before it is written', async () => {
    const cwd = createTree(TREE);
    const zombie = join(cwd, 'src/zombie.js');
    const apply: typeof STAGES.apply = (...options) => {
      unlinkSync(zombie);
      return STAGES.apply(...options);
    };
    const argv = ['--base-url', BASE, '--reporter', 'json'];
    const { stdout, exitCode } = await runCli(argv, cwd, { stages: { ...STAGES, apply } });
    const { changes, errors } = JSON.parse(stdout);
    expect(exitCode).toBe(3);
    expect(changes).toMatchObject([{ file: 'src/good.js' }]);
    expect(errors).toMatchObject([{ code: 'unreadable-file', file: 'src/zombie.js' }]);
    expect(existsSync(zombie)).toBe(false);
    expect(readFileSync(join(cwd, 'src/good.js'), 'utf8')).toBe(MIGRATED);
  });
});

test.each(COMMANDS.map((argv) => [argv]))('an empty folder, %j', async (argv) => {
  const cwd = createTree();
  mkdirSync(join(cwd, 'src'));
  expect(await run(cwd, ...argv, 'src')).toEqual({ exitCode: 0, found: 0, errors: [], skipped: [], seen: 0 });
  expect(await run(cwd, ...argv)).toEqual({ exitCode: 0, found: 0, errors: [], skipped: [], seen: 0 });
});

test.each([
  ['v1-migrate.config.json', ['check', '--base-url', BASE]],
  ['package.json', ['check', '--base-url', BASE]],
])('a folder where %s is looked for', async (name, argv) => {
  const cwd = createTree(GOOD);
  mkdirSync(join(cwd, name));
  const { stderr, exitCode } = await runCli(argv, cwd);
  expect({ stderr, exitCode }).toEqual({
    stderr: `v1-migrate: ${name} cannot be read: it is a folder.\n`,
    exitCode: 2,
  });
});
