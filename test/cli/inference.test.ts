import { expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

/** Which base is taken when none is given; what a run then does with it is in migrate.test.ts. */

async function infer(files: Readonly<Record<string, string>>) {
  const { stdout, stderr } = await runCli(['--dry-run', '--reporter', 'json'], createTree(files));
  const { bases, findings } = JSON.parse(stdout);
  return { bases, findings, stderr };
}

test('a variable and the address that an env file gives it are one platform', async () => {
  const { bases, findings } = await infer({
    '.env.example': 'VOICE_URL=https://api.voice.example\n',
    'a.js':
      'fetch(process.env.VOICE_URL + "/batch-calls");\nfetch(process.env.VOICE_URL + "/calls");\n' +
      'fetch("https://api.voice.example/llms/fallback");\n',
  });
  expect(bases).toEqual([
    { base: 'https://api.voice.example', source: 'inferred', requests: 1 },
    { base: 'env:VOICE_URL', source: 'env-file', requests: 2 },
  ]);
  expect(findings).toHaveLength(3);
});

test('an env file that gives the variable another address changes nothing', async () => {
  const { bases } = await infer({
    '.env': 'VOICE_URL=https://other.example\n',
    'a.js':
      'fetch(process.env.VOICE_URL + "/batch-calls");\nfetch(process.env.VOICE_URL + "/user-webhooks");\n' +
      'fetch("https://api.voice.example/calls");\n',
  });
  expect(bases).toEqual([{ base: 'env:VOICE_URL', source: 'inferred', requests: 2 }]);
});

test('weak evidence is no winner', async () => {
  const { bases, findings, stderr } = await infer({
    'a.js': 'fetch("https://api.voice.example/calls");\nfetch("https://api.voice.example/agents");\n',
  });
  expect(bases).toEqual([]);
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['unresolved-base', 'unresolved-base']);
  expect(stderr).toContain('none is certain');
});

test('an assistant and a knowledge base are what other vendors have as well', async () => {
  const others =
    'fetch("https://api.other.example/assistant");\nfetch("https://api.other.example/knowledge-base");\n' +
    'fetch("https://api.other.example/knowledge-base/k1");\n';
  const { bases, findings } = await infer({ 'a.js': others });
  expect(bases).toEqual([]);
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill('unresolved-base'));
  const beside = await infer({ 'a.js': `${others}fetch("https://api.other.example/calls");\n` });
  expect(beside.bases).toEqual([{ base: 'https://api.other.example', source: 'inferred', requests: 4 }]);
});

test('an address of this machine is proposed as plain http', async () => {
  const { findings } = await infer({ 'a.js': 'fetch("http://localhost:3000/batch-calls");\n' });
  expect(findings[0].hint).toContain('--base-url http://localhost:3000');
});

test('where env files give one variable several hosts, each package has that of its own files', async () => {
  const { bases, findings } = await infer({
    'apps/crm/package.json': '{"name":"crm"}',
    'apps/crm/.env.example': 'API_URL=https://crm.example.com\n',
    'apps/crm/a.js': 'export const calls = () => fetch(process.env.API_URL + "/calls");\n',
    'apps/bot/package.json': '{"name":"bot"}',
    'apps/bot/.env.example': 'API_URL=https://api.voice.example\n',
    'apps/bot/a.js':
      'export const a = () => fetch(process.env.API_URL + "/batch-calls");\n' +
      'export const b = () => fetch(process.env.API_URL + "/voices/s2s");\n',
  });
  expect(bases).toEqual([
    { base: 'https://api.voice.example', source: 'inferred', requests: 0 },
    { base: 'env:API_URL', source: 'env-file', requests: 2 },
  ]);
  expect(findings.map(({ file }: { file: string }) => file)).toEqual(['apps/bot/a.js', 'apps/bot/a.js']);
});

test('a server of the own machine, or one that is mostly asked for other paths, is no winner', async () => {
  const known = ['/workflows/1/leads', '/batch-calls', '/calls'];
  const others = ['/deals', '/teams', '/invoices', '/login'];
  const ask = (base: string, paths: readonly string[]) => paths.map((path) => `fetch(${base} + '${path}');`).join('\n');
  const local = await infer({
    'a.js': `const base = process.env.BACKEND ?? 'http://localhost:8000';\n${ask('base', known)}\n`,
  });
  expect(local.bases).toEqual([]);
  expect(local.stderr).toContain('--base-url env:BACKEND');
  const own = await infer({ 'a.js': `const base = 'https://own.example';\n${ask('base', [...known, ...others])}\n` });
  expect(own.bases).toEqual([]);
  const platform = await infer({ 'a.js': `const base = 'https://own.example';\n${ask('base', known)}\n` });
  expect(platform.bases).toEqual([{ base: 'https://own.example', source: 'inferred', requests: 3 }]);
});

test('hosts that one named variable falls back to are no bases where they differ', async () => {
  const tree = createTree({
    'crm.js':
      'const base = process.env.API_URL ?? "https://crm.example";\nexport const a = () => fetch(base + "/agents");\n' +
      'export const b = () => fetch("https://crm.example/workflows");\n',
    'voice.js':
      'const base = process.env.API_URL ?? "https://api.voice.example";\nexport const c = () => fetch(base + "/calls");\n',
  });
  const { stdout } = await runCli(['--dry-run', '--base-url', 'env:API_URL', '--reporter', 'json'], tree);
  const findings: readonly { fix: string; line: number; file: string }[] = JSON.parse(stdout).findings;
  expect(findings.filter(({ fix }) => fix === 'auto')).toEqual([]);
  expect(findings.filter(({ file, line }) => file === 'crm.js' && line === 3)).toEqual([]);
});

test('what has moved says as much as what has not', async () => {
  const { bases, findings } = await infer({
    'a.js':
      'fetch("https://api.voice.example/v1/knowledge-base");\nfetch("https://api.voice.example/v1/user-webhooks");\n' +
      'fetch("https://crm.example/agents");\n',
  });
  expect(bases).toEqual([{ base: 'https://api.voice.example', source: 'inferred', requests: 2 }]);
  expect(findings).toEqual([]);
});
