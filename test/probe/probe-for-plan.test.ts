import { expect, test } from 'vitest';
import { probeForPlan } from '../../src/probe/probe-for-plan.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { QUICK, use } from './fake-platform.ts';

test('verdicts by method and v1 path; proven is confirmed or exists', async () => {
  const sandbox = await startSandbox();
  try {
    const endpoints = [
      use('GET', '/v1/calls'),
      use('POST', '/v1/calls'),
      use('GET', '/v1/nothing'),
      use('PUT', '/v1/agents/{id}'),
    ];
    const options = { baseUrl: sandbox.url, key: 'sandbox:sandbox-secret', timing: QUICK };
    const plan = await probeForPlan(endpoints, options);
    expect(endpoints.map(({ method, path }) => plan.isProven(method, path))).toEqual([true, true, false, false]);
    expect(plan.find('GET', '/v1/nothing')).toMatchObject({ verdict: 'absent', usedAt: ['src/api.ts:12'] });
    expect(plan.find('GET', '/v1/agents')).toBeUndefined();
    expect(plan.result.stopped).toBeNull();
  } finally {
    await sandbox.close();
  }
});
