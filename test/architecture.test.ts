import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listCycles } from './architecture/import-cycles.ts';
import { type ImportFact, readFacts, readSourceFiles, type SourceFacts } from './architecture/source-files.ts';

/**
 * Which part of the program may know which, and where effects have their address. A part is a folder of src or a file
 * directly in it. What a row leaves out must not be imported, not even as a type.
 */

const ROOT = resolve(import.meta.dirname, '..');
const FILES = readSourceFiles();

/** What every part but these two may import beside its row. */
const BESIDE_ALL = ['model', 'errors'];

/** The one screen that runs the stages, and what the library and the command line share about it. */
const RUN = ['pipeline', 'migrate', 'check', 'bases', 'verdict', 'stages'];

const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // Nouns and small answers (the day, the nearest word, our version, time, lines that a CI runner obeys): no import at all.
  model: [],
  errors: [],
  calendar: [],
  nearest: [],
  version: [],
  deadline: [],
  'workflow-commands': [],
  escape: [],
  // Data and outside parties.
  contract: ['calendar', 'nearest'],
  config: ['contract', 'calendar', 'nearest'],
  syntax: [],
  // Stages: arrows only go right.
  discover: ['git'],
  analyze: ['syntax'],
  plan: ['contract', 'nearest'],
  transforms: ['syntax', 'plan-file'],
  apply: ['transforms', 'syntax', 'git'],
  report: ['calendar', 'nearest', 'version', 'workflow-commands', 'escape'],
  // Parties of their own: a judge of streams, a signer of webhooks, a client and a server of the platform.
  stream: [],
  webhook: ['deadline'],
  probe: ['contract', 'stream', 'deadline', 'workflow-commands', 'escape'],
  sandbox: ['contract', 'webhook', 'calendar', 'nearest'],
  // One file on its own, for stock jscodeshift: discover → analyze → plan without a run.
  'plan-file': ['discover', 'analyze', 'plan', 'contract', 'config'],
  // The same as a rule of ESLint: the third door, for editors.
  'eslint-plugin': ['plan-file', 'config', 'contract', 'discover', 'version'],
  git: [],
  // What a check is held against.
  baseline: ['calendar'],
  changed: ['git'],
  decisions: ['report'],
  // A part of a plan.
  shard: ['plan'],
  // Runs.
  stages: ['discover', 'analyze', 'plan', 'apply'],
  'empty-analysis': [],
  bases: [],
  verdict: [],
  pipeline: ['stages', 'config', 'contract', 'empty-analysis'],
  migrate: ['shard', 'decisions', 'pipeline', 'stages', 'bases', 'verdict', 'config', 'apply', 'report', 'escape'],
  check: ['shard', 'baseline', 'changed', 'pipeline', 'migrate', 'bases', 'verdict', 'config', 'report'],
  // Doors: they see runs and parties, never a stage.
  index: [...RUN, 'config', 'report', 'probe', 'sandbox', 'stream', 'webhook', 'calendar'],
  cli: [
    ...RUN,
    'escape',
    'baseline',
    'changed',
    'decisions',
    'shard',
    'config',
    'contract',
    'report',
    'probe',
    'sandbox',
    'stream',
    'webhook',
    'calendar',
    'nearest',
    'version',
    'workflow-commands',
  ],
};

/** Stock jscodeshift reaches the packages that discover loads late only where they are imported statically. */
const STATIC = 'src/plan-file.ts';

