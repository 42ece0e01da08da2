import { chmodSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource } from '../../src/discover/read-file.ts';
import { scanFiles } from '../../src/discover/scan-files.ts';
import { resolveScope } from '../../src/discover/scope.ts';
import { UserError } from '../../src/errors.ts';
import { createRepository, createTree, discoverIn, listCandidates } from './temporary-tree.ts';

const CALL = "fetch('/calls');\n";

describe('discover: which files', () => {
  it('takes source files of every kind and no declarations', () => {
    const names = [
      'a.js',
      'b.jsx',
      'c.mjs',
      'd.cjs',
      'e.ts',
      'f.tsx',
      'g.mts',
      'h.cts',
      'i.vue',
      'j.svelte',
      'k.astro',
    ];
    const others = ['l.d.ts', 'm.d.mts', 'n.d.cts', 'o.css', 'p.json', 'q.md', 'r.ts.bak'];
    const project = discoverIn(createTree(Object.fromEntries([...names, ...others].map((name) => [name, CALL]))));
    expect(listCandidates(project)).toEqual(names);
    expect(project.seen).toEqual(names);
    expect(project.skipped).toEqual([]);
  });

  it('keeps files that do not matter in `seen` only, and everything sorted', () => {
    const project = discoverIn(createTree({ 'b.ts': CALL, 'a/z.ts': 'export {};\n', 'a.ts': CALL, 'Z.ts': CALL }));
    expect(project.seen).toEqual(['Z.ts', 'a.ts', 'a/z.ts', 'b.ts']);
    expect(listCandidates(project)).toEqual(['Z.ts', 'a.ts', 'b.ts']);
    expect(project.isInScope('a/z.ts')).toBe(true);
    expect(project.isInScope('c.ts')).toBe(false);
  });

  it('looks into the given paths only, each file once', () => {
    const root = createTree({ 'src/a.ts': CALL, 'src/api/b.ts': CALL, 'test/c.ts': CALL });
    expect(listCandidates(discoverIn(root, { paths: ['src', './src/api', 'src/a.ts', join(root, 'src')] }))).toEqual([
      'src/a.ts',
      'src/api/b.ts',
    ]);
    expect(listCandidates(discoverIn(join(root, 'src'), { paths: ['../test'] }))).toEqual(['../test/c.ts']);
  });

  it('takes a file that was named although it is ignored, and a folder that is called dist', () => {
    const root = createRepository(
      { '.gitignore': 'made.ts\n', 'package.json': '{}', 'made.ts': CALL, 'dist/a.ts': CALL },
      ['.gitignore'],
    );
    expect(listCandidates(discoverIn(root, { paths: ['made.ts', 'dist'] }))).toEqual(['dist/a.ts', 'made.ts']);
    expect(discoverIn(root, { paths: ['.', 'dist'] }).skipped).toEqual([]);
    expect(listCandidates(discoverIn(root))).toEqual([]);
  });

  it('takes nothing from node_modules, even when it is named', () => {
    const root = createRepository({ 'node_modules/p/a.ts': CALL, 'a.ts': CALL, p: { link: 'node_modules/p' } }, [
      'a.ts',
    ]);
    expect(listCandidates(discoverIn(root, { paths: ['.', 'node_modules', 'node_modules/p/a.ts', 'p'] }))).toEqual([
      'a.ts',
    ]);
    expect(listCandidates(discoverIn(root, { gitignore: false }))).toEqual(['a.ts']);
  });

  it('names a path that does not exist', () => {
    expect(() => discoverIn(createTree({}), { paths: ['scr'] })).toThrow(UserError);
    expect(() => discoverIn(createTree({}), { paths: ['scr'] })).toThrow('"scr"');
    expect(() => discoverIn(join(createTree({}), 'gone'))).toThrow(UserError);
  });

  it('finds nothing in an empty folder', () => {
    const project = discoverIn(createTree({}));
    expect([project.seen, project.candidates, project.skipped, project.problems, project.env]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  it('applies include and exclude to names relative to the cwd', () => {
    const files = {
      'src/a.ts': CALL,
      'src/old/b.ts': CALL,
      'src/old/c/d.ts': CALL,
      'src/a.test.ts': CALL,
      'lib/e.ts': CALL,
    };
    const root = createTree(files);
    const include = (...globs: string[]) => listCandidates(discoverIn(root, { include: globs }));
    const exclude = (...globs: string[]) => listCandidates(discoverIn(root, { exclude: globs }));
    expect(include('lib/**')).toEqual(['lib/e.ts']);
    expect(include('./lib')).toEqual(['lib/e.ts']);
    expect(include('*.test.ts')).toEqual(['src/a.test.ts']);
    expect(exclude('src/')).toEqual(['lib/e.ts']);
    expect(exclude('**/*.test.ts', '{lib,src/old}/**')).toEqual(['src/a.ts']);
    expect(exclude('src/**', '!src/old/**')).toEqual(['lib/e.ts', 'src/old/b.ts', 'src/old/c/d.ts']);
    expect(discoverIn(root, { exclude: ['src/old', '*.test.ts'] }).skipped).toEqual([
      { file: 'src/a.test.ts', reason: 'excluded' },
      { file: 'src/old/', reason: 'excluded' },
    ]);
  });
});

it('applies globs of a folder above to names as that folder sees them', () => {
  const root = createTree({ 'src/api/a.ts': CALL, 'src/api/old/b.ts': CALL, 'src/c.ts': CALL });
  const options = { include: ['src/**'], exclude: ['src/api/old/**'], paths: ['.', '../c.ts'] };
  const globCwd = { include: 'src/api', exclude: 'src/api' };
  expect(listCandidates(discoverIn(join(root, 'src/api'), { ...options, globCwd }))).toEqual(['../c.ts', 'a.ts']);
});

describe('discover: build output', () => {
  const COMPILED = `${CALL}//# sourceMappingURL=a.js.map\n`;

  it('leaves out the folders of tools and untracked output, each named once', () => {
    const files = {
      'package.json': '{}',
      'src/build/a.ts': CALL,
      'dist/a.js': CALL,
      'dist/b.js': CALL,
      'app/.next/server/a.js': CALL,
      'src/a.ts': CALL,
    };
    for (const root of [createTree(files), createRepository(files, ['src'])]) {
      const project = discoverIn(root);
      expect(listCandidates(project)).toEqual(['src/a.ts', 'src/build/a.ts']);
      expect(project.skipped).toEqual([
        { file: 'app/.next/', reason: 'build-output' },
        { file: 'dist/', reason: 'build-output' },
      ]);
    }
  });

  it('takes tracked folders of such names, but not what a compiler wrote into them', () => {
    const project = discoverIn(
      createRepository({
        'package.json': '{}',
        'build/release.js': CALL,
        'dist/index.js': COMPILED,
        'src/a.js': COMPILED,
      }),
    );
    expect(listCandidates(project)).toEqual(['build/release.js', 'src/a.js']);
    expect(project.skipped).toEqual([{ file: 'dist/index.js', reason: 'build-output' }]);
  });

  it('leaves out minified files that would matter, by name or by looks', () => {
    const minified = `!function(e){${'var t=e(1);t.n(function(){return t});'.repeat(300)}}(fetch("/calls"));`;
    const pasted = `const logo = '${'iVBORw0KGgoAAAANSUhEUg'.repeat(400)}';\n${CALL}`;
    const project = discoverIn(
      createTree({
        'a.min.js': CALL,
        'b.js': `/* banner */\n${minified}\n`,
        'c.min.js': 'x',
        'd.js': pasted,
        'e.ts': minified,
      }),
    );
    expect(listCandidates(project)).toEqual(['d.js', 'e.ts']);
    expect(project.seen).toEqual(['c.min.js', 'd.js', 'e.ts']);
    expect(project.skipped).toEqual([
      { file: 'a.min.js', reason: 'minified' },
      { file: 'b.js', reason: 'minified' },
    ]);
    expect(project.load('b.js')).toBeUndefined();
  });

  it('names files above 5 MB that would matter', () => {
    const large = 'x'.repeat(6_000_000);
    const huge = 'x'.repeat(30_000_000);
    const root = createTree({ 'big.js': `${large}'/calls'`, 'big.min.js': `${huge}'/calls'`, 'other.js': large });
    const project = discoverIn(root);
    expect(project.seen).toEqual(['other.js']);
    expect(project.skipped).toEqual([
      { file: 'big.js', reason: 'too-large' },
      { file: 'big.min.js', reason: 'minified' },
    ]);
    expect(project.load('other.js')).toBeUndefined();
  });
});

describe('discover: symbolic links', () => {
  it.each([true, false])('follows none to a folder and reads each file once (repository: %s)', (isRepository) => {
    const outside = createTree({ 'x.ts': CALL });
    const files = {
      'src/a.ts': CALL,
      'src/again.ts': { link: 'a.ts' },
      'src/loop': { link: '..' },
      'src/self.ts': { link: 'self.ts' },
      'src/out.ts': { link: join(outside, 'x.ts') },
      'src/readme': { link: '../README.md' },
      'README.md': '',
      linked: { link: outside },
    };
    const project = discoverIn(isRepository ? createRepository(files, ['src', 'linked']) : createTree(files));
    expect(project.seen).toEqual(['src/a.ts']);
    expect(project.skipped.map(({ file, reason }) => `${reason} ${file}`)).toEqual([
      'symlink linked',
      'symlink src/loop',
      'symlink src/out.ts',
      'symlink src/self.ts',
    ]);
  });

  it('takes the target of a link that no listing names, under its own name', () => {
    const root = createRepository({ '.gitignore': 'made\n', 'made/a.ts': CALL, 'a.ts': { link: 'made/a.ts' } }, [
      'a.ts',
    ]);
    expect(listCandidates(discoverIn(root))).toEqual(['made/a.ts']);
  });

  it('does not leave the given paths through a link', () => {
    const root = createTree({ 'src/a.ts': { link: '../lib/a.ts' }, 'lib/a.ts': CALL });
    const project = discoverIn(root, { paths: ['src'] });
    expect(project.seen).toEqual([]);
    expect(project.skipped).toEqual([{ file: 'src/a.ts', reason: 'symlink' }]);
  });

  it('follows a link that was named', () => {
    const root = createTree({ 'real/a.ts': CALL, link: { link: 'real' } });
    expect(listCandidates(discoverIn(root, { paths: ['link'] }))).toEqual(['real/a.ts']);
    expect(listCandidates(discoverIn(join(root, 'link')))).toEqual(['a.ts']);
  });
});

describe('discover: reading', () => {
  it('reports every file that is not UTF-8, whether or not it would matter, and no absolute path', () => {
    const root = createTree({
      'latin1.js': Buffer.from("const city = 'Z\xfcrich';", 'latin1'),
      'utf16.ts': Buffer.from(`\uFEFF${CALL}`, 'utf16le'),
      'fine.ts': "const city = 'Zürich';",
    });
    const project = discoverIn(root);
    expect(project.problems).toEqual([
      { code: 'unreadable-file', file: 'latin1.js', message: 'The file could not be read: it is not UTF-8.' },
      { code: 'unreadable-file', file: 'utf16.ts', message: 'The file could not be read: it is UTF-16, not UTF-8.' },
    ]);
    expect(project.seen).toEqual(['fine.ts', 'latin1.js', 'utf16.ts']);
    expect(project.load('latin1.js')).toBeUndefined();
  });

  it('keeps the byte order mark and the line ends', () => {
    const text = `\uFEFFconst a = 1;\r\n${CALL}`;
    expect(discoverIn(createTree({ 'a.ts': text })).candidates).toEqual([{ path: 'a.ts', text }]);
  });

  it('takes the name of a module for no path', () => {
    const only = {
      'export.ts': "export * from './agents';\nexport { calls } from '@/voice/calls'",
      'import.ts': "import type { Agent } from '../agents'\nimport '../../calls';",
      'require.js': 'const agents = require(\'./agents\'), calls = await import("../calls");',
    };
    const more = {
      'absolute.ts': "// read from '/agents'",
      'beside.ts': "import { get } from './agents';\nget('/agents');",
      'mock.ts': "vi.mock('./agents');",
      'remote.ts': "import agents from 'https://cdn.example/agents';",
    };
    const project = discoverIn(createTree({ ...only, ...more }));
    expect(listCandidates(project)).toEqual(Object.keys(more));
    expect(project.seen).toEqual([...Object.keys(only), ...Object.keys(more)].sort());
  });

  it('takes no video for TypeScript', () => {
    const packet = Buffer.alloc(188, 0xff);
    packet[0] = 0x47;
    const project = discoverIn(createTree({ 'segment.ts': Buffer.concat([packet, packet]) }));
    expect([project.seen, project.problems]).toEqual([[], []]);
  });

  it('reports a file that vanishes during the run', () => {
    const root = createTree({ 'a.ts': CALL });
    unlinkSync(join(root, 'a.ts'));
    const selection = {
      files: ['a.ts'],
      pages: [],
      envFiles: new Set<string>(),
      skipped: [],
      closed: ['private'],
      refused: [],
    };
    expect(
      scanFiles(
        resolveScope(root, []),
        selection,
        () => true,
        () => true,
      ),
    ).toEqual({
      seen: ['a.ts', 'private/'],
      candidates: [],
      leading: [],
      skipped: [],
      problems: [
        { code: 'unreadable-file', file: 'a.ts', message: 'The file disappeared before it could be read.' },
        { code: 'unreadable-file', file: 'private/', message: 'The folder could not be opened.' },
      ],
    });
  });

  it('does not read through a link, and a folder is no file', () => {
    const root = createTree({ 'a.ts': CALL, 'b.ts': { link: 'a.ts' }, 'c.ts/d.ts': '' });
    expect(readSource(join(root, 'b.ts')).kind).toBe('link');
    expect(readSource(join(root, 'c.ts'))).toEqual({
      kind: 'unreadable',
      message: 'The file could not be read: it is a folder now.',
    });
    expect(readSource(join(root, 'a.ts/x.ts')).kind).toBe('gone');
  });

  it.skipIf(process.getuid?.() === 0)('reports a file that may not be read', () => {
    const root = createTree({ 'a.ts': CALL });
    chmodSync(join(root, 'a.ts'), 0);
    expect(discoverIn(root).problems).toEqual([
      { code: 'unreadable-file', file: 'a.ts', message: 'The file could not be read: permission denied.' },
    ]);
  });
});
