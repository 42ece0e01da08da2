import { expect, test } from 'vitest';
import { runPlan } from './run-plan.ts';

async function listHints(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { plan } = await runPlan(files);
  return plan.findings.map(({ code, hint }) => `${code}: ${hint}`);
}

test('another host of the same request may be the platform, too', async () => {
  const choose = (other: string): string =>
    `const HOST = process.env.LIVE ? 'https://api.voice.example' : '${other}';\nfetch(HOST + '/agents');\n`;
  expect(await listHints({ 'src/a.js': choose('https://staging.voice.example:8443') })).toEqual([
    'shared-literal: If that host is the platform as well, add --base-url https://staging.voice.example:8443. Otherwise give the platform call a text of its own, then run again.',
  ]);
  expect(await listHints({ 'src/a.js': choose('wss://staging.voice.example') })).toEqual([
    'shared-literal: Give the platform call a text of its own, then run again.',
  ]);
});

test('another host of another request says nothing of the platform', async () => {
  const files = {
    'src/paths.js': `export const AGENTS = '/agents';\n`,
    'src/a.js': `import { AGENTS } from './paths.js';\nfetch('https://api.voice.example'.concat(AGENTS, ''));\n`,
    'src/b.js': `import { AGENTS } from './paths.js';\nfetch('https://crm.example'.concat(AGENTS, ''));\nexport const key = AGENTS;\n`,
  };
  const hints = await listHints(files);
  expect(hints.filter((hint) => hint.includes('--base-url'))).toEqual([]);
});

test('the variable that holds a path is named, with where the tree sets it', async () => {
  const code = { 'src/a.js': `fetch(process.env.AGENTS_URL + '/' + process.argv[2]);\n` };
  expect(await listHints({ ...code, '.env': 'A=1\nAGENTS_URL=https://api.voice.example/agents\n' })).toEqual([
    'legacy-path: The value of AGENTS_URL holds /agents: let it end in /v1/agents, in .env:2 and wherever else this runs.',
  ]);
  expect(await listHints({ ...code, '.env': 'AGENTS_URL=https://api.voice.example/v1/agents\n' })).toEqual([]);
});

test.each([
  ['alone', ''],
  ['beside its fallback', "fetch(`${process.env.VOICE_URL ?? 'https://api.voice.example'}/v1/calls`);\n"],
])('files that set a variable to different paths are named, %s', async (_, more) => {
  const files = {
    'src/a.js': `fetch(\`\${process.env.VOICE_URL}/agents\`);\n${more}`,
    '.env': 'VOICE_URL=https://api.voice.example/v1\n',
    '.env.production': 'VOICE_URL=https://api.voice.example\n',
  };
  expect(await listHints(files)).toEqual([
    'legacy-path: VOICE_URL is set to addresses with and without the version, or with other paths, in .env:1, .env.production:1: let all have the same path, then run again.',
  ]);
});
