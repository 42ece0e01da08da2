import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { listTree } from '../../src/discover/list-tree.ts';
import { walkFolder } from '../../src/discover/walk-folder.ts';
import { createRepository, createTree, runGit } from './temporary-tree.ts';

function listByGit(root: string): readonly string[] {
  return runGit(root, 'ls-files', '-co', '--exclude-standard', '-z')
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}

function list(root: string, folder = root): readonly string[] {
  return listTree(folder, { cwd: root, gitignore: true })
    .files.map(({ path }) => path)
    .sort();
}

/** Every rule that people get wrong: negations, anchors, nesting, folders against files, spaces, comments, CRLF. */
const AWKWARD_TREE = {
  '.gitignore': [
    '\uFEFF# comment',
    '*.log',
    '!keep.log',
    '/only-top.js',
    'logs/',
    'gen/*',
    '!gen/kept.js',
    '**/deep/**/x.js',
    'a?c.js',
    '[!a-m]z.js',
    '\\#hash.js',
    'trailing.js   ',
    'spaced\\ ',
    'doc/*.txt',
    '/*.tmp',
    '!/important.tmp',
    'whole/',
    '!whole/inside.js',
    'Case.js',
    'hidden/',
  ].join('\r\n'),
  'a.log': '',
  'keep.log': '',
  'only-top.js': '',
  'sub/only-top.js': '',
  'logs/a.js': '',
  'sub/logs/a.js': '',
  'sub/logs.js': '',
  'gen/dropped.js': '',
  'gen/kept.js': '',
  'gen/sub/dropped.js': '',
  'deep/x.js': '',
  'one/deep/two/three/x.js': '',
  'one/deep/y.js': '',
  'abc.js': '',
  'abbc.js': '',
  'nz.js': '',
  'bz.js': '',
  '#hash.js': '',
  'trailing.js': '',
  'spaced ': '',
  'doc/a.txt': '',
  'doc/sub/a.txt': '',
  'x.tmp': '',
  'important.tmp': '',
  'sub/x.tmp': '',
  'whole/inside.js': '',
  'case.js': '',
  'sub/Case.js': '',
  'nested/.gitignore': '!*.log\n/local.js\nonly-here/\n!hidden/\n',
  'nested/a.log': '',
  'nested/local.js': '',
  'nested/sub/local.js': '',
  'nested/only-here/a.js': '',
  'nested/sub/a.log': '',
  'nested/sub/.gitignore': 'a.log\n',
  'hidden/a.js': '',
  'nested/hidden/a.js': '',
  'star/.gitignore': '*\n!*/\n!*.ts\n!.gitignore\n',
  'star/a.js': '',
  'star/b.ts': '',
  'star/sub/c.ts': '',
  'star/sub/d.js': '',
  'linked.js': { link: 'case.js' },
  'logs-link': { link: 'sub' },
  'nested/loop': { link: '..' },
  'logs2/logs': { link: '../sub' },
  'ünï/cödé.js': '',
  'with space/and "quotes".js': '',
} as const;

function listAll(root: string): readonly string[] {
  return listTree(root, { cwd: root, gitignore: false })
    .files.map(({ path }) => path)
    .sort();
}

