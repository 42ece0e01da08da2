import { describe, expect, test } from 'vitest';
import { maskDiff, maskLine, maskText } from '../../src/report/mask.ts';

const HIDDEN: readonly (readonly [string, string])[] = [
  [`headers: { Authorization: 'Bearer key_1:s3cr3t' }`, `headers: { Authorization: 'Bearer ***' }`],
  [`Authorization: \`Bearer key_1:s3cr3t\`,`, `Authorization: \`Bearer ***\`,`],
  [`'x-api-key': 'key_1:s3cr3t'`, `'x-api-key': '***'`],
  [`"x-api-key": "abcd1234"`, `"x-api-key": "***"`],
  [`headers['x-api-key'] = 'abcdef'`, `headers['x-api-key'] = '***'`],
  [`req.setHeader('x-api-key', 'abcdef');`, `req.setHeader('x-api-key', '***');`],
  [`const apiKey = "supersecret";`, `const apiKey = "***";`],
  [`const API_KEY: string = 'supersecret';`, `const API_KEY: string = '***';`],
  [`const key = process.env.VOICE_API_KEY ?? 'key_1:abcd';`, `const key = process.env.VOICE_API_KEY ?? '***';`],
  [`const key = process.env.VOICE_API_KEY || 'supersecret';`, `const key = process.env.VOICE_API_KEY || '***';`],
  [`const key = 'sandbox:sandbox-secret';`, `const key = '***';`],
  [`call('vk_live_9f8e7d:0a1b2c3d4e5f6a7b');`, `call('***');`],
  [`const id = 'Zx81kLm20pQr93sTuV47wXyZ01aBcD55';`, `const id = '***';`],
  [`const jwt = 'eyJhbGciOi.eyJzdWIiOi.SflKxwRJ'`, `const jwt = '***'`],
  [`fetch('https://user:pass@api.voice.example/calls')`, `fetch('https://***@api.voice.example/calls')`],
  [`don't('x'); // 'key_1:s3cr3t0123456789'`, `don't('x'); // '***'`],
  ['// old key: ws_live_8f3a:9d8c7b6a5f4e3d2c1b0a9f8e', '// old key: ***'],
  [`fetch(\`\${API}/usage/key_1a2b3c4d:made-up-secret-0123456789\`)`, 'fetch(`${API}/usage/***`)'],
  ['/usage/key_1a2b3c4d%3Amade-up-secret-0123456789', '/usage/***'],
  [
    `const U = 'https://api.voice.example/calls?token=made-up';`,
    `const U = 'https://api.voice.example/calls?token=***';`,
  ],
  [`const id = 'key_1a2b', sec = 'SECRETgggggggg0123456789';`, `const id = 'key_1a2b', sec = '***';`],
  ['// VOICE_API_KEY=key_1a2b3c4d5e6f:Zm9vYmFyYmF6cXV4MTIzNA node a.js', '// VOICE_API_KEY=*** node a.js'],
  ['API_TOKEN=Tr0ub4dor-and-3-horses', 'API_TOKEN=***'],
  ["fetch(base + '/batch-calls?t=key_1a2b3c4d5e6f:made-up-secret-0123456789')", "fetch(base + '/batch-calls?t=***')"],
  ["cookie: 'k=wsp42:Tr0ub4dor-and-3-horses'", "cookie: 'k=***'"],
  [`<app-agent :api-key="'made-up-secret'" />`, `<app-agent :api-key="'***'" />`],
  [`class Keys { [apiKey] = 'supersecret' }`, `class Keys { [apiKey] = '***' }`],
  [`fetch('https://kid:made$up@api.voice.example/voices')`, `fetch('https://***@api.voice.example/voices')`],
  ["Authorization: `Bearer ${'kid'}:${'madeup'}`", "Authorization: `Bearer ${'kid'}:${'***'}`"],
  [`auth: { key: 'xKfWqPzRtLmN' }`, `auth: { key: '***' }`],
  [`const platform = 'kid_1:aB3+dE6/gH9jK2mN5pQ8rS1t=';`, `const platform = '***';`],
  [`const auth = "kid:/B3+dE6/gH9jK2mN5pQ8rS1t==";`, `const auth = "***";`],
  [`const VOICE = 'a1:S01AbCdefghijklmnop';`, `const VOICE = '***';`],
  [`const VOICE = 'k:S01AbCdefghijklmnop';`, `const VOICE = '***';`],
  [`const workspace = 'kid.1:S01.AbC~defghij';`, `const workspace = '***';`],
  [`const workspace = 'vk_1:made-up-secret-42';`, `const workspace = '***';`],
  ['// kid_1:aB3+dE6/gH9jK2mN5pQ8rS1t= was ours', '// *** was ours'],
  [`curl -H "Authorization: Bearer key_1:abc"`, `curl -H "Authorization: Bearer ***"`],
];

