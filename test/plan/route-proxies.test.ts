import { expect, test } from 'vitest';
import { BASE, runPlan } from './run-plan.ts';

/** What is said of a route that asks the platform for whatever comes below it, and of those who call it. */

const ROUTE = 'app/api/voice/[...path]/route.ts';
const TEXT = [
  'export async function GET(request: Request, { params }: { params: Promise<{ path: string[] }> }) {',
  '  const { path } = await params;',
  `  return fetch(\`${BASE}/\${path.join('/')}\`);`,
  '}',
  '',
].join('\n');

test('a route whose callers are to move the path says that they do', async () => {
  const { plan } = await runPlan({ [ROUTE]: TEXT, 'app/page.ts': "fetch('/api/voice/agents');\n" });
  const hints = new Map(plan.findings.map(({ file, hint }) => [file, hint]));
  expect([...hints.keys()].sort()).toEqual([ROUTE, 'app/page.ts']);
  expect(hints.get('app/page.ts')).toContain(`The proxy at ${ROUTE}:3 hands it on.`);
  expect(hints.get(ROUTE)).toContain('The calls of this route carry the path');
});

test('a route that nobody in sight calls is to be looked at itself', async () => {
  const { plan } = await runPlan({ [ROUTE]: TEXT });
  expect(plan.findings.map(({ code }) => code)).toEqual(['unresolved-url']);
  expect(plan.findings[0]?.hint).toContain('move the path by hand');
});

const SETTINGS = (headers: string): string =>
  `export default { server: { proxy: { '/voice': { target: '${BASE}', rewrite: (p) => p.replace(/^\\/voice/, ''), headers: ${headers} } } } };\n`;

test('calls that a proxy gives a key tell of its header', async () => {
  const files = { 'src/api.ts': "fetch('/voice/agents');\nfetch('/other/agents');\n" };
  const hints = async (headers: string): Promise<readonly string[]> => {
    const { plan } = await runPlan({ ...files, 'vite.config.ts': SETTINGS(headers) });
    return plan.findings.map(({ file, line, hint }) => `${file}:${line} ${hint.includes('in place of its x-api-key')}`);
  };
  // The header itself is named, too.
  expect(await hints("{ 'x-api-key': process.env.KEY }")).toEqual(['src/api.ts:1 true', 'vite.config.ts:1 false']);
  expect(await hints("{ 'x-other': process.env.KEY }")).toEqual(['src/api.ts:1 false']);
});
