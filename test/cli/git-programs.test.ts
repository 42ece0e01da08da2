import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findDirtyFiles } from '../../src/apply/find-dirty-files.ts';
import { listChangedFiles } from '../../src/changed/list-changed-files.ts';
import { listGitFiles } from '../../src/discover/list-git-files.ts';

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' });
}

test('a repository does not choose a program that git runs for us', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'monitored-'));
  writeFileSync(join(cwd, 'a.js'), 'one\n');
  git(cwd, 'init', '-q', '-b', 'main');
  git(cwd, 'add', 'a.js');
  git(cwd, 'commit', '-q', '-m', 'one');
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
