import { expect, test } from 'vitest';
import { createTree } from '../cli/run-cli.ts';
import { runTool } from '../fixtures/run-case.ts';

const HEADERS = "export const headers = { 'X-API-Key': process.env.KEY };\n";

/** A program with so many requests to other hosts that are sent with the same header. */
function writeProgram(others: number): string {
  const calls = Array.from(
    { length: others },
    (_, at) => `export const other${at} = () => fetch('https://own-${at}.example/things', { headers });\n`,
  );
  return `import { headers } from './headers.js';\nexport const agents = () => fetch('https://api.voice.example/agents', { headers });\n${calls.join('')}`;
}

async function readReason(others: number): Promise<string> {
  const folder = createTree({ 'src/headers.js': HEADERS, 'src/calls.js': writeProgram(others) });
  const { plan } = await runTool(folder, { kind: 'positive', findings: [] });
  return plan.findings.find(({ code }) => code === 'api-key-header')?.message ?? '';
}

test('a header that many requests share names the first of them, and how many more there are', async () => {
  expect(await readReason(9)).toMatch(/calls\.js:7 \(another host\); and 4 more\.$/);
});

test('one that a few share names them all', async () => {
  expect(await readReason(6)).toMatch(/calls\.js:7 \(another host\); src\/calls\.js:8 \(another host\)\.$/);
});
