import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findDirtyFiles } from '../../src/apply/find-dirty-files.ts';
import { listChangedFiles } from '../../src/changed/list-changed-files.ts';
import { listGitFiles } from '../../src/discover/list-git-files.ts';

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' });
}

/** A repository with a committed `a.js`. */
function makeRepository(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'repository-'));
  writeFileSync(join(cwd, 'a.js'), 'one\n');
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', 'a.js');
  git(cwd, 'commit', '-q', '-m', 'one');
  return cwd;
}

afterEach(() => vi.unstubAllEnvs());

test('a repository does not choose a program that git runs for us', async () => {
  const cwd = makeRepository();
  const monitor = join(cwd, 'monitor.sh');
  writeFileSync(monitor, '#!/bin/sh\necho run >> "$(dirname "$0")/ran"\n');
  chmodSync(monitor, 0o755);
  git(cwd, 'config', 'core.fsmonitor', monitor);
  writeFileSync(join(cwd, 'a.js'), 'two\n');

  expect(await findDirtyFiles(cwd, ['a.js'])).toEqual(['a.js']);
  expect(
    listGitFiles(cwd)
      ?.files.map(({ path }) => path)
      .sort(),
  ).toEqual(['a.js', 'monitor.sh']);
  expect([...(await listChangedFiles(cwd, ['main'])).files]).toEqual(['a.js', 'monitor.sh']);
  expect(existsSync(join(cwd, 'ran'))).toBe(false);

  // The monitor is one that git does run when it may.
  git(cwd, 'status');
  expect(existsSync(join(cwd, 'ran'))).toBe(true);
});

test('nor do its filters run', async () => {
  const cwd = makeRepository();
  git(cwd, 'config', 'filter.curious.clean', `echo run >> '${join(cwd, 'ran')}'; cat`);
  git(cwd, 'config', 'filter.curious.required', 'true');
  writeFileSync(join(cwd, '.git/info/attributes'), '*.js filter=curious\n');
  utimesSync(join(cwd, 'a.js'), 0, 0);

  expect(await findDirtyFiles(cwd, ['a.js'])).toEqual([]);
  expect([...(await listChangedFiles(cwd, ['main'])).files]).toEqual([]);
  writeFileSync(join(cwd, 'a.js'), 'two\n');
  expect(await findDirtyFiles(cwd, ['a.js'])).toEqual(['a.js']);
  expect(existsSync(join(cwd, 'ran'))).toBe(false);

  git(cwd, 'status');
  expect(existsSync(join(cwd, 'ran'))).toBe(true);
});

test('a filter whose name no option can hold is an answer that git cannot give', async () => {
  const cwd = makeRepository();
  git(cwd, 'config', 'filter.a=b.clean', 'cat');
  await expect(findDirtyFiles(cwd, ['a.js'])).rejects.toThrow('git cannot say whether files have uncommitted changes');
});

test('the variables of a hook do not name another repository', async () => {
  const cwd = makeRepository();
  appendFileSync(join(cwd, 'a.js'), '// mine\n');
  vi.stubEnv('GIT_DIR', join(cwd, '.git'));
  vi.stubEnv('GIT_WORK_TREE', tmpdir());
  expect(await findDirtyFiles(cwd, ['a.js'])).toEqual(['a.js']);
});

test.each(['--skip-worktree', '--assume-unchanged'])('changes that git was told not to see: %s', async (mark) => {
  const cwd = makeRepository();
  git(cwd, 'update-index', mark, 'a.js');
  expect(await findDirtyFiles(cwd, ['a.js'])).toEqual([]);
  appendFileSync(join(cwd, 'a.js'), '// mine\n');
  expect(await findDirtyFiles(cwd, ['a.js'])).toEqual(['a.js']);
});
