import { chmodSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ApplyOptions, apply } from '../../src/apply/apply.ts';
import { UserError } from '../../src/errors.ts';
import { AWKWARD_SOURCES } from '../transforms/awkward-sources.ts';
import { makePlan, makeProject, migrate, plantTree, unmark } from './planned-tree.ts';

const WRITE: ApplyOptions = { dryRun: false, allowDirty: false, transforms: null };
const DRY: ApplyOptions = { ...WRITE, dryRun: true };

const MARKED = "fetch('¦/calls');\n";

function nameInFolder(index: number, file: string): string {
  return `${index}/${file}`;
}

describe('a run', () => {
  test('writes every file as planned and nothing else', async () => {
    const marked = Object.fromEntries(
      AWKWARD_SOURCES.map((source, i) => [nameInFolder(i, source.file), source.marked]),
    );
    const tree = plantTree(marked);
    const result = await apply(tree.plan, tree.project, WRITE);
    expect(result.errors).toEqual([]);
    expect(result.changes.map((change) => change.file)).toEqual(Object.keys(marked));
    for (const [file, text] of Object.entries(marked)) expect(tree.read(file)).toBe(migrate(text));
    expect(readdirSync(tree.cwd, { recursive: true })).toHaveLength(2 * AWKWARD_SOURCES.length);
  });

  test('reports the same without writing when it is dry', async () => {
    const tree = plantTree({ 'a.js': MARKED, 'b.js': `${MARKED}fetch('¦/agents');` });
    const dry = await apply(tree.plan, tree.project, DRY);
    expect(tree.read('a.js')).toBe(unmark(MARKED));
    expect(dry).toEqual(await apply(tree.plan, tree.project, WRITE));
    expect(dry.changes.map((change) => change.edits)).toEqual([1, 2]);
    expect(dry.changes[0]?.diff).toBe(
      "diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,1 +1,1 @@\n-fetch('/calls');\n+fetch('/v1/calls');\n",
    );
  });

  test('does nothing without edits', async () => {
    const tree = plantTree({ 'a.js': 'f({...a || {}})' });
    expect(await apply(tree.plan, tree.project, WRITE)).toEqual({ changes: [], errors: [], notices: [], dirty: [] });
  });

  test('two runs in one process do not disturb each other', async () => {
    const trees = [1, 2, 3].map((n) => plantTree({ [`a${n}.ts`]: MARKED, 'b.vue': `<script>${MARKED}</script>` }));
    const results = await Promise.all(trees.map((tree) => apply(tree.plan, tree.project, WRITE)));
    expect(results.map((result) => result.changes.map((change) => change.file))).toEqual(
      [1, 2, 3].map((n) => [`a${n}.ts`, 'b.vue']),
    );
  });

  test('made a second time by the same plan changes nothing, never /v1/v1', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    await apply(tree.plan, tree.project, WRITE);
    const again = await apply(tree.plan, tree.project, WRITE);
    expect(again.changes).toEqual([]);
    expect(again.errors).toMatchObject([
      { file: 'a.js', message: expect.stringMatching(/changed.*Run v1-migrate again$/) },
    ]);
    expect(tree.read('a.js')).toBe(migrate(MARKED));
  });
});

describe('--transforms', () => {
  test('leaves the edits of the others out and says so', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    const other = tree.plan.edits.map((edit) => ({ ...edit, transform: 'api-key-header' as const }));
    const result = await apply(makePlan(other), tree.project, { ...WRITE, transforms: ['legacy-path'] });
    expect(result.changes).toEqual([]);
    expect(result.notices).toEqual([expect.stringMatching(/1 of api-key-header/)]);
  });

  test('with an unknown name is a mistake of the user', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    const options = { ...WRITE, transforms: ['legacy-paths'] };
    await expect(apply(tree.plan, tree.project, options)).rejects.toThrow(UserError);
  });
});

describe('a file that cannot be rewritten is an error, and the rest goes on', () => {
  test('the edited text does not parse', async () => {
    const tree = plantTree({ 'a.js': MARKED, 'b.js': MARKED });
    const edits = tree.plan.edits.map((edit) => (edit.file === 'a.js' ? { ...edit, text: "'" } : edit));
    const result = await apply(makePlan(edits), tree.project, WRITE);
    expect(result.errors).toMatchObject([{ code: 'unparsed-file', file: 'a.js', line: 1 }]);
    expect(result.changes.map((change) => change.file)).toEqual(['b.js']);
    expect(tree.read('a.js')).toBe(unmark(MARKED));
  });

  test('the edit falls on no text', async () => {
    const tree = plantTree({ 'a.js': '/* ¦/calls */', 'b.js': MARKED });
    const result = await apply(tree.plan, tree.project, WRITE);
    expect(result.errors).toMatchObject([{ file: 'a.js', message: expect.stringContaining('legacy-path') }]);
    expect(result.changes.map((change) => change.file)).toEqual(['b.js']);
  });

  test('the edit has no transform', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    const edits = tree.plan.edits.map((edit) => ({ ...edit, transform: 'agents2' as const }));
    const result = await apply(makePlan(edits), tree.project, WRITE);
    expect(result.errors).toMatchObject([{ file: 'a.js', message: expect.stringContaining('agents2') }]);
  });

  test('the file is out of scope', async () => {
    const tree = plantTree({ 'a.js': MARKED, 'lib/b.js': MARKED });
    const sources = ['a.js', 'lib/b.js'].map((path) => ({ path, text: unmark(MARKED) }));
    const project = makeProject(tree.cwd, sources, (path) => !path.startsWith('lib/'));
    const result = await apply(tree.plan, project, WRITE);
    expect(result.errors).toMatchObject([{ file: 'lib/b.js' }]);
    expect(tree.read('lib/b.js')).toBe(unmark(MARKED));
  });

  test('a template expression of a component would be lost', async () => {
    const marked = '<script>const a = 1;</script>\n<script>f("¦/calls")</script>';
    const tree = plantTree({ 'a.vue': marked });
    const edits = tree.plan.edits.map((edit) => ({ ...edit, text: '</script>' }));
    const result = await apply(makePlan(edits), tree.project, WRITE);
    expect(result.errors).toMatchObject([{ code: 'unparsed-file', file: 'a.vue' }]);
  });
});

