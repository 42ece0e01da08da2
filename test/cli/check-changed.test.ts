import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

/** With the real stages and a real git: what is asked of git is the point. */

const USER = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'init.defaultBranch=main'];

function git(cwd: string, ...argv: readonly string[]): string {
  return execFileSync('git', [...USER, ...argv], { cwd, encoding: 'utf8' }).trim();
}

const call = (path: string): string => `fetch("https://api.voice.example${path}");\n`;

/** `main` has gone on since the branch `work`, which is checked out, has left it. */
function createRepository(): string {
  const cwd = createTree({ 'src/old.ts': call('/calls'), 'src/touched.ts': '', 'src/mainline.ts': '' });
  git(cwd, 'init', '-q');
  git(cwd, 'add', '.');
  git(cwd, 'commit', '-qm', 'start');
  git(cwd, 'branch', 'work');
  writeFileSync(join(cwd, 'src/mainline.ts'), call('/agents'));
  git(cwd, 'commit', '-qam', 'main goes on');
  git(cwd, 'checkout', '-q', 'work');
  writeFileSync(join(cwd, 'src/touched.ts'), call('/calls'));
  git(cwd, 'commit', '-qam', 'on the branch');
  return cwd;
}

async function checkFiles(cwd: string, ...argv: readonly string[]) {
  const all = ['check', '--base-url', 'https://api.voice.example', '--reporter', 'json', ...argv];
  const { stdout, stderr, exitCode } = await runCli(all, cwd);
  const findings = stdout === '' ? [] : (JSON.parse(stdout) as { findings: { file: string }[] }).findings;
  return { files: findings.map(({ file }) => file), stderr, exitCode };
}

describe('--changed', () => {
  test('knows committed, uncommitted and new files, and not what the other branch did', async () => {
    const cwd = createRepository();
    expect(await checkFiles(cwd, '--changed', 'main')).toMatchObject({ files: ['src/touched.ts'], exitCode: 1 });
    writeFileSync(join(cwd, 'src/new.ts'), call('/voices'));
    writeFileSync(join(cwd, 'src/old.ts'), `${call('/calls')}// edited\n`);
    const { files, stderr } = await checkFiles(cwd, '--changed=main');
    expect(files).toEqual(['src/new.ts', 'src/old.ts', 'src/touched.ts']);
    expect(stderr).toMatch(/note: 3 files differ from main \(merge base [0-9a-f]{10}; uncommitted and new files too\)/);
  });

  test('finds its ref itself', async () => {
    const cwd = createRepository();
    expect((await checkFiles(cwd, '--changed')).files).toEqual(['src/touched.ts']);
    expect((await checkFiles(cwd, '--changed', '--quiet')).files).toEqual(['src/touched.ts']);
    expect((await checkFiles(cwd, '--changed', './src')).files).toEqual(['src/touched.ts']);
  });

  test('a change of a file without legacy paths passes', async () => {
    const cwd = createRepository();
    git(cwd, 'rm', '-q', '--cached', 'src/touched.ts');
    writeFileSync(join(cwd, 'src/touched.ts'), '// clean\n');
    expect(await checkFiles(cwd, '--changed', 'main')).toMatchObject({ files: [], exitCode: 0 });
  });

  test('names are relative to where the run is, also below the root', async () => {
    const cwd = createRepository();
    writeFileSync(join(cwd, 'outside.ts'), call('/calls'));
    expect((await checkFiles(join(cwd, 'src'), '--changed', 'main')).files).toEqual(['touched.ts']);
  });
});

describe('what git cannot say is never "nothing changed"', () => {
  test('a shallow clone without the merge base', async () => {
    const origin = createRepository();
    const cwd = mkdtempSync(join(tmpdir(), 'v1-shallow-'));
    git(cwd, 'clone', '-q', '--depth', '1', '--no-single-branch', '--branch', 'work', `file://${origin}`, '.');
    const { stderr, exitCode } = await checkFiles(cwd, '--changed', 'origin/main');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('origin/main and HEAD have no commit in common here.');
    expect(stderr).toContain('fetch-depth: 0');
  });

  test('a branch that was not fetched', async () => {
    const { stderr, exitCode } = await checkFiles(createRepository(), '--changed', 'origin/nope');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('git knows no commit origin/nope');
  });

  test('no repository', async () => {
    const { stderr, exitCode } = await checkFiles(createTree({ 'a.ts': '' }), '--changed');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('in no git repository');
  });

  test('a ref that would be an option', async () => {
    const { exitCode } = await checkFiles(createRepository(), '--changed=--output=/tmp/x');
    expect(exitCode).toBe(2);
  });

  test.each([
    [{ GITHUB_BASE_REF: 'main' }, 'origin/main'],
    [{ CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'trunk' }, 'origin/trunk'],
  ])('with %j it compares with %s and nothing else', async (env, ref) => {
    const argv = ['check', '--changed', '--reporter', 'json'];
    const { stderr, exitCode } = await runCli(argv, createRepository(), { env });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`git knows no commit ${ref}.`);
  });
});
