import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.ts';
import { CHANGE, EMPTY_PLAN, FINDING, fakeStages, MANUAL, PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

const URL = ['--base-url', 'https://api.voice.example'];

function withBase(source: 'flag' | 'inferred'): Plan {
  return { ...PLAN, bases: [{ base: 'https://api.voice.example', source, requests: 2 }] };
}

const NO_BASE: Plan = {
  ...EMPTY_PLAN,
  findings: [{ ...FINDING, code: 'unresolved-base', level: 'note', fix: 'none', hint: 'Add --base-url env:API_URL.' }],
};

test('a dry run shows the diff with its reasons, numbers that add up and the next step', async () => {
  const cwd = createTree({ 'src/calls.ts': '' });
  const { stdout, stderr, exitCode } = await runCli(['./src', '--dry-run', ...URL], cwd, { stages: fakeStages() });
  expect(stdout).toMatchInlineSnapshot(`
    "src/calls.ts:2:8  error  VM-3f2a91c0  legacy-path  GET /calls/{id} -> /v1/calls/{id}  (family)
      @@ -1,3 +1,3 @@
       import { API } from './config.ts';
      -fetch(API + \`/calls/\` + id);
      +fetch(API + \`/v1/calls/\` + id);
       export {};

    src/calls.ts:40:8  error  VM-00000002  agents2  ? /agents2 -> /v1/agents  (documented)
        Another controller with another request schema.
        Review the body, then call /v1/agents.

    files seen      3     requests      2     references    0
      no candidate  2       rewrite     1       rewrite     0
      analysed      1       move        0       by hand     0
      not parsed    0       by hand     1
      not readable  0       no v1 form  0
                            unlisted    0
                            unresolved  0
                            already v1  0
                            suppressed  0

    Base       https://api.voice.example (flag), 2 requests
    Cut-off    2026-07-31, 112 days ago
    Findings   2 errors (1 automatic, 1 by hand)
    Dry run    1 edit in 1 file; nothing was written
    Next       npx v1-migrate ./src --base-url https://api.voice.example                                          write them
               npx v1-migrate ./src --base-url https://api.voice.example --dry-run --reporter patch | git apply   the same as a patch
               npx v1-migrate explain VM-00000002 ./src --base-url https://api.voice.example                      what is to do by hand, one by one
    "
  `);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
});

test('a run writes and says so', async () => {
  const stages = fakeStages();
  const { stdout, exitCode } = await runCli(URL, createTree(), { stages });
  expect(stages.ran).toEqual(['discover', 'analyze', 'plan', 'write']);
  expect(stdout).toContain('Written    1 edit in 1 file');
  expect(exitCode).toBe(0);
});

describe('--exit-code', () => {
  test.each([
    ['pending edits', PLAN, ['--dry-run'], 1],
    ['edits that were made, work by hand that is left', PLAN, [], 1],
    ['edits that were made, nothing left', { ...PLAN, findings: [FINDING] }, [], 0],
    ['edits that --transforms leaves out', { ...PLAN, findings: [FINDING] }, ['--transforms', 'api-key-header'], 1],
    ['nothing to do', EMPTY_PLAN, ['--dry-run'], 0],
  ])('%s', async (_name, plan, argv, exitCode) => {
    const result = await runCli(['--exit-code', ...argv, ...URL], createTree(), { stages: fakeStages(plan) });
    expect(result.exitCode).toBe(exitCode);
    expect((await runCli([...argv, ...URL], createTree(), { stages: fakeStages(plan) })).exitCode).toBe(0);
  });

  test('incomplete wins', async () => {
    const errors = [
      { code: 'unparsed-file' as const, file: 'old.js', line: 4, column: 12, message: 'Unexpected token' },
    ];
    const stages = fakeStages({ ...PLAN, errors });
    const { exitCode, stdout } = await runCli(['--exit-code', '--dry-run'], createTree(), { stages });
    expect(exitCode).toBe(3);
    expect(stdout).toContain('old.js:4:12  error  unparsed-file  Unexpected token');
  });
});

describe('a base that nobody named', () => {
  test('a dry run goes on', async () => {
    const stages = fakeStages(withBase('inferred'));
    const { stderr, exitCode } = await runCli(['--dry-run'], createTree(), { stages });
    expect({ stderr, exitCode }).toEqual({
      stderr: 'note: no base was given, so it was taken from the code: --base-url https://api.voice.example\n',
      exitCode: 0,
    });
  });

  test('writing does not, and names what to add', async () => {
    const stages = fakeStages(withBase('inferred'));
    const { stdout, stderr, exitCode } = await runCli([], createTree(), { stages });
    expect(stages.ran).not.toContain('write');
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toBe(
      'v1-migrate: The base was inferred from the code, not named. Nothing was written.\n' +
        '  If it is the platform, add --base-url https://api.voice.example (or --yes).\n',
    );
  });

  test('--yes takes it', async () => {
    const stages = fakeStages(withBase('inferred'));
    const { stderr, exitCode } = await runCli(['--yes'], createTree(), { stages });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('taken from the code: --base-url https://api.voice.example');
    expect(stages.ran).toContain('write');
  });

  test.each([
    ['y', 0],
    ['', 2],
    ['no', 2],
  ])('at a terminal the answer "%s" decides', async (answer, exitCode) => {
    const stages = fakeStages(withBase('inferred'));
    const result = await runCli([], createTree(), { stages, ask: async () => answer });
    expect(result.exitCode).toBe(exitCode);
    expect(stages.ran.includes('write')).toBe(exitCode === 0);
  });

  test('none at all: a dry run says so, writing stops', async () => {
    const dry = await runCli(['--dry-run'], createTree(), { stages: fakeStages(NO_BASE) });
    expect(dry.exitCode).toBe(0);
    expect(dry.stderr).toContain('No base is known: 1 request looks');
    const { stderr, exitCode } = await runCli([], createTree(), { stages: fakeStages(NO_BASE) });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Add --base-url env:API_URL.');
  });

  test('none needed: a tree without such requests is done', async () => {
    expect((await runCli([], createTree(), { stages: fakeStages(EMPTY_PLAN) })).exitCode).toBe(0);
  });
});

test('files with uncommitted changes stop the run', async () => {
  const stages = fakeStages(PLAN, ['src/calls.ts']);
  const { stderr, exitCode } = await runCli(URL, createTree(), { stages });
  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'v1-migrate: These files have uncommitted changes. Nothing was written.\n  src/calls.ts\n' +
      '  Commit or stash them, or add --allow-dirty; of ignored files git keeps no copy.\n',
  );
});

