import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

/** Calls with a path that none of them sends. */
function writeDryCalls(count: number): string {
  const calls = Array.from({ length: count }, (_, index) => `go({ dry: true, path: '/agents/${index}' });\n`);
  return `const go = ({ dry, path }) => (dry ? null : fetch(\`${BASE}\${path}\`));\n${calls.join('')}`;
}

const NAMED = 'a.js:1: too many paths come here that only an argument keeps from being sent; the rest was not followed';

test('paths that an argument keeps from being sent move', async () => {
  const { plan } = await runPlan({ 'a.js': writeDryCalls(3) });
  expect(plan.findings.map(({ code, fix }) => `${code} ${fix}`)).toEqual(Array(3).fill('legacy-path auto'));
  expect(plan.notices).not.toContain(NAMED);
});

test('of more than the bound the rest is said', async () => {
  const { plan } = await runPlan({ 'a.js': writeDryCalls(260) });
  expect(plan.findings).toHaveLength(200);
  expect(plan.notices).toContain(NAMED);
});