const SHOWN: readonly string[] = [
  'fetch(`https://${user}:${secret}@api.voice.example/calls`)',
  '<li v-for="agent in agents" :key="agent.id" :token="token">',
  '<app-agent [key]="agent?.id + index" v-bind:api-key="apiKey" />',
  'const apiKey=readKey2(store);',
  'let token=settings.token2;',
  'sortKey=createdAt&limit=20',
  'ratio=1920:1080',
  'const res = await fetch(`${BASE}/agents/${id}`, { headers });',
  'headers: { Authorization: `Bearer ${process.env.VOICE_API_KEY}` }',
  "headers: { 'x-api-key': process.env.VOICE_API_KEY }",
  "headers: { Authorization: 'Bearer ' + key, Accept: 'application/json' }",
  "import { readFile } from 'node:fs/promises';",
  "const key = config.get('VOICE_API_KEY');",
  "get(token, 'agents')",
  "client(apiKey, '/calls')",
  "fetch('http://localhost:3000/calls/web')",
  "bus.emit('call:status-updated')",
  "const agent = '5f0c0d9e-7a44-4b8e-9c53-8f1f3c6d2a10';",
  'createOrganizationPhoneNumberSubscriptionHandler()',
  'Authorization: Bearer <key_id>:<secret>',
  'only a part of it is sent, where a bearer token is the whole of it.',
  "cacheKey: '/calls'",
  "actions: [{ key: 'agent', path: '/agents' }]",
  "menu: [{ key: 'createCall', label: 'New' }, { key: 'New call' }]",
  'fetch(`${BASE}/calls?token=${token}&limit=10`)',
  "fetch('http://localhost:3000/calls?page=12345678')",
  'const limits = {maximum:numberOfCallsPerMinute, minimum:12345678901234567890};',
  "log('createOrganizationPhoneNumberSubscriptionHandler')",
  "fetch('http://localhost:3000/agents/1a2b3c4d5e6f')",
  "const host = 'localhost:3000/agents/1a2b3c4d5e6f7a';",
  '// see api.voice.example:8443/v1/calls/1A2b3C4d5E6f7A8b',
  "const tokens = 'token-store.internal:6379';",
  "const db = '10.0.0.12:5432/app2prod1a';",
  "const opens = '10:30';",
  "const secretHour = at('10:30', '2026-07-31T10:30:00Z', 'T10:30:00.000+02');",
  "image: 'postgres:16.2-alpine3.19',",
  "image: 'acme.app:2026.11.3-build7',",
  "secretsImage('vault:1.15.4')",
  "import { createSecretKey } from 'node:crypto';",
  "import { token } from 'npm:foo-bar';",
  "const spec = 'npm:foo-bar2/baz-1x2y3z';",
  "const spec = 'github:acme/tool-2b3c4d5e6f7a';",
  "className={'hover:bg-neutral-500/50'}",
  "className={'2xl:max-w-screen-2xl'}",
  "className={'focus-visible:ring-offset-2'}",
  "style={'font-size:1.25rem'}",
  "style = 'transition:opacity-200ms-ease-in-2';",
  "const path = 'C:/Users/build01/v1app2x';",
  "headers: ['Content-Type: application/json', 'content-type:application/vnd.api2+json']",
  "const type = 'data:image/png;base64';",
  "const says = ':rocket_2:';",
  "const says = '🚀:launch-2026-07-31';",
  "const device = 'platform:ios/17.2-iphone15';",
  '@scope/package-name/with-a-very-long-path-in-it/v1/agents/{id}/calls',
];

describe('literal keys', () => {
  test.each(HIDDEN)('%s', (line, masked) => expect(maskLine(line)).toBe(masked));
  test.each(SHOWN)('stays: %s', (line) => expect(maskLine(line)).toBe(line));

  test('the line above can announce the key', () => {
    expect(maskText("Authorization:\n  'key_1:abcdef',")).toBe("Authorization:\n  '***',");
    expect(maskText("'x-api-key':\n  'supersecret',")).toBe("'x-api-key':\n  '***',");
  });

  test('an address that ends like the name of a key announces nothing, in its line or the next', () => {
    const table = [
      "  'auth': 'https://api.voice.example/oauth2/token',",
      "  'agentsList': 'https://api.voice.example/agents',",
      "  signIn: BASE + '/auth/secret',",
      "  'calls2Day': `${BASE}/calls`,",
      "const url = isNew ? 'https://api.voice.example/token' : 'https://api.voice.example/agents';",
    ].join('\n');
    expect(maskText(table)).toBe(table);
    const ofTable = (lines: string) => `--- a/x.js\n+++ b/x.js\n@@ -1,5 +1,5 @@\n ${lines.replaceAll('\n', '\n-')}\n`;
    expect(maskDiff(ofTable(table))).toBe(ofTable(table));
  });

  test('a line of a list announces no word of the next, but the name of a header what is sent by it', () => {
    const names = "scopes: [\n  'token',\n  'agentsList',\n]";
    expect(maskText(names)).toBe(names);
    expect(maskText("set(\n  'x-api-key',\n  'key1abcdef',\n)")).toBe("set(\n  'x-api-key',\n  '***',\n)");
    expect(maskText("{ token: 'https://api.voice.example/token', apiKey: 'abcd1234' }")).toBe(
      "{ token: '***', apiKey: '***' }",
    );
  });

  test('masking twice changes nothing', () => {
    for (const [line] of HIDDEN) expect(maskLine(maskLine(line))).toBe(maskLine(line));
  });
});

test('a diff keeps its head, its marks and its lines', () => {
  const diff = [
    '--- a/Bearer x.ts',
    '+++ b/Bearer x.ts',
    '@@ -1,3 +1,3 @@',
    "-- const key = 'a1:secret';",
    '-get(`/calls`, "Bearer a1:secret")',
    '+get(`/v1/calls`, "Bearer a1:secret")',
    '\\ No newline at end of file',
    '',
  ].join('\n');
  expect(maskDiff(diff).split('\n')).toEqual([
    '--- a/Bearer x.ts',
    '+++ b/Bearer x.ts',
    '@@ -1,3 +1,3 @@',
    "-- const key = '***';",
    '-get(`/calls`, "Bearer ***")',
    '+get(`/v1/calls`, "Bearer ***")',
    '\\ No newline at end of file',
    '',
  ]);
});