test('a name among them cannot move the cursor', async () => {
  const stages = fakeStages(PLAN, ['src/a\u001b[2J\nb.ts']);
  const { stderr } = await runCli(URL, createTree(), { stages });
  expect(stderr).toContain('\n  src/a\\x1b[2J\\x0ab.ts\n');
});

test('interrupted before anything was written', async () => {
  const controller = new AbortController();
  controller.abort();
  const stages = fakeStages();
  const result = await runCli(URL, createTree(), { stages, signal: controller.signal });
  expect(result).toEqual({ stdout: '', stderr: 'v1-migrate: interrupted; nothing was written\n', exitCode: 130 });
  expect(stages.ran).toEqual([]);
});

test('interrupted while writing: what was written is reported, and that it is not all', async () => {
  const cwd = createTree();
  const controller = new AbortController();
  const stages = fakeStages();
  const apply: typeof stages.apply = async (...options) => {
    controller.abort();
    return { ...(await stages.apply(...options)), notices: ['interrupted: 1 of 2 files were written'] };
  };
  const io = { stages: { ...stages, apply }, signal: controller.signal };
  const { stdout, stderr, exitCode } = await runCli(
    [...URL, '--reporter', 'text', '--reporter', 'json=r.json'],
    cwd,
    io,
  );
  expect(JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')).stopped).toBe('interrupted');
  expect(exitCode).toBe(130);
  expect(stderr).toBe('note: interrupted: 1 of 2 files were written\n');
  expect(stdout).toContain('Written    1 edit in 1 file');
});

describe('what is left in tests', () => {
  const LEFT = {
    ...FINDING,
    id: 'VM-00000007',
    fix: 'manual',
    file: 'test/calls.test.ts',
    line: 9,
    endLine: 9,
  } as const;
  const stages = () => ({
    ...fakeStages({ ...PLAN, findings: [...PLAN.findings, LEFT, { ...LEFT, id: 'VM-00000008', file: 'src/rows.ts' }] }),
    apply: async () => ({ changes: [CHANGE], errors: [], notices: [], dirty: [] }),
  });

  test('is named once more when the code is written, for a second run does not find it', async () => {
    const { stderr } = await runCli(['--yes'], createTree(), { stages: stages() });
    expect(stderr).toBe(
      'note: 1 finding in tests is left to you, and a second run may not list it any more: test/calls.test.ts:9. Run the tests.\n',
    );
  });

  test('is only a finding in a dry run', async () => {
    expect((await runCli(['--dry-run'], createTree(), { stages: stages() })).stderr).toBe('');
  });
});

describe('reports', () => {
  test('with json, stdout is one document', async () => {
    const stages = fakeStages({ ...PLAN, notices: ['a notice'] });
    const { stdout, stderr } = await runCli(['--dry-run', '--reporter', 'json'], createTree(), { stages });
    expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: 1, command: 'migrate', dryRun: true });
    expect(stderr).toBe('note: a notice\n');
  });

  test('several at once: files beside the text on stdout', async () => {
    const cwd = createTree();
    const argv = ['--dry-run', '--reporter', 'json=out/report.json', '--reporter', 'patch=out/all.patch'];
    const { stdout } = await runCli(argv, cwd, { stages: fakeStages() });
    expect(stdout).toContain('Dry run');
    expect(JSON.parse(readFileSync(join(cwd, 'out/report.json'), 'utf8'))).toMatchObject({ schemaVersion: 1 });
    expect(readFileSync(join(cwd, 'out/all.patch'), 'utf8')).toBe(CHANGE.diff);
  });

  test('--quiet is findings only, and nothing when there are none', async () => {
    const { stdout, stderr } = await runCli(['--dry-run', '--quiet'], createTree(), {
      stages: fakeStages({ ...PLAN, notices: ['a notice'] }),
    });
    expect(stdout.split('\n').map((line) => line.split('  ')[0])).toEqual([
      'src/calls.ts:2:8',
      'src/calls.ts:40:8',
      '',
    ]);
    expect(stderr).toBe('');
    expect((await runCli(['--quiet'], createTree(), { stages: fakeStages(EMPTY_PLAN) })).stdout).toBe('');
  });

  test('an absolute path is one from here in what is to be typed next', async () => {
    const cwd = createTree({ 'src/calls.ts': '' });
    const { stdout } = await runCli([join(cwd, 'src'), '--dry-run'], cwd, { stages: fakeStages() });
    expect(stdout).toContain('npx v1-migrate src ');
    expect(stdout).not.toContain(cwd);
  });

  test('--verbose shows the proof', async () => {
    const { stdout } = await runCli(['--dry-run', '--verbose'], createTree(), { stages: fakeStages() });
    expect(stdout).toContain("from src/config.ts:3:14  API = 'https://api.voice.example'");
    expect(stdout).toContain('used at src/calls.ts:2:1 by fetch');
  });

  test('a key in the context of a diff is masked, but not in a patch, which says so', async () => {
    const diff = CHANGE.diff.replace('export {};', "const apiKey = 'key_1:s3cr3t';");
    const stages = (): ReturnType<typeof fakeStages> => ({
      ...fakeStages(),
      apply: async () => ({ changes: [{ ...CHANGE, diff }], errors: [], notices: [], dirty: [] }),
    });
    for (const name of ['text', 'json']) {
      const { stdout } = await runCli(['--dry-run', '--reporter', name], createTree(), { stages: stages() });
      expect(stdout).not.toContain('s3cr3t');
      expect(stdout).toContain("const apiKey = '***';");
    }
    const patch = await runCli(['--dry-run', '--reporter', 'patch'], createTree(), { stages: stages() });
    expect(patch.stdout).toBe(diff);
    expect(patch.stderr).toBe('warning: the patch shows a key that stands in src/calls.ts\n');
  });

  test('in a GitHub log the source cannot give commands', async () => {
    const { stdout } = await runCli(['--dry-run', '--reporter', 'text'], createTree(), {
      stages: fakeStages(),
      env: { GITHUB_ACTIONS: 'true' },
    });
    const lines = stdout.trimEnd().split('\n');
    expect([lines[0], lines.at(-1)]).toEqual(['::stop-commands::token', '::token::']);
  });
});

