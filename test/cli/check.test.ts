import { expect, test } from 'vitest';
import { CHANGE, EMPTY_PLAN, FINDING, fakeStages, PLAN } from './fake-stages.ts';
import { createTree, runCli } from './run-cli.ts';

test('legacy uses fail, and nothing is compared or written', async () => {
  const stages = fakeStages();
  const { stdout, stderr, exitCode } = await runCli(['check', '--base-url', 'env:API'], createTree(), { stages });
  expect({ stderr, exitCode, ran: stages.ran }).toEqual({
    stderr: '',
    exitCode: 1,
    ran: ['discover', 'analyze', 'plan'],
  });
  expect(stdout).toMatchInlineSnapshot(`
    "src/calls.ts:2:8  error  VM-3f2a91c0  legacy-path  GET /calls/{id} -> /v1/calls/{id}  (family)
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
    Next       npx v1-migrate --base-url env:API --dry-run             see the edits
               npx v1-migrate explain VM-00000002 --base-url env:API   what is to do by hand, one by one
    "
  `);
});

test('a patch of it is what migrate would write', async () => {
  const stages = fakeStages();
  const { stdout, exitCode } = await runCli(['check', '--reporter', 'patch'], createTree(), { stages });
  expect({ stdout, exitCode }).toEqual({ stdout: CHANGE.diff, exitCode: 1 });
});

test.each([
  ['nothing', [], [], 0],
  ['a warning', [{ ...FINDING, level: 'warning' as const }], [], 0],
  ['a warning that counts', [{ ...FINDING, level: 'warning' as const }], ['--fail-on', 'warning'], 1],
  ['a note', [{ ...FINDING, level: 'note' as const }], ['--fail-on', 'warning'], 0],
])('%s', async (_name, findings, argv, exitCode) => {
  const stages = fakeStages({ ...EMPTY_PLAN, findings });
  expect((await runCli(['check', ...argv], createTree(), { stages })).exitCode).toBe(exitCode);
});

test('incomplete wins over findings', async () => {
  const errors = [{ code: 'unreadable-file' as const, file: 'a.ts', message: 'not UTF-8' }];
  const stages = fakeStages({ ...PLAN, errors });
  expect((await runCli(['check'], createTree(), { stages })).exitCode).toBe(3);
});

test('options may stand before the command', async () => {
  const stages = fakeStages();
  expect((await runCli(['--base-url', 'env:API', '--quiet', 'check'], createTree(), { stages })).exitCode).toBe(1);
});

test('without candidates the analyser is not even loaded', async () => {
  const stages = fakeStages(EMPTY_PLAN);
  const empty = {
    ...stages,
    discover: async (...options: Parameters<typeof stages.discover>) => ({
      ...(await stages.discover(...options)),
      candidates: [],
    }),
  };
  expect((await runCli(['check'], createTree(), { stages: empty })).exitCode).toBe(0);
  expect(stages.ran).toEqual(['discover', 'plan']);
});
