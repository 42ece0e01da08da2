import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderBaseline } from '../../src/baseline/baseline.ts';
import type { Finding } from '../../src/model/plan.ts';
import { EMPTY_PLAN, FINDING, fakeStages, MANUAL, PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

const FILE = 'v1-migrate.baseline.json';

function createEntry({ id, code, file, legacyPath }: Finding, until: string | null = null) {
  return { id, code, file, path: legacyPath, reason: 'batch 2', owner: '@data', until };
}

function createBaseline(...entries: readonly ReturnType<typeof createEntry>[]): string {
  return createTree({ [FILE]: renderBaseline({ entries }) });
}

function check(cwd: string, argv: readonly string[] = [], findings: readonly Finding[] = PLAN.findings, env = {}) {
  const stages = fakeStages({ ...PLAN, findings });
  return runCli(['check', '--baseline', FILE, ...argv], cwd, { stages, env });
}

function readIds(cwd: string): readonly string[] {
  const { findings } = JSON.parse(readFileSync(join(cwd, FILE), 'utf8')) as { findings: { id: string }[] };
  return findings.map(({ id }) => id);
}

describe('what counts', () => {
  test('accepted findings do not, new ones do', async () => {
    const all = createBaseline(createEntry(FINDING), createEntry(MANUAL));
    const { stdout, stderr, exitCode } = await check(all);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    expect(stdout).not.toContain('src/calls.ts:2:8');
    expect(stdout).toContain('Findings   none\nBaseline   2 findings accepted\n');
    expect((await check(createBaseline(createEntry(FINDING)))).exitCode).toBe(1);
  });

  test('one fixed and one added is not the same number', async () => {
    const other = { ...FINDING, id: 'VM-99999999' };
    expect((await check(createBaseline(createEntry(FINDING)), [], [other])).exitCode).toBe(1);
  });

  test('a baseline of another folder accepts nothing, and it is said why', async () => {
    const outer = { ...FINDING, id: 'VM-99999999', file: `packages/a/${FINDING.file}` };
    const { stderr, exitCode } = await check(createBaseline(createEntry(outer)));
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`it was made in another folder, where ${FINDING.file} is called ${outer.file}`);
    const other = await check(createBaseline(createEntry({ ...FINDING, id: 'VM-99999999' })));
    expect(other.stderr).not.toContain('another folder');
  });

  test('fewer findings than entries are no failure, and worth a line', async () => {
    const { stderr, exitCode } = await check(createBaseline(createEntry(FINDING), createEntry(MANUAL)), [], []);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the baseline can shrink by 2: v1-migrate check --baseline');
  });

  test.each([
    ['2026-11-19', 1],
    ['2026-11-20', 0],
    ['2026-11-21', 0],
  ])('an entry until %s on 2026-11-20 exits %i', async (until, exitCode) => {
    const result = await check(createBaseline(createEntry(FINDING, until)), [], [FINDING]);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout.includes('expired on 2026-11-19')).toBe(exitCode === 1);
  });

  test('reports carry what the baseline says', async () => {
    const { stdout } = await check(createBaseline(createEntry(FINDING, '2026-12-31')), ['--reporter', 'json']);
    expect(JSON.parse(stdout).findings.map(({ baseline }: { baseline?: unknown }) => baseline)).toEqual([
      { state: 'accepted', reason: 'batch 2', owner: '@data', until: '2026-12-31' },
      undefined,
    ]);
  });
});

describe('--update-baseline', () => {
  test('words for new entries, where there are none, are said to have no effect', async () => {
    const cwd = createBaseline(createEntry(FINDING), createEntry(MANUAL));
    const { stderr } = await check(cwd, ['--update-baseline', '--owner', '@data']);
    expect(stderr).toContain('--reason, --owner and --until say nothing');
    expect((await check(cwd, ['--update-baseline'])).stderr).not.toContain('say nothing');
  });

  test('makes the file, names what it adds, and the next check passes', async () => {
    const cwd = createTree();
    const argv = ['--update-baseline', '--reason', 'batch 2', '--owner', '@data', '--until', '2026-12-31'];
    const { stderr, exitCode } = await check(cwd, argv);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('the baseline has 2 findings: 2 added, 0 removed');
    expect(stderr).toContain('added VM-3f2a91c0  legacy-path  src/calls.ts  /calls/{id}');
    expect(readFileSync(join(cwd, FILE), 'utf8')).toContain('"reason":"batch 2","owner":"@data","until":"2026-12-31"');
    expect((await check(cwd)).exitCode).toBe(0);
  });

  test('keeps words, removes what is gone, renews nothing that has expired', async () => {
    const gone = { ...FINDING, id: 'VM-dead0000' };
    const cwd = createBaseline(createEntry(FINDING, '2026-01-01'), createEntry(gone));
    const { stderr, exitCode } = await check(cwd, ['--update-baseline']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('1 added, 1 removed');
    expect(stderr).toContain('VM-3f2a91c0 expired on 2026-01-01 and counts');
    expect(readIds(cwd)).toEqual(['VM-00000002', 'VM-3f2a91c0']);
  });

  test('what lies outside the given paths stays', async () => {
    const elsewhere = { ...FINDING, id: 'VM-dead0000', file: 'lib/a.ts' };
    const cwd = createTree({ [FILE]: renderBaseline({ entries: [createEntry(elsewhere)] }), 'src/calls.ts': '' });
    await check(cwd, ['./src', '--update-baseline']);
    expect(readIds(cwd)).toContain('VM-dead0000');
  });

  test('notes are not added: they fail nothing', async () => {
    const cwd = createTree();
    await check(cwd, ['--update-baseline'], [{ ...FINDING, level: 'note' }]);
    expect(readIds(cwd)).toEqual([]);
  });

  test.each([
    [['--update-baseline'], { CI: 'true' }, '--update-baseline is refused in CI'],
    [['--update-baseline'], { GITHUB_ACTIONS: 'true' }, '--update-baseline is refused in CI'],
    [['--update-baseline', '--changed'], {}, 'not with --changed'],
    [['--update-baseline', '--until', '2026-13-01'], {}, '--until: "2026-13-01" is not a date.'],
    [['--update-baseline', '--until', '2026-11-19'], {}, '2026-11-19 has passed'],
    [['--until', '2026-12-31'], {}, '--until belongs to --update-baseline'],
    [[], {}, 'there is no file v1-migrate.baseline.json.'],
  ])('%j with %j is refused before any work', async (argv, env, message) => {
    const cwd = createTree();
    const stages = fakeStages();
    const result = await runCli(['check', '--baseline', FILE, ...argv], cwd, { stages, env });
    expect(result.stderr).toContain(message);
    expect([result.exitCode, stages.ran]).toEqual([2, []]);
  });

  test('needs a file that can be written', async () => {
    const stages = fakeStages(EMPTY_PLAN);
    const cwd = createTree({ 'x/a.ts': '' });
    const missing = await runCli(['check', '--update-baseline'], cwd, { stages });
    expect(missing.stderr).toContain('--update-baseline needs the file.');
    const folder = await runCli(['check', '--update-baseline', '--baseline', 'x'], cwd, { stages });
    expect(folder.stderr).toContain('The baseline x cannot be written: it is a folder.');
    expect(stages.ran).toEqual([]);
  });

  test('a bad date in the file is an error, not a "never"', async () => {
    const cwd = createBaseline(createEntry(FINDING, '2026-02-30'));
    const { stderr, exitCode } = await check(cwd);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('VM-3f2a91c0: until: "2026-02-30" is not a date');
  });
});
