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

test('an address of this machine is proposed as plain http', async () => {
  const { findings } = await infer({ 'a.js': 'fetch("http://localhost:3000/batch-calls");\n' });
  expect(findings[0].hint).toContain('--base-url http://localhost:3000');
});
