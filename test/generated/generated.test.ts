import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { checkRows, checkSeeds, explainFailures, type Finding, type Outcome, renderOutcome } from './check-seeds.ts';
import { listChoices } from './plainer.ts';
import { ProgramRunner } from './run/program-pool.ts';

/**
 * Random projects run, are migrated and run again. `npm run nightly` does it with many more; there
 * GENERATED_SEED repeats a run, GENERATED_RUNS sets its length and GENERATED_REPORT names a file for what failed.
 */

const { GENERATED_SEED, GENERATED_RUNS, GENERATED_ROWS, GENERATED_REPORT, MODE } = process.env;
const KNOWN_SHORTFALLS = join(import.meta.dirname, 'known-shortfalls.json');
const IS_NIGHTLY = MODE === 'nightly';

const runner = new ProgramRunner();

afterAll(() => runner.stop());

function tell(outcome: Outcome, findings: readonly Finding[]): void {
  const text = renderOutcome(outcome, findings);
  console.info(text.split('\n')[0]);
  if (GENERATED_REPORT !== undefined) writeFileSync(GENERATED_REPORT, `${text}\n`);
  expect(findings.length, text).toBe(0);
}

test.skipIf(IS_NIGHTLY)(
  '150 random projects send their v1 requests and nothing else',
  { timeout: 120_000 },
  async () => {
    const outcome = await checkSeeds(1, 150, new Set(), runner);
    const failing = Object.fromEntries(
      [...outcome.failed].map(([cause, seeds]) => [cause, [...seeds].sort((a, b) => a - b)]),
    );
    if (GENERATED_REPORT !== undefined) writeFileSync(GENERATED_REPORT, JSON.stringify(failing));
    console.info(renderOutcome(outcome, []).split('\n')[0]);
    // The projects that are known to fall short, by cause and seed: one more is a failure that has to be looked at.
    const known: Readonly<Record<string, readonly number[]>> = JSON.parse(readFileSync(KNOWN_SHORTFALLS, 'utf8'));
    const news = Object.entries(failing).flatMap(([cause, seeds]) =>
      seeds.filter((seed) => !(known[cause] ?? []).includes(seed)).map((seed) => `${cause} ${seed}`),
    );
    expect(news, news.length === 0 ? '' : renderOutcome(outcome, await explainFailures(outcome, 2, runner))).toEqual(
      [],
    );
  },
);

describe.runIf(IS_NIGHTLY)('at night', { timeout: 7_200_000 }, () => {
  test('every choice alone, and random projects', async () => {
    const first = Number(GENERATED_SEED ?? Date.now() % 1_000_000_000);
    const count = Number(GENERATED_RUNS ?? 2500);
    console.info(`${count} projects from seed ${first}`);
    const rows = await checkRows(runner, GENERATED_ROWS);
    const failing = new Set(rows.flatMap(({ row }) => row ?? []));
    const outcome = await checkSeeds(first, count, listChoices(failing), runner);
    tell(outcome, [...rows, ...(await explainFailures(outcome, 15, runner))]);
  });
});
