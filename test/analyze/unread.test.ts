import { describe, expect, it } from 'vitest';
import { ModuleGraph } from '../../src/analyze/modules/modules.ts';
import { createTree, discoverIn } from '../discover/temporary-tree.ts';

/** Declarations that are left out of a file, and what brings them back. */

/** What no test is about, so that each file is one that is read. */
const CALL = "export const list = () => fetch('/calls');\n";

function loadAll(files: Readonly<Record<string, string>>): ModuleGraph {
  const project = discoverIn(createTree(files));
  const graph = new ModuleGraph(project);
  for (const { path } of project.candidates) graph.load(path);
  return graph;
}

function readOn(graph: ModuleGraph): ModuleGraph {
  const next = graph.readOn();
  return next === null ? graph : readOn(next);
}

/** The names at the top of a file that are known, in the order of the file. */
function listRead(graph: ModuleGraph, path: string): string {
  const names = graph.load(path)?.scripts.flatMap(({ root }) => [...root.bindings.keys()]);
  return names?.join(' ') ?? '(not loaded)';
}

/** The same of one file, beside a call. */
function listReadOf(code: string): string {
  return listRead(loadAll({ 'a.ts': CALL + code }), 'a.ts').replace(/^list ?/, '');
}

describe('in one file', () => {
  it.each([
    ['a function', 'function add(a, b) { return a + b; }'],
    ['a function in a name', 'const add = (a, b) => a + b;'],
    ['a class', 'export class Point { static zero = 0; x = 1; move() { return this.x; } }'],
    ['a type and an interface', "export type Tone = 'warm' | 'cold';\ninterface Box { tone: Tone }"],
    ['those that name each other', 'function odd(n) { return even(n - 1); }\nfunction even(n) { return odd(n - 1); }'],
    ['what a comment names alone', '// list\nfunction add() {}'],
    ['a word in another word', 'function callsign() {}'],
  ])('%s is left out', (_, code) => {
    expect(listReadOf(code)).toBe('');
  });

  it.each([
    ['holds a word of the catalogue', "function add() { return '/agents'; }"],
    ['holds an address', "function add() { return 'https://x.example'; }"],
    ['names what is read', 'function add() { return list(); }'],
    ['says so in a comment inside', 'function add() { /* list */ }'],
    ['hears what others say', 'function add() { window.x = 1; }'],
    ['registers itself', "function add() { register('x', add); }"],
    ['runs when it is declared', 'const add = make();\nfunction make() {}'],
    ['stands behind another', 'let one = 1; function two() {}'],
    ['may be set later', 'let add = () => 1;'],
    ['is taken apart', 'const { add } = { add() {} };'],
  ])('what %s is read', (_, code) => {
    expect(listReadOf(code)).not.toBe('');
  });

  it.each([
    ['a decorator', '@Injectable() class Point {}'],
    ['a static block', 'class Point { static { start(); } }'],
    ['a static field that runs code', 'class Point { static zero = make(); }'],
    ['a parameter with a decorator', 'class Point { constructor(@Inject() private http) {} }'],
    ['a base that is made', 'class Point extends make() {}'],
  ])('a class with %s is read', (_, code) => {
    expect(listReadOf(code)).toBe('Point');
  });

  it('reads what a function that is read names, and what that names', () => {
    const graph = loadAll({
      'a.ts':
        "import { join } from './join.ts';\n" +
        'export const get = (id) => fetch(build(`/calls/${id}`));\n' +
        'function build(path) { return clean(path); }\n' +
        'function clean(path) { return join(path); }\n' +
        'function other() { return another(); }\n' +
        'function another() {}\n',
    });
    expect(listRead(graph, 'a.ts')).toBe('join get build clean');
  });

  it('reads what shares a name that a block hoists', () => {
    const code = 'if (fast) {\n  var size = 1;\n}\nfunction getSize() { return size; }\n';
    expect(listReadOf(code)).toBe('size getSize');
  });

  it('leaves out tests that say nothing of it, with what they alone import', () => {
    const graph = loadAll({
      'a.test.ts':
        "import { describe, it } from 'vitest';\nimport { add } from './add.ts';\nimport { list } from './calls.ts';\n" +
        "describe('add', () => {\n  it('adds', () => { add(1, 2); });\n});\n" +
        "describe.each([1])('more %i', () => {\n  it('adds', () => { add(1, 2); });\n});\n" +
        "describe('list', () => {\n  it('asks', () => { list('/calls'); });\n});\n",
    });
    expect(listRead(graph, 'a.test.ts')).toBe('describe it list');
    expect(graph.load('a.test.ts')?.scripts[0]?.calls).toHaveLength(3);
  });

  it('leaves no file without an export that has one', () => {
    const graph = loadAll({ 'a.ts': "fetch('/calls');\nexport function add() {}\n" });
    expect(listRead(graph, 'a.ts')).toBe('add');
  });

  it.each(['a.vue', 'b/a.vue'])('reads all of a component: %s', (path) => {
    const graph = loadAll({ [path]: `<script>\n${CALL}function add() {}\n</script>` });
    expect(listRead(graph, path)).toContain('add');
  });
});

