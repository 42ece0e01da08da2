import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/apply/apply.ts';
import { findDirtyFiles } from '../../src/apply/find-dirty-files.ts';
import { UserError } from '../../src/errors.ts';
import { makeFolder, migrate, type PlannedTree, plantTree, unmark } from './planned-tree.ts';

const MARKED = "fetch('¦/calls');\n";
const NAMES = [
  'a.js',
  'sp ace/na me.js',
  'tab\there.js',
  '"quoted".js',
  'nön ÿ 漢.js',
  '-dash.js',
  '[glob]*.js',
  ':(top)x.js',
];

function git(cwd: string, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd, stdio: 'pipe' });
}

function commitAll(cwd: string): void {
  git(cwd, 'init', '-q');
  git(cwd, 'add', '-A', '-f');
  git(cwd, 'commit', '-q', '-m', 'all');
}

function plantRepository(names: readonly string[] = ['a.js', 'b.js']): PlannedTree {
  const tree = plantTree(Object.fromEntries(names.map((name) => [name, MARKED])));
  commitAll(tree.cwd);
  return tree;
}

describe('dirty files', () => {
  test('are none after a commit, whatever their names', async () => {
    const { cwd } = plantRepository(NAMES);
    expect(await findDirtyFiles(cwd, NAMES)).toEqual([]);
  });

  test('are found whatever their names', async () => {
    const { cwd } = plantRepository(NAMES);
    for (const name of NAMES) writeFileSync(join(cwd, name), 'changed');
    expect(await findDirtyFiles(cwd, NAMES)).toEqual(NAMES);
  });

  test('are only those asked for', async () => {
    const { cwd } = plantRepository();
    writeFileSync(join(cwd, 'a.js'), 'changed');
    expect(await findDirtyFiles(cwd, ['b.js'])).toEqual([]);
  });

  test('are staged, untracked and ignored ones: git could bring none of them back', async () => {
    const { cwd } = plantRepository();
    writeFileSync(join(cwd, '.gitignore'), 'dist/\n');
    mkdirSync(join(cwd, 'dist'));
    mkdirSync(join(cwd, 'new'));
    for (const name of ['dist/out.js', 'new/untracked.js', 'a.js']) writeFileSync(join(cwd, name), 'x');
    git(cwd, 'add', 'a.js');
    const files = ['a.js', 'b.js', 'dist/out.js', 'new/untracked.js'];
    expect(await findDirtyFiles(cwd, files)).toEqual(['a.js', 'dist/out.js', 'new/untracked.js']);
  });

  test('are all of them before the first commit', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    git(tree.cwd, 'init', '-q');
    expect(await findDirtyFiles(tree.cwd, ['a.js'])).toEqual(['a.js']);
  });

  test('are named from a folder inside the repository, and above it', async () => {
    const { cwd } = plantRepository(['packages/one/a.js', 'shared/b.js']);
    writeFileSync(join(cwd, 'packages/one/a.js'), 'changed');
    writeFileSync(join(cwd, 'shared/b.js'), 'changed');
    const files = ['../../shared/b.js', 'a.js'];
    expect(await findDirtyFiles(join(cwd, 'packages/one'), files)).toEqual(files);
  });

  test('are seen inside a nested repository, which the outer status does not enter', async () => {
    const { cwd } = plantRepository(['a.js', 'nested/b.js']);
    rmSync(join(cwd, '.git'), { recursive: true });
    commitAll(join(cwd, 'nested'));
    commitAll(cwd);
    expect(await findDirtyFiles(cwd, ['a.js', 'nested/b.js'])).toEqual([]);
    writeFileSync(join(cwd, 'nested/b.js'), 'changed');
    expect(await findDirtyFiles(cwd, ['a.js', 'nested/b.js'])).toEqual(['nested/b.js']);
  });

  test('are judged by what a symlink names', async () => {
    const { cwd } = plantRepository();
    symlinkSync('a.js', join(cwd, 'link.js'));
    git(cwd, 'add', 'link.js');
    git(cwd, 'commit', '-q', '-m', 'link');
    expect(await findDirtyFiles(cwd, ['link.js'])).toEqual([]);
    writeFileSync(join(cwd, 'a.js'), 'changed');
    expect(await findDirtyFiles(cwd, ['link.js'])).toEqual(['link.js']);
  });

  test('are none outside a repository', async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, 'a.js'), 'x');
    expect(await findDirtyFiles(cwd, ['a.js', 'gone.js'])).toEqual([]);
  });

  test('stop the run when git cannot tell', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    mkdirSync(join(tree.cwd, '.git'));
    await expect(findDirtyFiles(tree.cwd, ['a.js'])).rejects.toThrow(UserError);
  });

  test('are asked for in several calls when the names are long', async () => {
    const names = Array.from({ length: 400 }, (_, index) => `${'long-folder-name/'.repeat(4)}${index}.js`);
    const { cwd } = plantRepository(names);
    const last = names.at(-1) ?? '';
    writeFileSync(join(cwd, last), 'changed');
    expect(await findDirtyFiles(cwd, names)).toEqual([last]);
  });
});

describe('a run over dirty files', () => {
  const options = { dryRun: false, allowDirty: false, transforms: null };

  test('writes nothing at all and lists them', async () => {
    const tree = plantRepository();
    writeFileSync(join(tree.cwd, 'a.js'), unmark(MARKED).replace('\n', ''));
    const result = await apply(tree.plan, tree.project, options);
    expect(result).toEqual({ changes: [], errors: [], notices: [], dirty: ['a.js'] });
    expect(tree.read('b.js')).toBe(unmark(MARKED));
  });

  test('does not mind other dirty files', async () => {
    const tree = plantRepository();
    writeFileSync(join(tree.cwd, 'c.js'), 'x');
    const result = await apply(tree.plan, tree.project, options);
    expect(result.dirty).toEqual([]);
    expect(result.changes).toHaveLength(2);
  });

  test('writes with --allow-dirty', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    git(tree.cwd, 'init', '-q');
    const result = await apply(tree.plan, tree.project, { ...options, allowDirty: true });
    expect(result.dirty).toEqual([]);
    expect(tree.read('a.js')).toBe(migrate(MARKED));
  });

  test('shows its diff when it is dry', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    git(tree.cwd, 'init', '-q');
    const result = await apply(tree.plan, tree.project, { ...options, dryRun: true });
    expect(result.changes).toHaveLength(1);
  });
});
