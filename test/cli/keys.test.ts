import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/model/plan.ts';
import { createTree, runCli, type Transcript } from './run-cli.ts';

/** Keys that stand in the code under analysis show in no report, however the code puts them together (contract 5). */

const API = 'https://api.voice.example';
const SECRET = 'topsecret4-abcdef0123456789';
const FORMATS = ['text', 'json', 'html', 'markdown', 'sarif', 'github', 'gitlab', 'junit', 'rdjson'];

function send(header: string, before = ''): string {
  return `${before}\nawait fetch('${API}/calls', { headers: { ${header} } });\n`;
}

function sendBearer(value: string, before: string): string {
  return send(`Authorization: \`Bearer ${value}\``, before);
}

function runDry(files: Readonly<Record<string, string>>, format: string): Promise<Transcript> {
  return runCli(['.', '--base-url', API, '--dry-run', '--reporter', format], createTree(files));
}

/** Secrets in pieces, as the code writes them. */
const PIECES: readonly (readonly [string, string])[] = [
  ['a template of two constants', sendBearer('${ID}:${TAIL}', `const ID = 'kid_5566';\nconst TAIL = '${SECRET}';`)],
  ['members of an object', sendBearer('${v.id}:${v.s}', `const v = { id: 'kid_5566', s: '${SECRET}' };`)],
  [
    'a default parameter',
    `function list(tail = '${SECRET}') {\n  return fetch('${API}/calls', { headers: { Authorization: \`Bearer kid_5:\${tail}\` } });\n}\nlist();\n`,
  ],
  ['a sum of constants', send("'x-api-key': KID + ':' + PART2", `const KID = 'kid_3';\nconst PART2 = '${SECRET}';`)],
  ['a list that is joined', send("'x-api-key': parts.join(':')", `const parts = ['kid_7', '${SECRET}'];`)],
  ['a call of concat', send("'x-api-key': joined", `const joined = 'kid_9:'.concat('${SECRET}');`)],
  ['a literal in a template', send("'x-api-key': joined", `const joined = \`kid_14:\${'${SECRET}'}\`;`)],
  ['a sum in place', send(`'x-api-key': 'kid_5' + ':' + '${SECRET}'`)],
  ['a template of several lines', sendBearer(`\${\n  'kid_5'\n}:\${\n  '${SECRET}'\n}`, '')],
  ['a secret of two halves', send("'x-api-key': VOICE", `const VOICE = 'kid_5:abcdef' +\n  '${SECRET}';`)],
  ['a template with a line end in it', sendBearer(`kid_5:abcdef\n  ${SECRET}`, '')],
  ['a literal that goes on in the next line', send(`'x-api-key': 'kid_5:abcdef\\\n${SECRET}'`)],
  ['an id from the environment', sendBearer('${process.env.KID}:${TAIL}', `const TAIL = '${SECRET}';`)],
];

describe.each(PIECES)('%s', (_name, code) => {
  test.each(FORMATS)('is hidden by %s', async (format) => {
    const { stdout, exitCode } = await runDry({ 'a.js': code }, format);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('/v1');
    expect(stdout).not.toContain(SECRET);
  });

  test('is shown by a patch, which says so', async () => {
    const { stdout, stderr } = await runDry({ 'a.js': code }, 'patch');
    if (stdout.includes(SECRET)) expect(stderr).toContain('warning: the patch shows a key that stands in a.js\n');
  });
});

test('a part of a key is hidden in other files, too', async () => {
  const files = {
    'key.js': `export const ID = 'kid_5566';\nexport const TAIL = '${SECRET}';\n`,
    'a.js': sendBearer('${ID}:${TAIL}', "import { ID, TAIL } from './key.js';"),
    'b.js': `await fetch('${API}/agents');\nlog('${SECRET}', 'kid_5566:other-secret-of-words');\n`,
  };
  const { stdout } = await runDry(files, 'text');
  expect(stdout).toContain("log('***', '***');");
});

test('words are hidden only where they are the key', async () => {
  const before = "const ID = 'production';\nconst TAIL = 'agents-of-ours';\n// agents-of-ours in production";
  const { stdout } = await runDry({ 'a.js': sendBearer('${ID}:${TAIL}', before) }, 'text');
  expect(stdout).toContain("const ID = 'production';");
  expect(stdout).toContain("const TAIL = '***';");
  expect(stdout).toContain('// agents-of-ours in production');
});

test('what names a scheme or another value is no key', async () => {
  const before = [
    "const SCHEME = 'AWS4-HMAC-SHA256';",
    "const MODE = 'application1';",
    "const region = 'eu-central-1';",
  ].join('\n');
  const value = `Authorization: \`$\{SCHEME} Credential=$\{id}/$\{region}\`, Accept: \`$\{MODE}/json\``;
  const { stdout } = await runDry({ 'a.js': send(value, before) }, 'text');
  for (const line of before.split('\n')) expect(stdout).toContain(line);
});

test('a key that is cut off in a quotation is hidden', async () => {
  const cut = `lookUpWithVeryLongName(somethingElse, '${SECRET}')`;
  const code = `const TAIL = '${SECRET}';\nawait fetch('${API}/' + ${cut}, { headers: { 'x-api-key': 'kid_5:' + TAIL } });\n`;
  const cwd = createTree({ 'a.js': code });
  const { stdout } = await runCli(['.', '--base-url', API, '--dry-run', '--reporter', 'json'], cwd);
  expect(stdout).toContain("lookUpWithVeryLongName(somethingElse, '***…");
  const { findings } = JSON.parse(stdout);
  for (const { id } of findings) {
    const explained = await runCli(['explain', id, '.', '--base-url', API], cwd);
    expect(explained.stdout).toContain(id);
    expect(explained.stdout).not.toContain(SECRET.slice(0, 6));
  }
});

const WHOLE = [
  'kid_1:aB3+dE6/gH9jK2mN5pQ8rS1t=',
  'kid.1:S01.AbC~def',
  'a1:S01AbCdefghijklmnop',
  'k:S01AbCdefghijklmnop',
  'kid:aB3/dE6/gH9',
];

describe.each(WHOLE)('the key %s', (key) => {
  test.each([
    ['in place', send(`Authorization: 'Bearer ${key}'`)],
    ['as x-api-key', send(`'x-api-key': '${key}'`)],
    ['behind a name that says nothing', sendBearer('${platform}', `const platform = '${key}';`)],
  ])('%s is found and hidden', async (_place, code) => {
    const { stdout } = await runDry({ 'a.js': code }, 'json');
    expect(JSON.parse(stdout).findings.map((finding: Finding) => finding.code)).toContain('key-in-source');
    expect(stdout).not.toContain(key.slice(key.indexOf(':')));
  });

  test('is shown by a patch, which says so', async () => {
    const { stderr } = await runDry({ 'a.js': sendBearer('${auth}', `const auth = '${key}';`) }, 'patch');
    expect(stderr).toContain('warning: the patch shows a key that stands in a.js\n');
  });
});

test.each([
  'http://localhost:3000',
  'localhost:3000',
  'localhost:3000/a1b2c3d4',
  '10:30',
  'id:secret',
  '<key_id>:<secret>',
  '{{key_id}}:{{secret}}',
  'Bearer',
  'none',
  '🚀:launch-2026',
  'realm: x',
])('%s is no key', async (value) => {
  const { stdout } = await runDry({ 'a.js': send(`Authorization: \`Bearer ${value}\``) }, 'json');
  expect(JSON.parse(stdout).findings.map((finding: Finding) => finding.code)).toEqual(['legacy-path']);
});