describe('what another file asks for is read', () => {
  const a = `${CALL}export function add() { return sum(); }\nfunction sum() {}\nexport function other() {}\n`;

  it.each([
    ['an import', "import { add } from './a.ts';\nexport const get = () => fetch('/agents', add());", ['add sum']],
    ['a name of its own', "import { add as plus } from './a.ts';\nfetch('/agents', plus());", ['add sum']],
    ['a namespace', "import * as a from './a.ts';\nfetch('/agents', a.add());", ['add sum', 'other']],
    ['a call of require', "const a = require('./a.ts');\nfetch('/agents', a.add());", ['add sum', 'other']],
    ['an import that is a call', "const a = await import('./a.ts');\nfetch('/agents', a.add());", ['add sum', 'other']],
    ['an export of the same', "export { add } from './a.ts';\nfetch('/agents');", ['add sum']],
    ['an export of all', "export * from './a.ts';\nfetch('/agents');", ['add sum', 'other']],
  ])('by %s', (_, b, wanted) => {
    const graph = loadAll({ 'a.ts': a, 'b.ts': b });
    expect(listRead(graph, 'a.ts')).toBe('list');
    expect(listRead(readOn(graph), 'a.ts')).toBe(['list', ...wanted].join(' '));
  });

  it('also where nobody imports it by that name', () => {
    const graph = loadAll({ 'a.ts': a });
    const module = graph.load('a.ts');
    expect(module?.unread?.exported).toEqual(new Set(['add', 'other']));
    if (module !== null) graph.askFor(module, ['other']);
    const next = readOn(graph);
    expect(listRead(next, 'a.ts')).toBe('list other');
    expect(next.load('a.ts')?.unread?.exported).toEqual(new Set(['add']));
  });

  it('by the name in a list of exports, of which what is left out is taken', () => {
    const code = `${CALL}function add() {}\nfunction other() {}\nexport { add as plus, other, list as all };\n`;
    const graph = loadAll({ 'a.ts': code, 'b.ts': "import { plus } from './a.ts';\nfetch('/agents', plus());" });
    expect([...(graph.load('a.ts')?.exports.keys() ?? [])]).toEqual(['list', 'all']);
    const next = readOn(graph);
    expect(listRead(next, 'a.ts')).toBe('list add');
    expect([...(next.load('a.ts')?.exports.keys() ?? [])]).toEqual(['list', 'plus', 'all']);
  });

  it('with the files that it imports, once one of them is read', () => {
    const graph = loadAll({
      'a.ts': `import { send } from './http.ts';\n${CALL}export function add() { return send(); }\n`,
      'http.ts': 'export const send = () => 1;\n',
    });
    expect(listRead(graph, 'a.ts')).toBe('list');
    graph.load('http.ts');
    expect(listRead(readOn(graph), 'a.ts')).toBe('send list add');
  });

  it('and nothing where all of it is asked for by files that are not read', () => {
    const graph = loadAll({ 'a.ts': a, 'b.ts': "import { add } from './a.ts';\nexport const n = add();\n" });
    expect(readOn(graph)).toBe(graph);
    expect(listRead(graph, 'a.ts')).toBe('list');
  });
});

it('reads all of a script without imports and exports: the others of its page name what it declares', () => {
  const graph = loadAll({ 'a.js': "function list() {\n  return fetch('/calls');\n}\nfunction add() {}\n" });
  expect(listRead(graph, 'a.js')).toBe('list add');
});
