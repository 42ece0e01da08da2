import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

async function listHints(env: string): Promise<readonly string[]> {
  const { plan } = await runPlan({
    '.env': env,
    'a.ts': `fetch(process.env.PBX_URL + '/agents');\nfetch('${BASE}/voices');\n`,
  });
  return plan.findings.filter(({ code }) => code === 'unresolved-base').map(({ hint }) => hint);
}

test('what a file sets the variable of a base to is named', async () => {
  expect(await listHints('A=1\nPBX_URL=https://gateway.own.test/x\n')).toEqual([
    'If gateway.own.test, as .env:2 says, is the platform, add --base-url env:PBX_URL',
  ]);
});

test.each(['', 'PBX_URL=http://localhost:4010\n', 'OTHER_URL=https://gateway.own.test\n'])(
  'nothing is where a file does not say it: %j',
  async (env) => {
    expect(await listHints(env)).toEqual(['If this is the platform, add --base-url env:PBX_URL']);
  },
);
