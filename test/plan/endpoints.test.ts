import { expect, test } from 'vitest';
import { BASE, type Files, runPlan } from './run-plan.ts';

async function listNeeds(files: Files, baseUrls: readonly string[] = [BASE]): Promise<readonly string[]> {
  const { plan } = await runPlan(files, { baseUrls: [...baseUrls] });
  return plan.endpoints.map(({ method, path, usedAt }) =>
    [method, path, ...usedAt.map(({ file, line }) => `${file}:${line}`)].join(' '),
  );
}

test('what is called in v1 form already is needed as what will be, with all its places', async () => {
  const found = await listNeeds({
    'a.js': `fetch('${BASE}/calls');\nfetch('${BASE}/v1/calls');\n`,
    'b.js': `export const read = (id) => fetch(\`${BASE}/v1/agents/\${id}\`, { method: 'PATCH', body: '{}' });\n`,
    'c.js': `fetch('${BASE}/v1/workflows/wf_1/leads?page=2');\n`,
  });
  expect(found).toEqual([
    'PATCH /v1/agents/{id} b.js:1',
    'GET /v1/calls a.js:1 a.js:2',
    'GET /v1/workflows/{workflowId}/leads c.js:1',
  ]);
});

test('a path of v1 that no family names is needed, too', async () => {
  expect(await listNeeds({ 'a.js': `fetch('${BASE}/v1/usage/' + month);\nfetch('${BASE}/calls');\n` })).toEqual([
    'GET /v1/calls a.js:2',
    'GET /v1/usage/{} a.js:1',
  ]);
});

test('two spellings of the base are one use', async () => {
  const code = `const API = process.env.VOICE_URL ?? '${BASE}';\nfetch(\`\${API}/v1/llms\`);\n`;
  expect(await listNeeds({ 'a.js': code }, [BASE, 'env:VOICE_URL'])).toEqual(['GET /v1/llms a.js:2']);
});

test('what has no v1 form, goes elsewhere or is hidden by a comment is not asked for', async () => {
  const found = await listNeeds({
    'a.js': [
      `fetch('${BASE}/campaigns');`,
      `fetch('${BASE}/usage');`,
      `fetch('https://other.example/v1/calls');`,
      '// v1-migrate-ignore-next-line legacy-path -- until the partner has moved',
      `fetch('${BASE}/calls');`,
    ].join('\n'),
  });
  expect(found).toEqual([]);
});

test('a word in the place of an id is asked for as it is written, an id is not', async () => {
  const found = await listNeeds({
    'a.js': [
      `fetch('${BASE}/organization-phone-numbers/purchase', { method: 'POST' });`,
      `fetch('${BASE}/v1/calls/export');`,
      `fetch('${BASE}/agents/ag_1');`,
      `fetch('${BASE}/workflows/default/leads');`,
      'fetch(`${BASE}/agents2/${id}`);'.replace('${BASE}', BASE),
    ].join('\n'),
  });
  expect(found).toEqual([
    'GET /v1/agents/{id} a.js:3 a.js:5',
    'GET /v1/calls/export a.js:2',
    'POST /v1/organization-phone-numbers/purchase a.js:1',
    'GET /v1/workflows/{workflowId}/leads a.js:4',
  ]);
});