describe('listTree', () => {
  it('lists without git exactly what git would list', () => {
    const root = createRepository(AWKWARD_TREE, []);
    const expected = listByGit(root);
    expect(list(root)).toEqual(expected);
    vi.stubEnv('PATH', ''); // git is not installed
    expect(list(root)).toEqual(expected);
    vi.unstubAllEnvs();
    rmSync(join(root, '.git'), { recursive: true });
    expect(list(root)).toEqual(expected);
    expect(expected).toContain('gen/kept.js');
    expect(expected).not.toContain('whole/inside.js');
  });

  it('agrees with git on rules that nobody would write', () => {
    const names = [
      'a/x.js',
      'a/b/x.js',
      'a/b/y.ts',
      'b/a/x.js',
      'b/[x]/a/y.ts',
      'b/c d/x.js',
      'x.js',
      'y.ts',
      '.h/x.js',
    ];
    const files = Object.fromEntries(names.map((name) => [name, '']));
    const root = createRepository({ ...files, '.gitignore': '', 'a/.gitignore': '', 'b/[x]/.gitignore': '' }, []);
    const part = fc.constantFrom('a', 'b', '*', 'a*', '?', '[ab]', '*.js', 'x.*', '**', '\\[x\\]', 'c d', '.h', '[!a]');
    const rule = fc
      .tuple(
        fc.constantFrom('', '!'),
        fc.constantFrom('', '/', '**/'),
        fc.array(part, { minLength: 1, maxLength: 2 }),
        fc.constantFrom('', '/', '  '),
      )
      .map(([sign, start, parts, end]) => sign + start + parts.join('/') + end);
    const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(rules, rules, rules, (top, inner, deep) => {
        writeFileSync(join(root, '.gitignore'), top);
        writeFileSync(join(root, 'a/.gitignore'), inner);
        writeFileSync(join(root, 'b/[x]/.gitignore'), deep);
        const walked = walkFolder(root, root)
          .files.map(({ path }) => path)
          .sort();
        expect(walked).toEqual(listByGit(root));
      }),
      { numRuns: 30 },
    );
  });

  it('applies the rules above a folder to the folder', () => {
    const root = createTree({ '.gitignore': 'sub/*.gen.js\n', 'sub/a.gen.js': '', 'sub/b.js': '' });
    expect(list(root, join(root, 'sub'))).toEqual(['b.js']);
  });

  it.each([true, false])('lists a folder that was named although it is ignored (repository: %s)', (isRepository) => {
    const files = { '.gitignore': 'made/\n', 'made/a.js': '', 'made/.gitignore': 'b.js\n', 'made/b.js': '' };
    const root = isRepository ? createRepository(files) : createTree(files);
    if (isRepository) runGit(root, 'rm', '-q', '-r', '--cached', 'made');
    expect(list(root, join(root, 'made'))).toEqual(['.gitignore', 'a.js']);
  });

  it('lists tracked files that are ignored, and not deleted ones', () => {
    const root = createRepository({ '.gitignore': '*.gen.js\n', 'a.gen.js': '', 'gone.js': '', 'b.js': '' });
    rmSync(join(root, 'gone.js'));
    expect(list(root)).toEqual(['.gitignore', 'a.gen.js', 'b.js']);
  });

  it('lists a clone within a clone and a repository within a plain folder', () => {
    const root = createTree({
      'x/.gitignore': 'no.js\n',
      'x/no.js': '',
      'x/a.js': '',
      'x/y/b.js': '',
      'x/y/.gitignore': 'no.js\n',
      'x/y/no.js': '',
    });
    runGit(join(root, 'x'), 'init', '-q');
    runGit(join(root, 'x/y'), 'init', '-q');
    expect(list(root)).toEqual(['x/.gitignore', 'x/a.js', 'x/y/.gitignore', 'x/y/b.js']);
  });

  it('does not list what lies behind a folder that was replaced by a link after the commit', () => {
    const root = createRepository({ 'a/b.js': '', 'c/b.js': '' });
    rmSync(join(root, 'a'), { recursive: true });
    symlinkSync(createTree({ 'b.js': '' }), join(root, 'a'));
    expect(list(root)).toEqual(['a', 'c/b.js']);
  });

  it('never enters node_modules, and all else without ignore files', () => {
    const files = { '.gitignore': 'made/\n', 'made/a.js': '', 'node_modules/p/a.js': '', 'b.js': '' };
    expect(listAll(createTree(files))).toEqual(['.gitignore', 'b.js', 'made/a.js']);
    expect(listAll(createRepository(files, []))).toEqual(['.gitignore', 'b.js', 'made/a.js']);
    expect(list(createRepository({ 'node_modules/p/a.js': '', 'b.js': '' }, []))).toEqual(['b.js']);
  });
});
