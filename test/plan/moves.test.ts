import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

test('a request whose base has two values is changed once', async () => {
  const source = `const API = process.env.API ?? '${BASE}';\nfetch(API + '/agents/' + id + '/post-call-llm', { method: 'DELETE' });\n`;
  const { after, errors } = await runPlan({ 'a.js': source });
  expect(errors).toEqual([]);
  expect(after['a.js']).toBe(
    `const API = process.env.API ?? '${BASE}';\nfetch(API + '/v1/agents/' + id, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ post_call_analysis_llm_id: null }) });\n`,
  );
});
