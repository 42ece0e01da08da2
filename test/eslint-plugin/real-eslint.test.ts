import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPackage } from '../cli/build-package.ts';
import { createTree } from '../cli/run-cli.ts';

/** The shipped plugin in ESLint's own command line, with the versions that a project may have. */

const MODULES = join(import.meta.dirname, '../../node_modules');
const BASE = 'https://api.voice.example';
let built = '';
let cwd = '';

beforeAll(() => {
  built = buildPackage();
  const plugin = pathToFileURL(join(built, 'src/eslint-plugin/index.js')).href;
  cwd = createTree({
    'package.json': '{ "type": "module" }',
    'v1-migrate.config.json': JSON.stringify({ baseUrls: [BASE] }),
    'eslint.config.js': `import v1Migrate from '${plugin}';\nexport default [v1Migrate.configs.recommended];\n`,
    'paths.js': "export const AGENTS = '/agents';\n",
    'quiet.js': 'export const sum = (a, b) => a + b;\n',
  });
});

interface FileResult {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string; readonly line: number; readonly message: string }[];
  readonly output?: string;
}

function runEslint(name: string, args: readonly string[], input = '') {
  const bin = join(MODULES, name, 'bin/eslint.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, '--format', 'json', ...args], {
    cwd,
    input,
    encoding: 'utf8',
  });
  const results = stdout === '' ? [] : (JSON.parse(stdout) as readonly FileResult[]);
  return { results, stderr, status };
}

describe.each(['eslint', 'eslint-10'])('%s', (name) => {
  test('finds and fixes on the disk', () => {
    writeFileSync(
      join(cwd, 'calls.js'),
      `import { AGENTS } from './paths.js';\nfetch('${BASE}/calls');\nfetch('${BASE}' + AGENTS);\n`,
    );
    const { results, stderr, status } = runEslint(name, ['--fix', '.']);
    expect([stderr, status]).toEqual(['', 1]);
    const messages = results.flatMap((result) => result.messages);
    expect(messages).toMatchObject([
      { ruleId: 'v1-migrate/no-legacy-path', line: 3, message: expect.stringContaining('paths.js:1') },
    ]);
    expect(readFileSync(join(cwd, 'calls.js'), 'utf8')).toContain(`fetch('${BASE}/v1/calls');`);
  });

  test('reads what an editor hands over, not the disk', () => {
    const { results, status } = runEslint(name, ['--stdin', '--stdin-filename', 'quiet.js'], `fetch('${BASE}/calls');`);
    expect(status).toBe(1);
    expect(results.flatMap((result) => result.messages)).toMatchObject([
      { ruleId: 'v1-migrate/no-legacy-path', line: 1 },
    ]);
  });
});

test('is found by the name that users write', () => {
  const guest = createTree({
    'package.json': '{}',
    'find.mjs': "import plugin from 'v1-migrate/eslint-plugin';\nconsole.log(Object.keys(plugin.rules).join());\n",
    'find.cjs': "const { default: plugin } = require('v1-migrate/eslint-plugin');\nconsole.log(plugin.meta.name);\n",
  });
  const { exports } = JSON.parse(readFileSync(join(MODULES, '../package.json'), 'utf8'));
  const manifest = JSON.stringify({ name: 'v1-migrate', type: 'module', exports });
  const copy = createTree({ 'package.json': manifest });
  symlinkSync(built, join(copy, 'dist'));
  const modules = join(guest, 'node_modules');
  mkdirSync(modules);
  symlinkSync(copy, join(modules, 'v1-migrate'));
  const run = (file: string) => spawnSync(process.execPath, [file], { cwd: guest, encoding: 'utf8' }).stdout.trim();
  expect([run('find.mjs'), run('find.cjs')]).toEqual(['no-legacy-path', 'v1-migrate']);
});
