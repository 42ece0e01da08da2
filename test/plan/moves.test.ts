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

test('the call to write by hand keeps the options of the one that is there', async () => {
  const source = `import axios from 'axios';\nimport { config } from 'somewhere';\naxios.delete('${BASE}/agents/a1/post-call-llm', config());\naxios.put('${BASE}/agents/a1/post-call-llm', body, config());\n`;
  const { plan } = await runPlan({ 'a.js': source });
  const written = plan.findings.map(({ hint }) => hint.slice(hint.indexOf('Write: ')));
  expect(written).toEqual([
    `Write: axios.patch('${BASE}/v1/agents/a1', { post_call_analysis_llm_id: null }, config())`,
    `Write: axios.patch('${BASE}/v1/agents/a1', { post_call_analysis_llm_id: llmId }, config())`,
  ]);
});
