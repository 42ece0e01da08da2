import { expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

const ARGV = ['--base-url', 'https://api.voice.example'];
const CALL = "fetch('https://api.voice.example/calls');\n";

test('a check passes when a comment accepts what is left, and the numbers still show it', async () => {
  const files = { 'a.js': `// v1-migrate-ignore-next-line legacy-path -- until March\n${CALL}` };
  const { stdout, exitCode } = await runCli(['check', ...ARGV, '--reporter', 'json'], createTree(files));
  expect(exitCode).toBe(0);
  const report = JSON.parse(stdout);
  expect(report.findings).toEqual([]);
  expect(report.accounting.requests).toMatchObject({ total: 1, suppressed: 1 });
  expect((await runCli(['check', ...ARGV], createTree({ 'a.js': CALL }))).exitCode).toBe(1);
});

test('a comment that hides nothing is a note: it is said and fails nothing', async () => {
  const files = { 'a.js': '// v1-migrate-ignore-next-line legacy-path -- gone\nf();\n' };
  const { stdout, exitCode } = await runCli(['check', ...ARGV], createTree(files));
  expect(stdout).toContain('unused-suppression');
  expect(exitCode).toBe(0);
});

test('a description that cannot be used is a mistake of the command line', async () => {
  const { stderr, exitCode } = await runCli(['check', ...ARGV, '--openapi', 'api.yaml'], createTree({ 'a.js': CALL }));
  expect(stderr).toContain('--openapi: there is no file api.yaml.');
  expect(exitCode).toBe(2);
});

test('a header that stays with its path is not missed by the comment that names both', async () => {
  const comment = '// v1-migrate-ignore-next-line legacy-path, api-key-header -- until March\n';
  const call = "fetch('https://api.voice.example/calls', { headers: { 'x-api-key': process.env.KEY } });\n";
  const { stdout, exitCode } = await runCli(['check', ...ARGV], createTree({ 'a.js': comment + call }));
  expect(stdout).not.toContain('unused-suppression');
  expect(exitCode).toBe(0);
});
