import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import {
  check,
  checkAgentBuilderStream,
  migrate,
  probe,
  startSandbox,
  UserError,
  verifyWebhookSignature,
} from '../src/index.ts';

/** The whole run over an app as a team would have left it. */

const APP = fileURLToPath(new URL('../fixtures/apps/dialer', import.meta.url));
const BASE = { baseUrls: ['https://api.voice.example', 'env:VOICE_API_URL'], today: '2026-11-20' };
const GIT = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];

function git(cwd: string, ...argv: readonly string[]): string {
  return execFileSync('git', [...GIT, ...argv], { cwd, encoding: 'utf8' });
}

function copyApp(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'v1-app-'));
  cpSync(APP, cwd, { recursive: true });
  git(cwd, 'init', '-q');
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'as it was');
  return cwd;
}

test('dry run, run and second run agree', async () => {
  const cwd = copyApp();
  const dry = await migrate({ ...BASE, cwd, dryRun: true });
  expect(git(cwd, 'status', '--porcelain')).toBe('');
  const real = await migrate({ ...BASE, cwd });
  expect({ ...real.report, dryRun: true }).toEqual(dry.report);
  const changed = git(cwd, 'diff', '--name-only').trim().split('\n');
  expect(changed).toEqual(real.report.changes.map(({ file }) => file));
  expect(changed.length).toBeGreaterThan(5);

  const again = await migrate({ ...BASE, cwd, allowDirty: true });
  expect(again.report.changes).toEqual([]);
  expect([dry.exitCode, real.exitCode, again.exitCode]).toEqual([0, 0, 0]);
});

test('the report is valid, adds up and names no place outside the project', async () => {
  const cwd = copyApp();
  const { report, exitCode } = await check({ ...BASE, cwd });
  const ajv = new Ajv();
  formats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(new URL('../report.schema.json', import.meta.url), 'utf8')));
  validate(report);
  expect(validate.errors).toBeNull();
  for (const group of [report.accounting.files, report.accounting.requests, report.accounting.references]) {
    const [total, ...parts] = Object.values(group);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
  }
  expect(JSON.stringify(report)).not.toContain(cwd);
  expect(exitCode).toBe(1);
});

test('mistakes and what exits 2 are thrown as UserError', async () => {
  const cwd = copyApp();
  await expect(check({ cwd, paths: ['nope'] })).rejects.toThrow(UserError);
  await expect(check({ cwd, baseUrls: ['nope'] })).rejects.toThrow(UserError);
  await expect(migrate({ cwd })).rejects.toThrow('The base was inferred from the code');
  expect(git(cwd, 'status', '--porcelain')).toBe('');
});

test('the probe asks, and a migration can be held against it', async () => {
  const { url, close } = await startSandbox();
  const live = { baseUrl: url, key: 'sandbox:sandbox-secret', keylessWrites: false };
  try {
    const asked = await probe({ ...live, endpoints: [{ method: 'GET', path: '/v1/llms', usedAt: [] }] });
    expect(asked.checked).toMatchObject([{ path: '/v1/llms', verdict: 'confirmed', reason: 'documented-envelope' }]);
    await expect(probe({ ...live, key: 'only-an-id' })).rejects.toThrow(UserError);
    const cwd = mkdtempSync(join(tmpdir(), 'v1-verify-'));
    const code = "fetch('https://v.example/llms/' + id);\nfetch('https://v.example/llms', { method: 'POST' });\n";
    writeFileSync(join(cwd, 'a.js'), code);
    const { report } = await migrate({ cwd, baseUrls: ['https://v.example'], dryRun: true, verify: live });
    expect(report.findings.map(({ fix, evidence }) => [fix, evidence])).toEqual([
      ['auto', 'probed'],
      ['manual', 'family'],
    ]);
  } finally {
    await close();
  }
});

test('the sandbox starts and stops', async () => {
  const { url, close } = await startSandbox({ key: 'id:secret' });
  const response = await fetch(`${url}/v1/calls`, { headers: { authorization: 'Bearer id:secret' } });
  expect(response.status).toBe(200);
  await close();
  await expect(fetch(url)).rejects.toThrow();
  await expect(startSandbox({ port: 70_000 })).rejects.toThrow(UserError);
});

test('streams and webhooks are judged', async () => {
  async function* send(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{"type":"error"}\n');
  }
  expect((await checkAgentBuilderStream(send())).outcome).toBe('stream-error');
  expect(verifyWebhookSignature(Buffer.from('{}'), undefined, 'secret')).toEqual({ ok: false, reason: 'missing' });
});
