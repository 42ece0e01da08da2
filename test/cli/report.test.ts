import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { render } from '../../src/report/formats/json.ts';
import { REPORTER_NAMES } from '../../src/report/registry.ts';
import { createReport } from '../report/sample-report.ts';
import { CHANGE, FINDING, fakeStages, PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

const REPORT = createReport(PLAN, [CHANGE]);

/** A run knows its paths, a saved report says that it does not. */
function forgetPaths(text: string): string {
  return text.replaceAll(' [paths..]', '').replace(/^ +with the paths and options of the run that saved .*\n/m, '');
}

describe('a saved report', () => {
  test.each(REPORTER_NAMES)('is rendered as %s as the run itself would have', async (name) => {
    const cwd = createTree({ 'src/calls.ts': '' });
    const stages = fakeStages();
    const base = ['--base-url', 'https://api.voice.example'];
    const argv = ['--dry-run', ...base, '--reporter', 'json=r.json', '--reporter', `${name}=direct`];
    await runCli(argv, cwd, { stages });
    const { exitCode, stderr } = await runCli(['report', '--from', 'r.json', '--reporter', `${name}=again`], cwd);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const [direct = '', again = ''] = ['direct', 'again'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    expect(forgetPaths(again)).toBe(direct);
  });

  test('names no command as if it knew the paths of its run', async () => {
    const cwd = createTree({ 'r.json': render(REPORT) });
    const { stdout } = await runCli(['report', '--from', 'r.json'], cwd);
    expect(stdout).toContain('Next       npx v1-migrate [paths..] --base-url https://api.voice.example ');
    expect(stdout).toMatch(/\n {11}with the paths and options of the run that saved the report\n$/);
  });

  test.each(['text', 'json', 'markdown', 'html'])('hides a key as often as it is saved: %s', async (name) => {
    const source =
      "fetch('https://api.voice.example/agents', { headers: { authorization: 'Bearer kid_12:sk_live_abc' } });";
    const cwd = createTree({ 'src/calls.js': `${source}\n` });
    const base = ['--base-url', 'https://api.voice.example'];
    await runCli(['--dry-run', ...base, '--reporter', 'json=r.json', '--reporter', `${name}=direct`], cwd);
    await runCli(['report', '--from', 'r.json', '--reporter', `${name}=again`], cwd);
    const [direct = '', again = ''] = ['direct', 'again'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    expect(direct).not.toContain('sk_live');
    expect(direct).toContain('***');
    expect(forgetPaths(again)).toBe(direct);
  });

  test('several formats in one run', async () => {
    const cwd = createTree({ 'r.json': render(REPORT) });
    const formats = ['sarif=a.sarif', 'gitlab=b.json', 'junit=c.xml'].flatMap((text) => ['--reporter', text]);
    const { stdout, exitCode } = await runCli(['report', '--from', 'r.json', ...formats], cwd);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('VM-3f2a91c0');
    expect(JSON.parse(readFileSync(join(cwd, 'a.sarif'), 'utf8')).version).toBe('2.1.0');
    expect(JSON.parse(readFileSync(join(cwd, 'b.json'), 'utf8'))).toHaveLength(2);
    expect(readFileSync(join(cwd, 'c.xml'), 'utf8')).toContain('<testsuites');
  });
});

describe('what is no report is refused', () => {
  test.each([
    ['not JSON', 'no', 'r.json is not JSON.'],
    ['another version', '{ "schemaVersion": 2 }', 'r.json has schema version 2; this v1-migrate reads version 1.'],
    ['something else', '[]', 'r.json is no report of v1-migrate'],
    ['an object', '{}', 'r.json is no report of v1-migrate: it has no schemaVersion'],
    ['a probe', '{ "schemaVersion": 1, "command": "probe" }', 'r.json is the report of a probe'],
    ['a member of another shape', render({ ...REPORT, dryRun: 'no' } as never), 'dryRun: '],
  ])('%s', async (_name, text, message) => {
    const { stderr, stdout, exitCode } = await runCli(['report', '--from', 'r.json'], createTree({ 'r.json': text }));
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
  });

  test('a file that is not there, and none', async () => {
    expect((await runCli(['report', '--from', 'nope'], createTree())).stderr).toContain('nope is not a file');
    expect((await runCli(['report'], createTree())).stderr).toContain('Name the saved report.');
  });

  test.each(['/*****', ' *****/', '/***'])('stars of a comment hide no key: %s', async (stars) => {
    const changes = [{ ...CHANGE, diff: CHANGE.diff.replace('export {}', stars) }];
    const argv = ['report', '--from', 'r.json', '--reporter', 'patch'];
    const { exitCode } = await runCli(argv, createTree({ 'r.json': render({ ...REPORT, changes }) }));
    expect(exitCode).toBe(0);
  });

  test('a patch whose keys are hidden', async () => {
    const hidden = { ...REPORT, changes: [{ ...CHANGE, diff: CHANGE.diff.replace('export {}', "key = '***'") }] };
    const argv = ['report', '--from', 'r.json', '--reporter', 'patch'];
    const { stderr, exitCode } = await runCli(argv, createTree({ 'r.json': render(hidden) }));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('A key in src/calls.ts is hidden');
  });
});

test('a report cannot have files read that lie outside the folder', async () => {
  const cwd = createTree({ 'inside/r.json': '', 'secret.ts': 'one\ntwo\nthree\n' });
  const outside = ['../secret.ts', join(cwd, 'secret.ts'), 'link.ts'];
  const findings = outside.map((file, index) => ({ ...FINDING, file, line: 1, endLine: 1, id: `VM-0000000${index}` }));
  writeFileSync(join(cwd, 'inside/r.json'), render({ ...REPORT, findings }));
  symlinkSync('../secret.ts', join(cwd, 'inside/link.ts'));
  const argv = ['report', '--from', 'r.json', '--reporter', 'sarif'];
  const { stdout } = await runCli(argv, join(cwd, 'inside'));
  expect(stdout).not.toContain('primaryLocationLineHash');
  expect(JSON.parse(stdout).runs[0].results).toHaveLength(3);
});
