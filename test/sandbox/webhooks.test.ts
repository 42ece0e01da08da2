import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { verifyWebhookSignature } from '../../src/webhook/verify-webhook-signature.ts';
import { closeSandboxesAfterEach, readJson, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Received {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

async function receive(status = 204): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ body: Buffer.concat(parts), headers: request.headers });
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has an object for an address
  return { url: `http://127.0.0.1:${port}/hook`, received };
}

function isSigned({ body, headers }: Received, secret: string): boolean {
  const header = headers['x-service-signature'];
  return verifyWebhookSignature(body, header, secret).ok;
}

describe('webhooks', () => {
  it('hear of a new call, signed over the bytes that arrive', async () => {
    const sandbox = await runSandbox();
    const { url, received } = await receive();
    const made = await readJson(sandbox.ask('POST', '/v1/user-webhooks', { url, secret: 'chosen' }));
    expect(made).not.toHaveProperty('secret');
    const own = await readJson(sandbox.ask('POST', '/v1/user-webhooks', { url }));
    await sandbox.ask('POST', '/v1/calls', { to: '+15550100000', text: 'caf\u00e9' });
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
    const [first, second] = received;
    if (first === undefined || second === undefined) throw new Error('unreachable: there are two');
    expect(isSigned(first, 'chosen')).toBe(true);
    expect(isSigned(second, String(own.secret))).toBe(true);
    expect(isSigned(first, 'other')).toBe(false);
    expect(JSON.parse(first.body.toString())).toMatchObject({ event: 'call.created', data: { text: 'caf\u00e9' } });
    expect(JSON.stringify(await readJson(sandbox.ask('GET', '/v1/user-webhooks?limit=100')))).not.toContain('chosen');
  });

  it('are changed and deleted', async () => {
    const sandbox = await runSandbox();
    const { url, received } = await receive();
    const { id } = await readJson(sandbox.ask('POST', '/v1/user-webhooks', { url, secret: 'one' }));
    await sandbox.ask('PATCH', `/v1/user-webhooks/${id}`, { secret: 'two' });
    await sandbox.ask('POST', '/v1/calls', {});
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
    expect(received.map((each) => isSigned(each, 'two'))).toEqual([true]);
    expect((await sandbox.ask('DELETE', `/v1/user-webhooks/${id}`)).status).toBe(200);
    await sandbox.ask('POST', '/v1/calls', {});
    await sandbox.close();
    expect(received).toHaveLength(1);
  });

  it.each([
    {},
    { url: 'nonsense' },
    { url: 'ftp://x/' },
    { url: 'http://x/', secret: '' },
    { url: 'http://x/', secret: 1 },
  ])('are not made from %j', async (body) => {
    const { ask } = await runSandbox();
    expect((await ask('POST', '/v1/user-webhooks', body)).status).toBe(400);
  });

  it('that hang or are not there do not hold up the sandbox', async () => {
    const sandbox = await runSandbox();
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(() => server.close());
    closers.push(() => server.closeAllConnections());
    const { port } = server.address() as AddressInfo; // a TCP server has an object for an address
    for (const url of [`http://127.0.0.1:${port}/`, 'http://127.0.0.1:1/']) {
      await sandbox.ask('POST', '/v1/user-webhooks', { url });
    }
    expect((await sandbox.ask('POST', '/v1/calls', {})).status).toBe(201);
    await sandbox.close();
  });
});

describe('POST /__sandbox/webhooks/deliver', () => {
  const getShared = shareSandbox();

  it('sends one signed delivery', async () => {
    const { ask } = getShared();
    const { url, received } = await receive();
    const order = { url, secret: 's', event: 'call.completed' };
    expect(await readJson(ask('POST', '/__sandbox/webhooks/deliver', order))).toEqual({
      delivered: true,
      status: 204,
      reason: null,
    });
    expect(await readJson(ask('POST', '/__sandbox/webhooks/deliver', { ...order, event: { own: 1 } }))).toMatchObject({
      delivered: true,
    });
    expect(received.map((each) => isSigned(each, 's'))).toEqual([true, true]);
    expect(received.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
      { event: 'call.completed' },
      { own: 1 },
    ]);
  });

  it('says what came back, and follows no redirect', async () => {
    const { ask } = getShared();
    const { url } = await receive(307);
    expect(await readJson(ask('POST', '/__sandbox/webhooks/deliver', { url, secret: 's', event: 'x' }))).toMatchObject({
      status: 307,
    });
    const nobody = { url: 'http://127.0.0.1:1/', secret: 's', event: 'x' };
    expect(await readJson(ask('POST', '/__sandbox/webhooks/deliver', nobody))).toEqual({
      delivered: false,
      status: null,
      reason: 'ECONNREFUSED',
    });
  });

  it.each([
    { url: 'http://example.com/', secret: 's', event: 'x' },
    { url: 'http://169.254.169.254/', secret: 's', event: 'x' },
    { url: 'http://127.0.0.1/', secret: '', event: 'x' },
    { url: 'http://127.0.0.1/', secret: 's' },
    {},
  ])('refuses %j', async (body) => {
    const { ask } = getShared();
    expect((await ask('POST', '/__sandbox/webhooks/deliver', body)).status).toBe(400);
  });
});