describe('colour', () => {
  const ESCAPE = '\u001b[';

  test.each([
    ['a pipe', [], {}, false, false],
    ['a terminal', [], {}, true, true],
    ['a dumb terminal', [], { TERM: 'dumb' }, true, false],
    ['--no-color', ['--no-color'], { FORCE_COLOR: '1' }, true, false],
    ['NO_COLOR', [], { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['an empty NO_COLOR', [], { NO_COLOR: '' }, true, true],
    ['FORCE_COLOR', [], { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }, true, false],
    ['CI alone', [], { CI: '1' }, false, false],
  ])('%s', async (_name, argv, env, isTTY, isColoured) => {
    const io = { stages: fakeStages(), env };
    const { stdout } = await runCli(['--dry-run', ...argv], createTree(), io, isTTY);
    expect(stdout.includes(ESCAPE)).toBe(isColoured);
  });

  test('never in a machine format', async () => {
    const { stdout } = await runCli(['--dry-run', '--reporter', 'json'], createTree(), {
      stages: fakeStages(),
      env: { FORCE_COLOR: '1' },
    });
    expect(stdout).not.toContain(ESCAPE);
  });
});

describe('progress', () => {
  test.each([
    ['a terminal', [], {}, true],
    ['--no-progress', ['--no-progress'], {}, false],
    ['--quiet', ['--quiet'], {}, false],
    ['CI', [], { CI: 'true' }, false],
  ])('%s', async (_name, argv, env, isShown) => {
    const io = { stages: fakeStages(), env };
    const { stderr } = await runCli(['--dry-run', ...argv], createTree(), io, true);
    expect(stderr.includes('analysing 1 of 3 files')).toBe(isShown);
  });
});

test('a bug of ours shows its stack and is not taken for findings', async () => {
  const stages = { ...fakeStages(), plan: () => Promise.reject(new TypeError('boom')) };
  const { stderr, exitCode } = await runCli(['--dry-run'], createTree(), { stages });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('this is a bug of v1-migrate');
  expect(stderr).toContain('TypeError: boom');
});

test('what is left by hand is told with its reason', async () => {
  const { stdout } = await runCli(['--dry-run'], createTree(), { stages: fakeStages({ ...PLAN, findings: [MANUAL] }) });
  expect(stdout).toContain('src/calls.ts:40:8  error  VM-00000002  agents2  ? /agents2 -> /v1/agents  (documented)');
  expect(stdout).toContain('    Review the body, then call /v1/agents.');
  expect(stdout).toContain('v1-migrate explain VM-00000002');
});

test('after an edit that could not be written it is not said that there was none', async () => {
  const error = { code: 'unreadable-file', file: FINDING.file, message: 'It cannot be written.' } as const;
  const stages = { ...fakeStages(), apply: async () => ({ changes: [], errors: [error], notices: [], dirty: [] }) };
  const { stdout, exitCode } = await runCli(URL, createTree(), { stages });
  expect(exitCode).toBe(3);
  expect(stdout).toContain('Written    nothing; see the errors');
});

test('the next command makes the edits that were shown', async () => {
  const cwd = createTree({ 'a.js': "fetch('https://api.voice.example/calls');\n" });
  const { stdout } = await runCli(['--dry-run', '--transforms', 'legacy-path', '--annotate', ...URL], cwd);
  expect(stdout).toContain(`npx v1-migrate ${URL.join(' ')} --transforms legacy-path --annotate `);
});