describe('what happens on disk while the run is under way', () => {
  test('a file that changed is left as it is', async () => {
    const tree = plantTree({ 'a.js': MARKED, 'b.js': MARKED });
    writeFileSync(join(tree.cwd, 'a.js'), 'mine');
    const result = await apply(tree.plan, tree.project, WRITE);
    expect(result.errors).toMatchObject([
      { file: 'a.js', message: expect.stringMatching(/changed.*Run v1-migrate again$/) },
    ]);
    expect(result.changes.map((change) => change.file)).toEqual(['b.js']);
    expect(tree.read('a.js')).toBe('mine');
  });

  test('a file that was deleted stays deleted', async () => {
    const tree = plantTree({ 'a.js': MARKED, 'b.js': MARKED });
    rmSync(join(tree.cwd, 'a.js'));
    const result = await apply(tree.plan, tree.project, WRITE);
    expect(result.errors).toMatchObject([{ file: 'a.js', message: expect.stringContaining('deleted') }]);
    expect(readdirSync(tree.cwd)).toEqual(['b.js']);
  });

  test('bytes that are not UTF-8 are not what was analysed', async () => {
    const tree = plantTree({ 'a.js': `// \uFFFD\n${MARKED}` });
    const latin1 = Buffer.from(`// \xE9\n${unmark(MARKED)}`, 'latin1');
    writeFileSync(join(tree.cwd, 'a.js'), latin1);
    const result = await apply(tree.plan, tree.project, WRITE);
    expect(result.errors).toHaveLength(1);
    expect(readFileSync(join(tree.cwd, 'a.js'))).toEqual(latin1);
  });
});

describe('a replaced file', () => {
  test('keeps its mode', async () => {
    const tree = plantTree({ 'a.mjs': `#!/usr/bin/env node\n${MARKED}` });
    chmodSync(join(tree.cwd, 'a.mjs'), 0o751);
    await apply(tree.plan, tree.project, WRITE);
    expect(statSync(join(tree.cwd, 'a.mjs')).mode & 0o7777).toBe(0o751);
  });

  test('is the one that a symlink names, and the symlink stays', async () => {
    const tree = plantTree({ 'real.js': unmark(MARKED), 'link.js': MARKED });
    rmSync(join(tree.cwd, 'link.js'));
    symlinkSync('real.js', join(tree.cwd, 'link.js'));
    await apply(tree.plan, tree.project, WRITE);
    expect(lstatSync(join(tree.cwd, 'link.js')).isSymbolicLink()).toBe(true);
    expect(tree.read('real.js')).toBe(migrate(MARKED));
    expect(readdirSync(tree.cwd).sort()).toEqual(['link.js', 'real.js']);
  });

  // Root may write whatever the mode says.
  test.skipIf(process.getuid?.() === 0)('is not replaced when it is write-protected', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    chmodSync(join(tree.cwd, 'a.js'), 0o444);
    const result = await apply(tree.plan, tree.project, WRITE);
    expect(result.errors).toMatchObject([{ file: 'a.js', message: expect.stringContaining('writable') }]);
  });
});

describe('an interrupt', () => {
  test('before the first write leaves everything as it was', async () => {
    const tree = plantTree({ 'a.js': MARKED });
    const result = await apply(tree.plan, tree.project, { ...WRITE, signal: AbortSignal.abort() });
    expect(result.changes).toEqual([]);
    expect(tree.read('a.js')).toBe(unmark(MARKED));
  });

  test('in the middle leaves every file old or new, and changes says which', async () => {
    const files = Array.from({ length: 60 }, (_, index) => `f${String(index).padStart(2, '0')}.js`);
    const tree = plantTree(Object.fromEntries(files.map((file) => [file, MARKED])));
    // Asked once for each file in memory and once before each write: aborted after about ten writes.
    const { signal } = new AbortController();
    let asked = 0;
    Object.defineProperty(signal, 'aborted', { get: () => ++asked > files.length + 10 });
    const result = await apply(tree.plan, tree.project, { ...WRITE, signal });
    const written = files.filter((file) => tree.read(file) === migrate(MARKED));
    const untouched = files.filter((file) => tree.read(file) === unmark(MARKED));
    expect(written.length).toBe(10);
    expect(written.length + untouched.length).toBe(files.length);
    expect(result.changes.map((change) => change.file)).toEqual(written);
    expect(readdirSync(tree.cwd)).toHaveLength(files.length);
    expect(result.notices).toEqual([`interrupted: ${written.length} of 60 files were written`]);
  });
});
