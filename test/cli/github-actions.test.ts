import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOSTILE_FILE, listCommands, NASTY } from '../report/hostile-report.ts';
import { FINDING, fakeStages, PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

const ACTIONS = { GITHUB_ACTIONS: 'true' };

function runIn(cwd: string, argv: readonly string[], env: Record<string, string> = ACTIONS) {
  return runCli(argv, cwd, { stages: fakeStages(), env });
}

describe('in GitHub Actions', () => {
  test('annotations follow the text, whose commands are stopped, and stderr says so', async () => {
    const cwd = createTree();
    const env = { ...ACTIONS, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
    const { stdout, stderr, exitCode } = await runIn(cwd, ['check'], env);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^::stop-commands::token\nsrc\/calls\.ts:2:8 {2}error[\s\S]*\n::token::\n::error file=/);
    expect(listCommands(stdout)).toHaveLength(2);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('### v1-migrate check: 2 errors');
    expect(stderr).toBe('note: GitHub Actions: added annotations and a job summary (--reporter text turns this off)\n');
  });

  test('asking for a format turns them off', async () => {
    const cwd = createTree();
    const env = { ...ACTIONS, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') };
    for (const argv of [
      ['--reporter', 'text'],
      ['--reporter', 'json'],
    ]) {
      const { stdout, stderr } = await runIn(cwd, ['check', ...argv], env);
      expect(listCommands(stdout)).toEqual([]);
      expect(stderr).toBe('');
    }
    expect(() => readFileSync(join(cwd, 'summary.md'))).toThrow();
  });

  test('a format in a file does not: the text is still there by itself', async () => {
    const { stdout } = await runIn(createTree(), ['check', '--reporter', 'sarif=v1.sarif']);
    expect(listCommands(stdout)).toHaveLength(2);
  });

  test('a summary is added to what other steps wrote, and one that cannot be written is no failure', async () => {
    const cwd = createTree({ 'summary.md': 'before\n' });
    await runIn(cwd, ['check'], { ...ACTIONS, GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') });
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toMatch(/^before\n### v1-migrate/);
    const { stderr, exitCode } = await runIn(cwd, ['check'], { ...ACTIONS, GITHUB_STEP_SUMMARY: cwd });
    expect(stderr).toContain('warning: the job summary could not be written');
    expect(exitCode).toBe(1);
  });

  test('hostile names and source are obeyed on neither stream', async () => {
    const findings = NASTY.map((text) => ({ ...FINDING, file: HOSTILE_FILE, message: text, hint: text }));
    const notices = NASTY.map((text) => `${text}\n::warning::forged`);
    const stages = fakeStages({ ...PLAN, findings, notices });
    const { stdout, stderr } = await runCli(['--dry-run', '--verbose'], createTree(), { stages, env: ACTIONS });
    expect(listCommands(stderr)).toEqual([]);
    const commands = listCommands(stdout);
    expect(commands.every((line) => /^::error (file=src\/a b%25|title=v1-migrate)/.test(line))).toBe(true);
  });

  test('a mistake that quotes a path is not obeyed', async () => {
    const argv = ['check', '::error::forged\n::error::again\n##[error]x'];
    const { stderr, exitCode } = await runIn(createTree(), argv);
    expect(exitCode).toBe(2);
    expect(listCommands(stderr)).toEqual([]);
  });
});

test('paths of machine formats begin at the root of the repository', async () => {
  const root = createTree({ 'packages/a/src/calls.ts': '' });
  mkdirSync(join(root, '.git'));
  const { stdout } = await runCli(['check', '--reporter', 'gitlab'], join(root, 'packages/a'), {
    stages: fakeStages(),
  });
  expect(JSON.parse(stdout)[0].location.path).toBe('packages/a/src/calls.ts');
});

test('elsewhere nothing is added', async () => {
  const { stdout, stderr } = await runIn(createTree(), ['check'], {});
  expect(stdout).not.toContain('::');
  expect(stderr).toBe('');
});
