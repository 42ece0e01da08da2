import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { webhookTest, webhookVerify } from '../../src/cli/commands/webhook.ts';
import { signWebhook } from '../../src/webhook/sign-webhook.ts';
import { runCommand } from '../stream/run-command.ts';

const cwd = mkdtempSync(join(tmpdir(), 'v1-webhook-'));
const BODY = Buffer.of(0x7b, 0xff, 0x0d, 0x0a, 0x7d);
const SECRET = 'hook-secret';
const GOOD = signWebhook(BODY, SECRET);
const env = { HOOK_SECRET: SECRET, EMPTY: '' };
writeFileSync(join(cwd, 'body'), BODY);

function verify(...args: readonly string[]): ReturnType<typeof runCommand> {
  return runCommand(webhookVerify, args, { cwd, env });
}

describe('v1-migrate webhook verify', () => {
  it('trusts the bytes as they are', async () => {
    const { exitCode, stdout } = await verify('--signature', GOOD, '--secret-env', 'HOOK_SECRET', 'body');
    expect([exitCode, stdout]).toEqual([0, '{"ok":true,"reason":null}\n']);
  });

  it.each([
    ['missing', []],
    ['missing', ['--signature', '']],
    ['missing', ['--signature=']],
    ['multiple', ['--signature', GOOD, '--signature', GOOD]],
    ['multiple', ['--signature', `${GOOD}, ${GOOD}`]],
    ['malformed', ['--signature', `sha256=${GOOD}`]],
    ['mismatch', ['--signature', '0'.repeat(64)]],
    ['bad-secret', ['--signature', GOOD, '--secret-env', 'EMPTY']],
  ])('says %s', async (reason, args) => {
    const secret = args.includes('--secret-env') ? [] : ['--secret-env', 'HOOK_SECRET'];
    const { exitCode, stdout, stderr } = await verify(...args, ...secret, 'body');
    expect([exitCode, JSON.parse(stdout)]).toEqual([1, { ok: false, reason }]);
    expect(stderr).not.toContain(GOOD);
    expect(stderr).not.toContain(SECRET);
  });

  it('names the header that the caller names', async () => {
    expect((await verify('--secret-env', 'HOOK_SECRET', '--header-name', 'x-acme-signature', 'body')).stderr).toContain(
      'x-acme-signature',
    );
  });

  it.each([
    ['no variable named', ['--signature', GOOD, 'body']],
    ['an unset variable', ['--signature', GOOD, '--secret-env', 'NOT_SET', 'body']],
    ['no payload', ['--signature', GOOD, '--secret-env', 'HOOK_SECRET']],
    ['no such file', ['--signature', GOOD, '--secret-env', 'HOOK_SECRET', 'nowhere']],
  ])('exits 2 with %s', async (_name, args) => {
    const { exitCode, stdout } = await verify(...args);
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});

describe('v1-migrate webhook test', () => {
  it('exits 1 for a receiver that trusts everybody, and tells what', async () => {
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // a TCP server has an object for an address
    const args = [`http://127.0.0.1:${port}/`, '--secret-env', 'HOOK_SECRET'];
    const { exitCode, stdout } = await runCommand(webhookTest, args, { env });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, sent: 23, findings: expect.any(Array), notes: [] });
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['another machine', ['https://example.com/', '--secret-env', 'HOOK_SECRET']],
    ['no URL', ['--secret-env', 'HOOK_SECRET']],
    ['no secret', ['http://127.0.0.1:1/']],
    ['an empty secret', ['http://127.0.0.1:1/', '--secret-env', 'EMPTY']],
  ])('exits 2 with %s', async (_name, args) => {
    const { exitCode, stdout } = await runCommand(webhookTest, args, { env });
    expect([exitCode, stdout]).toEqual([2, '']);
  });
});
