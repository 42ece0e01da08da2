import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

test('the path that names a finding of several is the one that its message speaks of', async () => {
  const { plan } = await runPlan({
    'a.js': [
      "const rollout = { '/agents': true, '/calls': false };",
      `const url = (path) => \`${BASE}\${rollout[path] ? '/v1' : ''}\${path}\`;`,
      'for (const path of Object.keys(rollout)) await fetch(url(path));',
    ].join('\n'),
  });
  expect(plan.findings).toMatchObject([
    {
      legacyPath: '/calls',
      legacyPaths: ['/calls', '/agents'],
      message: expect.stringContaining('GET /calls becomes'),
    },
  ]);
});
