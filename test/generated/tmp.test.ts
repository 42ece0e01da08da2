import { afterAll, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { checkSeeds, explainFailures, renderOutcome } from './check-seeds.ts';
import { ProgramRunner } from './run/program-pool.ts';
const runner = new ProgramRunner();
afterAll(() => runner.stop());
test('x', { timeout: 400_000 }, async () => {
  const outcome = await checkSeeds(Number(process.env.S ?? 124), Number(process.env.N ?? 1), new Set(), runner);
  writeFileSync('/tmp/seed.md', renderOutcome(outcome, await explainFailures(outcome, Number(process.env.K ?? 4), runner)));
});