/** Packages with an address: a parser, a server or a format that is to be replaced is replaced in one place. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@babel/parser': ['src/syntax/parse.ts'],
  '@babel/types': ['src/syntax/', 'src/analyze/'],
  jscodeshift: ['transforms/', 'src/apply/'],
  diff: ['src/apply/'],
  'write-file-atomic': ['src/apply/', 'src/report/write-output.ts'],
  ignore: ['src/discover/', STATIC],
  tinyglobby: ['src/discover/', STATIC],
  picomatch: ['src/discover/', STATIC],
  'jsonc-parser': ['src/config/', 'src/discover/', STATIC],
  yaml: ['src/config/read-openapi.ts', 'src/discover/resolve/parse-data.ts', STATIC],
  valibot: ['src/config/', 'src/report/schema.ts', 'src/report/parse-report.ts'],
  undici: ['src/probe/', 'src/webhook/'],
  fastify: ['src/sandbox/'],
  'fastest-levenshtein': ['src/nearest.ts'],
};

/** Installed for the versions it holds back, not to be imported: newer ones ask for Node 22. */
const PINNED = ['light-my-request'];

interface Effect {
  readonly what: string;
  readonly addresses: readonly string[];
  readonly uses: (file: SourceFacts) => readonly string[];
}

const FS = ['node:fs', 'node:fs/promises'];
const FS_WRITES =
  /^(?:write|append|mkdir|rename|rm|unlink|cp|copy|symlink|link|chmod|chown|truncate|utimes|mkdtemp|createWrite)/;
const CLOCK = ['new Date()', 'Date.now', 'performance.now'];
const CHANCE = ['Math.random', 'crypto.randomUUID'];

function listModules(names: readonly string[]): Effect['uses'] {
  return ({ imports }) =>
    imports.filter(({ target, isType }) => !isType && names.includes(target)).map(({ target }) => target);
}

function listGlobals(names: readonly string[]): Effect['uses'] {
  return ({ globals }) => names.filter((name) => globals.has(name));
}

function listNames(from: readonly string[], wanted: RegExp): Effect['uses'] {
  return ({ imports }) =>
    imports
      .filter(({ target }) => from.includes(target))
      .flatMap(({ names }) => names.filter((name) => wanted.test(name)));
}

const EFFECTS: readonly Effect[] = [
  {
    what: 'reads files',
    addresses: [
      'src/discover/',
      'src/config/',
      'src/apply/',
      'src/report/write-output.ts',
      'src/plan-file.ts', // where the project of a file begins
      'src/cli/scope.ts', // is a path of the command line there?
      'src/baseline/read-baseline.ts',
      'src/cli/open-input.ts', // a captured stream or payload
      'src/cli/read-key.ts', // --key-file
      'src/cli/read-sources.ts', // what a saved report points into
      'src/cli/init/write-files.ts', // what is already there
    ],
    uses: listModules(FS),
  },
  { what: 'writes files', addresses: ['src/apply/', 'src/report/write-output.ts'], uses: listNames(FS, FS_WRITES) },
  {
    what: 'writes files in one step',
    addresses: ['src/apply/', 'src/report/write-output.ts'],
    uses: listModules(['write-file-atomic']),
  },
  {
    what: 'starts processes',
    addresses: ['src/git.ts'],
    uses: listModules(['node:child_process']),
  },
  {
    what: 'uses the network',
    addresses: ['src/probe/', 'src/sandbox/', 'src/webhook/'],
    uses: (file) => [
      ...listModules(['node:net', 'node:tls', 'node:dns', 'node:dgram', 'node:http', 'node:https', 'node:http2'])(file),
      ...listModules(['undici', 'fastify'])(file),
      ...listGlobals(['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'])(file),
    ],
  },
  { what: 'starts threads', addresses: [], uses: listModules(['node:worker_threads', 'node:cluster']) },
  {
    what: 'knows the process',
    addresses: [
      'src/cli/bin.ts',
      'src/git.ts', // what git is started with
    ],
    uses: (file) => [
      ...listGlobals(['process', 'console'])(file),
      ...listModules(['node:process', 'node:console'])(file),
    ],
  },
  {
    what: 'has deadlines that may be forgotten', // src/deadline.ts says how
    addresses: [],
    uses: listGlobals(['AbortSignal.any', 'AbortSignal.timeout']),
  },
  { what: 'ends the process', addresses: [], uses: listGlobals(['process.exit']) },
  {
    what: 'reads the clock',
    addresses: [
      'src/cli/bin.ts',
      'src/index.ts', // the default of `today`
      'src/sandbox/options.ts', // the default of `now`
      'src/probe/', // measures how long the other side takes
      'src/webhook/send-delivery.ts', // the same
    ],
    uses: listGlobals(CLOCK),
  },
  {
    what: 'draws lots',
    addresses: [
      'src/cli/bin.ts',
      'src/probe/probe.ts', // the default of `createWord`
    ],
    uses: (file) => [...listGlobals(CHANCE)(file), ...listNames(['node:crypto'], /^(?:random|webcrypto)/)(file)],
  },
];

