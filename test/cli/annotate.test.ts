import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

const BASE = 'https://api.voice.example';
const SOURCE = `fetch('${BASE}/calls');\nfetch('${BASE}/agents2');\n`;
const MARKED = /\/\/ TODO\(v1-migrate\): agents2 (VM-[0-9a-f]{8}) - Review .*\n/;

async function run(cwd: string, ...argv: readonly string[]) {
  return runCli(['--base-url', BASE, '--reporter', 'json', ...argv], cwd);
}

test('--annotate writes what is left into the code, once', async () => {
  const cwd = createTree({ 'a.js': SOURCE });
  const first = JSON.parse((await run(cwd, '--annotate')).stdout);
  const text = readFileSync(join(cwd, 'a.js'), 'utf8');
  expect(text.replace(MARKED, '')).toBe(SOURCE.replace('/calls', '/v1/calls'));
  const manual = first.findings.find(({ fix }: { fix: string }) => fix === 'manual');
  expect(MARKED.exec(text)?.[1]).toBe(manual.id);
  // A comment settles nothing, so no reader may take it for the fix of its finding.
  expect(manual.edits).toBeUndefined();
  expect(JSON.parse((await run(cwd, '--annotate')).stdout).changes).toEqual([]);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe(text);
});

test('a run without it writes none, and leaves those that are there', async () => {
  const cwd = createTree({ 'a.js': SOURCE });
  await run(cwd);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).not.toContain('TODO');
  await run(cwd, '--annotate');
  await run(cwd);
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toMatch(MARKED);
});

test('a comment goes when its cause is gone, even when nothing of the platform is left in the file', async () => {
  const stale = '// TODO(v1-migrate): agents2 VM-00000000 - Review it.\n';
  const cwd = createTree({ 'a.js': `${stale}f();\n` });
  await run(cwd, '--annotate');
  expect(readFileSync(join(cwd, 'a.js'), 'utf8')).toBe('f();\n');
});

test('with --transforms the comments are written as well', async () => {
  const cwd = createTree({ 'a.js': SOURCE });
  const { stderr } = await run(cwd, '--annotate', '--transforms', 'post-call-llm-helper');
  expect(readFileSync(join(cwd, 'a.js'), 'utf8').replace(MARKED, '')).toBe(SOURCE);
  expect(stderr).toContain('edits left out by --transforms: 1 of legacy-path');
});

test('a run over a part leaves comments whose cause is outside of it', async () => {
  const cwd = createTree({
    'lib/paths.js': "export const CAMPAIGNS = '/campaigns';\n",
    'app/use.js': `import { CAMPAIGNS } from '../lib/paths.js';\nfetch('${BASE}' + CAMPAIGNS);\n`,
    'app/done.js': '// TODO(v1-migrate): agents2 VM-00000000 - Review it.\nf();\n',
  });
  const read = (file: string): string => readFileSync(join(cwd, file), 'utf8');
  await run(cwd, '--annotate', 'lib', 'app');
  expect([read('lib/paths.js').includes('TODO'), read('app/done.js')]).toEqual([true, 'f();\n']);
  await run(cwd, '--annotate', 'lib');
  expect(read('lib/paths.js')).toContain('TODO(v1-migrate): campaign-no-v1');
});
