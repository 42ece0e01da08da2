import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { parseLoopbackUrl } from '../../src/webhook/loopback.ts';
import { signWebhook } from '../../src/webhook/sign-webhook.ts';
import { type ReceiverReport, testReceiver } from '../../src/webhook/test-receiver.ts';
import { verifyWebhookSignature } from '../../src/webhook/verify-webhook-signature.ts';

const SECRET = 'whsec-receiver-test';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Judge = (body: Buffer, headers: readonly string[], response: ServerResponse) => number;

function readSignatures(request: IncomingMessage): readonly string[] {
  return request.headersDistinct['x-service-signature'] ?? [];
}

async function testWith(judge: Judge, timeout = 3_000): Promise<ReceiverReport> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.statusCode = judge(Buffer.concat(parts), readSignatures(request), response);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has an object for an address
  let id = 0;
  const random = (): string => `event-${++id}`;
  return testReceiver(new URL(`http://127.0.0.1:${port}/hook`), { secret: SECRET, random, timeout });
}

const codes = (report: ReceiverReport): string[] => [...new Set(report.findings.map(({ code }) => code))].sort();
const careful: Judge = (body, headers) => (verifyWebhookSignature(body, [...headers], SECRET).ok ? 204 : 401);

describe('testReceiver', () => {
  it('has nothing to say of a careful receiver', async () => {
    expect(await testWith(careful)).toEqual({ ok: true, sent: 23, findings: [], notes: [] });
  });

  it('finds a receiver that trusts everybody', async () => {
    const report = await testWith(() => 200);
    expect(report.ok).toBe(false);
    expect(codes(report)).toEqual([
      'accepts-malformed',
      'accepts-tampered',
      'accepts-truncating-hex',
      'accepts-unsigned',
    ]);
    expect(report.findings).toHaveLength(14);
  });

  it('finds a receiver that signs what it parsed', async () => {
    const report = await testWith((body, headers) => {
      const parsed = Buffer.from(JSON.stringify(JSON.parse(body.toString() || '{}')));
      return verifyWebhookSignature(parsed, [...headers], SECRET).ok ? 204 : 401;
    });
    expect(codes(report)).toContain('rejects-valid');
  });

  it('finds a receiver that decodes before it verifies', async () => {
    const report = await testWith((body, headers) =>
      careful(Buffer.from(body.toString('utf8')), headers, null as never),
    );
    expect(codes(report)).toEqual(['rejects-valid-raw-bytes']);
  });

  it('finds Buffer.from and timingSafeEqual without a check: a tail passes, a short digest throws', async () => {
    const report = await testWith((body, headers) => {
      const expected = Buffer.from(signWebhook(body, SECRET), 'hex');
      const given = Buffer.from(headers[0] ?? '', 'hex');
      if (given.length !== expected.length) return 500;
      return given.equals(expected) ? 204 : 401;
    });
    expect(codes(report)).toEqual(['accepts-malformed', 'accepts-truncating-hex', 'server-error']);
  });

  it('finds a receiver that tells the expected digest', async () => {
    const report = await testWith((body, headers, response) => {
      response.write(`expected ${signWebhook(body, SECRET)}`);
      return careful(body, headers, response);
    });
    expect(codes(report)).toContain('leaks-expected-signature');
    expect(JSON.stringify(report)).not.toMatch(/[0-9a-f]{64}/);
  });

  it('does not follow a redirect', async () => {
    const report = await testWith((_body, _headers, response) => {
      response.setHeader('location', 'http://127.0.0.1:1/');
      return 307;
    });
    expect(codes(report)).toEqual(['unexpected-status']);
  });

  it('takes a size limit for what it is', async () => {
    const report = await testWith((body, headers, response) =>
      body.length > 99_999 ? 413 : careful(body, headers, response),
    );
    expect(report.ok).toBe(true);
    expect(report.notes).toMatchObject([{ delivery: 'valid, 1 MiB', status: 413 }]);
  });

  it('stops when nobody is there', async () => {
    const report = await testReceiver(new URL('http://127.0.0.1:1/'), { secret: SECRET, random: () => 'x' });
    expect(report).toMatchObject({ ok: false, sent: 1, findings: [{ code: 'no-answer', status: null }] });
  });
});

describe('parseLoopbackUrl', () => {
  it.each(['http://127.0.0.1:80/x', 'http://localhost/', 'http://[::1]:3/', 'http://0x7f.1/', 'http://2130706433/'])(
    'takes %s',
    (text) => expect(parseLoopbackUrl(text)).not.toBeNull(),
  );
  it.each([
    'http://example.com/',
    'http://127.0.0.1.example.com/',
    'http://localhost.example.com/',
    'http://169.254.169.254/',
    'http://0.0.0.0/',
    'http://[::ffff:10.0.0.1]/',
    'http://user:pass@127.0.0.1/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'nonsense',
  ])('refuses %s', (text) => expect(parseLoopbackUrl(text)).toBeNull());
});