function toPart(path: string): string {
  const [root = '', name = '', ...rest] = path.split('/');
  if (root !== 'src') return root;
  return rest.length === 0 ? name.replace(/\.ts$/, '') : name;
}

function isAt(path: string, addresses: readonly string[]): boolean {
  return addresses.some((address) => (address.endsWith('/') ? path.startsWith(address) : path === address));
}

function listOutside(effect: Effect): readonly string[] {
  const strangers = FILES.filter(({ path }) => !isAt(path, effect.addresses));
  return strangers.flatMap((file) => effect.uses(file).map((use) => `${file.path}: ${use}`));
}

function listImports(
  wanted: (found: ImportFact) => boolean,
): readonly { readonly path: string; readonly found: ImportFact }[] {
  return FILES.flatMap(({ path, imports }) => imports.filter(wanted).map((found) => ({ path, found })));
}

describe('parts', () => {
  test('every part has a row, and every row a part', () => {
    expect(Object.keys(MAY_IMPORT).sort()).toEqual([...new Set(FILES.map(({ path }) => toPart(path)))].sort());
  });

  test.each(Object.entries(MAY_IMPORT))('%s imports only %j', (part, allowed) => {
    const known = new Set([part, ...(part === 'model' || part === 'errors' ? [] : BESIDE_ALL), ...allowed]);
    const strangers = listImports(({ isOurs, target }) => isOurs && !known.has(toPart(target)));
    const own = strangers.filter(({ path }) => toPart(path) === part);
    expect(own.map(({ path, found }) => `${path} → ${found.target}`)).toEqual([]);
  });

  test('the table has no circle', () => {
    const open = new Map(Object.entries(MAY_IMPORT));
    for (let isShrinking = true; isShrinking; ) {
      const leaves = [...open].filter(([, allowed]) => !allowed.some((part) => open.has(part)));
      for (const [part] of leaves) open.delete(part);
      isShrinking = leaves.length > 0;
    }
    expect([...open.keys()]).toEqual([]);
  });

  test('a transform reaches the planner through one file', () => {
    const found = listImports(({ target }) => target === 'src/plan-file.ts');
    const strangers = found.filter(({ path }) => !path.startsWith('src/eslint-plugin/'));
    expect(strangers.map(({ path }) => path)).toEqual(['transforms/shared/plan-file.ts']);
  });
});

/** The files of analyze that import each other in one circle. Only ever to be lowered. */
const LARGEST_CYCLE = 154;

describe('cycles', () => {
  const [largest = [], ...others] = listCycles(FILES.filter(({ path }) => path.startsWith('src/analyze/')));

  test('no more files import each other than before', () => {
    const hint =
      `${largest.length} files import each other in a circle, and ${LARGEST_CYCLE} may. ` +
      'The import that is one too many is new: `git diff main -- src | grep "^+import"`. ' +
      'Where it is for a helper, the helper wants a leaf of its own, as modules/module.ts is. ' +
      'Where there are fewer files now, lower LARGEST_CYCLE.';
    expect(largest.length, hint).toBe(LARGEST_CYCLE);
  });

  test('there is no second circle', () => {
    expect(others).toEqual([]);
  });

  test('are found whichever file is read first', () => {
    const files = [
      readFacts('src/a.ts', "import { b } from './b.ts'; import type { d } from './d.ts';"),
      readFacts('src/b.ts', "import { c } from './c.ts';"),
      readFacts('src/c.ts', "export { b } from './b.ts'; export * from './e.ts';"),
      readFacts('src/d.ts', "import { a } from './a.ts';"),
      readFacts('src/e.ts', ''),
    ];
    expect(listCycles(files)).toEqual([['src/b.ts', 'src/c.ts']]);
    expect(listCycles(files.toReversed())).toEqual([['src/b.ts', 'src/c.ts']]);
  });
});

