import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

/** A function of the project sends on what its callers write into a body: the finding says where they write it. */

const RELAY = `app.post('/relay', async (req, res) => res.send(await fetch(\`${BASE}\${req.body.endpoint}\`)));\n`;
const call = (path: string, name = 'endpoint'): string => `relay({ ${name}: '${path}' });\n`;

async function findHint(web: string, others: Readonly<Record<string, string>> = {}): Promise<string | undefined> {
  const { plan } = await runPlan({ 'relay.js': RELAY, 'web.js': web, ...others });
  return plan.findings.find(({ file }) => file === 'relay.js')?.hint;
}

test('at most three places are named where the member is written with a path that moves', async () => {
  const hint = await findHint(call('/calls') + call('/agents') + call('/voices') + call('/workflows'));
  expect(hint).toContain('`req.body.endpoint` may be what is written at web.js:1, web.js:2, web.js:3:');
});

test('other members, other paths, tests and v1 paths are not named', async () => {
  const web = call('/calls', 'path') + call('/invoices') + call('/v1/agents');
  expect(await findHint(web, { 'relay.test.js': call('/calls') })).not.toContain('written at');
});

test('what a finding is about already, or another host is asked for, is not named', async () => {
  const web = `const own = { endpoint: '/calls' };\nfetch('${BASE}' + own.endpoint);\nconst other = { endpoint: '/agents' };\nfetch('https://other.example' + other.endpoint);\n`;
  expect(await findHint(web)).not.toContain('written at');
});
