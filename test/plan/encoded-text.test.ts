import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

test('a text that is encoded segment by segment is to get the version as a segment', async () => {
  const encoded = "parts.map(encodeURIComponent).join('/')";
  const helper = `const endpoint = (...parts: string[]) => new URL(${encoded} || '', '${BASE}');\n`;
  const { plan } = await runPlan({ 'a.ts': `${helper}fetch(endpoint('calls'));\n` });
  const [finding] = plan.findings;
  expect(finding?.code).toBe('shared-literal');
  expect(finding?.hint).toContain('a segment of its own');
});

test('where the text enters the URL as a whole, the version goes in front of it', async () => {
  const helper = `const endpoint = (...parts: string[]) => new URL(parts.map(encodeURIComponent).join('/'), '${BASE}');\n`;
  const { after } = await runPlan({ 'a.ts': `${helper}fetch(endpoint('calls'));\n` });
  expect(after['a.ts']).toContain(`new URL('v1/' + parts.map(encodeURIComponent).join('/'), '${BASE}')`);
});