describe('packages', () => {
  const { dependencies } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const outside = listImports(({ isOurs, target }) => !isOurs && !target.startsWith('node:'));

  test.each(Object.entries(PACKAGES))('%s is imported only in %j', (name, addresses) => {
    const strangers = outside.filter(({ path, found }) => found.target === name && !isAt(path, addresses));
    expect(strangers.map(({ path }) => path)).toEqual([]);
  });

  test('what is imported is a dependency with an address', () => {
    const names = new Set(outside.filter(({ found }) => !found.isType).map(({ found }) => found.target));
    expect([...names].filter((name) => !(name in dependencies) || !(name in PACKAGES))).toEqual([]);
  });

  test('what is a dependency is imported, or pinned', () => {
    const names = new Set(outside.filter(({ found }) => !found.isType).map(({ found }) => found.target));
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual(PINNED);
  });
});

describe('effects have addresses', () => {
  test.each(EFFECTS)('$what', (effect) => {
    expect(listOutside(effect)).toEqual([]);
  });

  test('files are reached by named imports, so that the names say what is done', () => {
    const found = listImports(({ target, isNamespace }) => isNamespace && FS.includes(target));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('the facts that this rests on', () => {
  test('see every way to import', () => {
    const { imports } = readFacts(
      'src/a/b.ts',
      `import x from './one.ts'; import type { T } from '../two.ts'; import { type U } from 'three/sub'; export * from './four.ts';
       export { y } from '@five/six/seven'; const l = () => import('./eight.ts'); type V = typeof import('node:fs').readFile;
       import * as n from 'node:net'; import 'nine'; createRequire(import.meta.url)('ten'); require('../eleven.ts');`,
    );
    expect(imports.map(({ target, isType }) => (isType ? `type ${target}` : target))).toEqual([
      'src/a/one.ts',
      'type src/two.ts',
      'type three',
      'src/a/four.ts',
      '@five/six',
      'src/a/eight.ts',
      'type node:fs',
      'node:net',
      'nine',
      'ten',
      'src/eleven.ts',
    ]);
  });

  test('see the outside world, and not what is only called the same', () => {
    const find = (text: string) => [...readFacts('src/a.ts', text).globals];
    expect(find('process.exit(1); const d = new Date(); globalThis.x = console;')).toEqual([
      'process.exit',
      'process',
      'new Date()',
      'console',
    ]);
    expect(find('const { now = Date.now } = o; f(fetch); Math.random()')).toEqual(['Date.now', 'fetch', 'Math.random']);
    expect(find("client.fetch(); const o = { process: 1 }; new Date(0); 'process.env'; // console")).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  test('names each folder of the evaluator, and each file beside them, under one question', () => {
    const text = readFileSync(resolve(ROOT, 'ARCHITECTURE.md'), 'utf8');
    const section = text.slice(text.indexOf('## The evaluator'), text.indexOf('## How an edit'));
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const named = rows
      .flatMap((row) => row.split('|')[2]?.match(/`[\w-]+\/?`/g) ?? [])
      .map((name) => name.slice(1, -1));
    const found = readdirSync(resolve(ROOT, 'src/analyze'), { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? `${entry.name}/` : entry.name.replace(/\.ts$/, ''),
    );
    expect(named.toSorted()).toEqual(found.toSorted());
  });
});
