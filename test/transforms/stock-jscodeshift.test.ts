// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources under test hold templates
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder, migrate, unmark } from '../apply/planned-tree.ts';
import { compileSources } from '../compiled/compile-sources.ts';

/**
 * The compiled transforms under the stock `jscodeshift` command. Its worker loads them with `require`, by default
 * through @babel/register, which turns every module it meets into CommonJS: top-level await never loads, and
 * `import.meta` only with --no-babel. So nothing that a transform reaches may use either.
 */

const ROOT = resolve(import.meta.dirname, '../..');
const JSCODESHIFT = join(ROOT, 'node_modules/jscodeshift/bin/jscodeshift.js');
const IS_NIGHTLY = process.env.MODE === 'nightly';

/** Stands in for the pipeline, so that a failure here is one of loading and not of planning. */
const PLANNED = `export function planFile(file, source, { baseUrl }) {
  if (baseUrl !== 'https://api.voice.example') throw new Error('no base: ' + baseUrl);
  const make = ({ index }) => ({ file, start: index, end: index, text: '/v1', transform: 'legacy-path', finding: '' });
  return [...source.matchAll(/(?<=voice\\.example)\\/(?:calls|agents)/g)].map(make);
}`;

let build = '';

beforeAll(() => {
  build = mkdtempSync(join(tmpdir(), 'v1-migrate-build-'));
  writeFileSync(join(build, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(ROOT, 'node_modules'), join(build, 'node_modules'));
  compileSources(join(build, 'dist'));
  cpSync(join(build, 'dist'), join(build, 'stubbed'), { recursive: true });
  writeFileSync(join(build, 'stubbed/transforms/shared/plan-file.js'), PLANNED);
}, 60_000);

afterAll(() => rmSync(build, { recursive: true, force: true }));

const FILES: Readonly<Record<string, string>> = {
  'src/crlf.ts': '\uFEFFconst f = <T>(x: T) => <T>x;\r\nfetch("https://api.voice.example¦/calls");\r\n',
  'src/template.js': 'const q = `\n\tx`;\nfetch(`https://api.voice.example¦/agents/${id}`, {a:1})',
  'src/view.tsx': "export const A = () => <a href='https://api.voice.example¦/calls'>{x as string}</a>;\n",
  'src/other.js': 'f({ ...a || {} });\r\n',
};

function plantFiles(): string {
  const cwd = makeFolder();
  for (const [file, marked] of Object.entries(FILES)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), unmark(marked));
  }
  return cwd;
}

/** What @babel/register has compiled it keeps for the next process: here, and not in the home of whoever runs the tests. */
function createEnv(): NodeJS.ProcessEnv {
  return { ...process.env, BABEL_CACHE_PATH: join(build, 'babel.json') };
}

function runStock(dist: string, cwd: string, ...options: readonly string[]): string {
  const transform = join(build, dist, 'transforms/legacy-path.js');
  const base = '--baseUrl=https://api.voice.example';
  return execFileSync(process.execPath, [JSCODESHIFT, '-t', transform, base, ...options, 'src'], {
    cwd,
    env: createEnv(),
    encoding: 'utf8',
  });
}

const FIXTURES = join(ROOT, 'fixtures');

/** A single file of a fixture, alone in a folder, through one transform after the other. */
function runOnFixture(fixture: string, file: string, transforms: readonly string[]): string {
  const cwd = makeFolder();
  const path = join(cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  cpSync(join(FIXTURES, fixture, 'input', file), path);
  const base = '--baseUrl=https://api.voice.example';
  for (const name of transforms) {
    const transform = join(build, 'dist/transforms', `${name}.js`);
    const argv = [JSCODESHIFT, '-t', transform, base, '--no-babel', '--run-in-band', path];
    execFileSync(process.execPath, argv, { cwd, env: createEnv() });
  }
  return readFileSync(path, 'utf8');
}

function expectMigrated(cwd: string): void {
  for (const [file, marked] of Object.entries(FILES)) {
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(migrate(marked));
  }
}

describe('stock jscodeshift runs a compiled transform', () => {
  test.each([[[]], [['--no-babel']], [['--run-in-band', '--parser=flow']]])('with %j', (options: readonly string[]) => {
    const cwd = plantFiles();
    const output = runStock('stubbed', cwd, ...options);
    expect(output).toMatch(/0 errors/);
    expect(output).toMatch(/1 skipped/);
    expectMigrated(cwd);
  });

  test('with a plan of its own', () => {
    const cwd = plantFiles();
    expect(runStock('dist', cwd, '--no-babel')).toMatch(/0 errors/);
    expectMigrated(cwd);
  });

  // @babel/register compiles every module of the tool, which takes a tenth of the time of the whole suite.
  test.runIf(IS_NIGHTLY)('with a plan of its own, compiled by Babel', { timeout: 120_000 }, () => {
    const cwd = plantFiles();
    expect(runStock('dist', cwd)).toMatch(/0 errors/);
    expectMigrated(cwd);
  });

  // The header is looked for on requests that go to v1, so it goes before their paths or behind them.
  test.each([
    ['post-call-llm-helper/axios/forms', 'src/main.ts', ['post-call-llm-helper']],
    ['api-key-header/fetch/headers-object', 'src/main.mjs', ['api-key-header', 'legacy-path']],
  ])('with the text of the command line: %s', (fixture, file, transforms) => {
    expect(runOnFixture(fixture, file, transforms)).toBe(readFileSync(join(FIXTURES, fixture, 'output', file), 'utf8'));
  });
});
