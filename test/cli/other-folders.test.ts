import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { render } from '../../src/report/formats/json.ts';
import { createReport } from '../report/sample-report.ts';
import { CHANGE, PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

/** Names of files where the shell, the run and the repository are in different folders, and commands to be typed there. */

const BASE = ['--base-url', 'https://api.voice.example'];
const LEGACY = "fetch('https://api.voice.example/calls');\n";
const MOVED = "fetch('https://api.voice.example/v1/calls');\n";

test('with --cwd the proposed patch changes what a run would write', async () => {
  const cwd = createTree({ 'src/a.ts': LEGACY, 'packages/x y/src/a.ts': LEGACY });
  execFileSync('git', ['init', '-q'], { cwd });
  const scope = ['src', ...BASE, '--cwd', 'packages/x y', '--dry-run'];
  const { stdout } = await runCli(scope, cwd);
  expect(stdout).toContain("--dry-run --reporter patch | git -C 'packages/x y' apply");
  const patch = await runCli([...scope, '--reporter', 'patch'], cwd);
  expect(patch.stderr).toContain("git -C 'packages/x y' apply");
  execFileSync('git', ['-C', 'packages/x y', 'apply'], { cwd, input: patch.stdout });
  const read = (file: string) => readFileSync(join(cwd, file), 'utf8');
  expect([read('src/a.ts'), read('packages/x y/src/a.ts')]).toEqual([LEGACY, MOVED]);
});

test.each(['sarif', 'gitlab', 'junit', 'rdjson', 'github', 'markdown'])(
  '%s names a file beside the folder as the repository does',
  async (name) => {
    const cwd = createTree({ 'packages/y/src/a.ts': LEGACY });
    for (const folder of ['.git', 'packages/x']) mkdirSync(join(cwd, folder));
    const argv = ['../y', ...BASE, '--dry-run', '--reporter', name];
    const { stdout } = await runCli(argv, join(cwd, 'packages/x'));
    expect(stdout).toContain('packages/y/src/a');
    expect(stdout).not.toContain('x/..');
  },
);

test('a description named by an absolute path stands in no report so', async () => {
  const description =
    'openapi: 3.0.0\ninfo: {title: x, version: 1.0.0}\npaths:\n  /v1/calls: { get: { tags: [V1], responses: {} } }\n  /v1/agents: { get: { tags: [V2], responses: {} } }\n';
  const cwd = createTree({ 'a.js': LEGACY.replace('calls', 'agents'), 'o.yaml': description });
  const argv = ['a.js', ...BASE, '--openapi', join(cwd, 'o.yaml'), '--dry-run', '--reporter', 'json'];
  const { stdout } = await runCli(argv, cwd);
  expect(stdout).toContain('o.yaml has no operation');
  expect(stdout).not.toContain(cwd);
});

test('a file whose name begins like an option is proposed as a file', async () => {
  const cwd = createTree({ '-x.ts': LEGACY });
  const { stdout } = await runCli([...BASE, '--dry-run', '--', '-x.ts'], cwd);
  expect(stdout).toContain('npx v1-migrate ./-x.ts --base-url');
});

test('the next command of a saved report has the bases that were named', async () => {
  const named = { base: 'https://api.voice.example', source: 'flag', requests: 2 } as const;
  const cwd = createTree({ 'r.json': render(createReport({ ...PLAN, bases: [named] }, [CHANGE])) });
  const { stdout } = await runCli(['report', '--from', 'r.json'], cwd);
  expect(stdout).toMatch(/Next {7}npx v1-migrate \[paths\.\.\] --base-url https:\/\/api\.voice\.example +write them/);
  const found = { ...named, source: 'config' } as const;
  writeFileSync(join(cwd, 'r.json'), render(createReport({ ...PLAN, bases: [found] }, [CHANGE])));
  expect((await runCli(['report', '--from', 'r.json'], cwd)).stdout).toMatch(
    /Next {7}npx v1-migrate \[paths\.\.\] +write them/,
  );
});
