import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

test('a text that is encoded segment by segment is to get the version as a segment', async () => {
  const helper = `const endpoint = (...parts: string[]) => new URL(parts.map(encodeURIComponent).join('/'), '${BASE}');\n`;
  const { plan } = await runPlan({ 'a.ts': `${helper}fetch(endpoint('calls'));\n` });
  const [finding] = plan.findings;
  expect(finding?.code).toBe('shared-literal');
  expect(finding?.hint).toContain('a segment of its own');
});
