import { expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

/** A level of one's own for a file that could not be analysed. */

const BASE = 'https://api.voice.example';

function run(level: string | null, ...argv: readonly string[]) {
  const config = level === null ? {} : { levels: { 'unparsed-file': level } };
  const cwd = createTree({
    'v1-migrate.config.json': JSON.stringify({ baseUrls: [BASE], ...config }),
    'broken.js': `fetch('${BASE}/calls', {;\n`,
  });
  return runCli(argv, cwd);
}

test.each([
  [null, [], 3],
  ['error', [], 3],
  ['warning', [], 0],
  ['warning', ['--fail-on', 'warning'], 3],
  ['note', ['--fail-on', 'warning'], 0],
  ['off', ['--fail-on', 'warning'], 0],
])('%s %j: check ends with %i', async (level, argv, exitCode) => {
  expect((await run(level, 'check', ...argv)).exitCode).toBe(exitCode);
});

test('migrate ends with 0 as well, and the report says the level', async () => {
  const { exitCode, stdout } = await run('warning', '--dry-run', '--reporter', 'json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).errors).toMatchObject([{ code: 'unparsed-file', file: 'broken.js', level: 'warning' }]);
  expect((await run('note', 'check')).stdout).toMatch(/broken\.js:1:\d+ {2}note {2}unparsed-file/);
});

test('off hides the file, not that one was left out', async () => {
  const { stdout, stderr } = await run('off', '--dry-run', '--reporter', 'json');
  const { errors, accounting } = JSON.parse(stdout);
  expect({ errors, unparsed: accounting.files.unparsed }).toEqual({ errors: [], unparsed: 1 });
  expect(stderr).toContain('1 file was not analysed and not listed');
});

test('the default level stands in no report', async () => {
  expect(JSON.parse((await run(null, 'check', '--reporter', 'json')).stdout).errors[0]).not.toHaveProperty('level');
});
