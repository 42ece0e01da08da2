import { describe, expect, test } from 'vitest';
import { BASE, nameFindings, runPlan } from './run-plan.ts';

const post = (path: string) => `fetch('${BASE}${path}', { method: 'POST' });\n`;

async function listNotes(files: Readonly<Record<string, string>>) {
  const { plan } = await runPlan(files);
  return plan.findings.filter(({ code }) => code === 'mixed-alias');
}

test('each call of the alias names the calls of the path itself', async () => {
  const notes = await listNotes({
    'a.js': post('/v1/assistant/run/stream') + post('/assistant/run/stream'),
    'b.js': post('/v1/agent-builder/run/stream'),
  });
  expect(nameFindings(notes)).toEqual(['a.js:1 mixed-alias', 'a.js:2 mixed-alias']);
  expect(notes[0]).toMatchObject({
    level: 'note',
    fix: 'manual',
    v1Path: '/v1/agent-builder/run/stream',
    requests: [{ file: 'a.js', line: 1, method: 'POST' }],
    message:
      '/v1/assistant/run/stream is an alias of /v1/agent-builder/run/stream, and the project calls both: /v1/agent-builder at b.js:1.',
  });
});

test('a legacy call of the builder counts', async () => {
  const files = { 'a.js': post('/v1/assistant/run/stream'), 'b.js': post('/agent-builder/run/stream') };
  expect(nameFindings(await listNotes(files))).toEqual(['a.js:1 mixed-alias']);
});

test('several requests of one text are one note', async () => {
  const source = `const RUN = '${BASE}/v1/assistant/run/stream';\nfetch(RUN);\nfetch(RUN);\n${post('/v1/agent-builder/run/stream')}`;
  const [note, ...others] = await listNotes({ 'a.js': source });
  expect(others).toEqual([]);
  expect(note).toMatchObject({ line: 1, requests: [{ line: 2 }, { line: 3 }] });
});

describe('no note', () => {
  test.each([
    ['for one path used consistently', post('/v1/assistant/run/stream') + post('/assistant/run/stream')],
    ['for the builder alone', post('/v1/agent-builder/run/stream')],
    ['when the other is another host', `${post('/v1/assistant/run')}fetch('https://x.example/v1/agent-builder/run');`],
    ['when the other is only named', `${post('/v1/assistant/run')}expect(url).toBe('${BASE}/v1/agent-builder/run');`],
  ])('%s', async (_name, source) => {
    expect(await listNotes({ 'a.js': source })).toEqual([]);
  });
});
