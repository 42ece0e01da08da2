import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository, createTree, discoverIn } from './temporary-tree.ts';

describe('load', () => {
  it('reads a file out of scope by its name, once, under the name it really has', () => {
    const root = createRepository({
      'app/a.ts': '',
      'shared/b.ts': 'export {};\r\n',
      'shared/link.ts': { link: 'b.ts' },
    });
    const project = discoverIn(join(root, 'app'));
    const source = project.load('../shared/b.ts');
    expect(source).toEqual({ path: '../shared/b.ts', text: 'export {};\r\n' });
    expect(project.load('../shared/b.ts')).toBe(source);
    expect(project.load('../shared/link.ts')).toBe(source);
    expect(project.isInScope('../shared/b.ts')).toBe(false);
  });

  it('hands out the candidate itself', () => {
    const project = discoverIn(createTree({ 'a.ts': '"/calls"' }));
    expect(project.load('a.ts')).toBe(project.candidates[0]);
  });

  it('never leaves the repository and never reads node_modules', () => {
    const root = createRepository(
      { 'a.ts': '', 'node_modules/p/index.js': '', 'b.json': '{}', 'latin1.ts': Buffer.from([0xe9]) },
      ['a.ts'],
    );
    const outside = createTree({ 'x.ts': '' });
    const project = discoverIn(root);
    expect(project.load('node_modules/p/index.js')).toBeUndefined();
    expect(project.load(`../${outside.split('/').at(-1)}/x.ts`)).toBeUndefined();
    expect(project.load(join(outside, 'x.ts'))).toBeUndefined();
    for (const path of ['gone.ts', 'b.json', 'latin1.ts', '', 'a\0.ts']) expect(project.load(path)).toBeUndefined();
  });
});

describe('findMentions', () => {
  it('finds the files in scope that hold a text and are not candidates', () => {
    const root = createTree({
      'candidate.ts': "import './http'; fetch('/calls');",
      'user.ts': "import './http';",
      'other.vue': "import '../Http';",
      'none.ts': '',
      'loaded.ts': "import './http';",
      'lib/out.ts': "import './http';",
      'a.min.js': "import './http';",
    });
    const project = discoverIn(root, { exclude: ['lib'] });
    const found = ['loaded.ts', 'other.vue', 'user.ts'];
    project.load('loaded.ts');
    expect(project.findMentions(['/http']).map(({ path }) => path)).toEqual(found);
    expect(project.findMentions([])).toEqual([]);
    // Each file is read once, whatever is searched for.
    writeFileSync(join(root, 'user.ts'), '');
    expect(project.findMentions([`'./http'`]).map(({ path }) => path)).toEqual(['loaded.ts', 'user.ts']);
  });

  it('finds a text between any of the characters that may stand around it', () => {
    const root = createTree({
      'a.ts': "import '@/http';",
      'b.ts': 'import "~HTTP";',
      'c.ts': "import 'http';",
      'd.ts': '',
    });
    const sought = { before: ['/~'], text: 'http', after: [`'"`] };
    expect(
      discoverIn(root)
        .findMentions([sought])
        .map(({ path }) => path),
    ).toEqual(['a.ts', 'b.ts']);
  });
});

describe('findMentionsAround', () => {
  it('leaves it to who asks where so many texts are looked for that most begin alike', () => {
    const files = Array.from({ length: 40 }, (_, index) => [`file${index}.ts`, 'export {};'] as const);
    const project = discoverIn(createTree(Object.fromEntries(files)));
    const listTexts = (count: number) => Array.from({ length: count }, (_, index) => `/model${index}'`);
    expect(project.findMentions(listTexts(100))).toEqual([]);
    expect(project.findMentions(listTexts(16_000))).toHaveLength(40);
  });

  it('finds files of the repository that are out of scope, those that are left out included', () => {
    const root = createRepository({
      'app/src/http.ts': '',
      'app/src/user.ts': "import './http';",
      'app/test/http.test.ts': "import '../src/http';",
      'web/page.ts': "import '../app/src/http';",
      'web/other.ts': '',
      'node_modules/p/index.js': "import '/http';",
    });
    const project = discoverIn(join(root, 'app'), { paths: ['src'], exclude: ['**/*.test.ts'] });
    expect(project.findMentionsAround(['/http']).map(({ path }) => path)).toEqual([
      '../web/page.ts',
      'test/http.test.ts',
    ]);
  });

  it.each([
    [{}, []],
    [{ 'package.json': '{}' }, ['lib/user.ts']],
  ])('does not take the whole disk for a project when run from its root: %j', (files, found) => {
    const root = createTree({ 'src/http.ts': '', 'lib/user.ts': "import '../src/http';", ...files });
    const project = discoverIn('/', { paths: [join(root, 'src')] });
    expect(project.findMentionsAround(['/http']).map(({ path }) => path)).toEqual(
      found.map((name) => join(root, name).slice(1)),
    );
  });
});
