import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ProbeSetup, probe } from '../../src/probe/probe.ts';
import { KEY, use } from './fake-platform.ts';
import { type RawServer, respondNormally, respondWith, startRawServer } from './raw-server.ts';

const TIMING = { gap: 0, unsafeGap: 0, retry: 0, request: 2_000 };
const ENDPOINTS = [use('GET', '/v1/agents'), use('POST', '/v1/calls')];

function readPem(name: string): string {
  return readFileSync(new URL(`./certs/${name}.pem`, import.meta.url), 'utf8');
}

const servers: RawServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function startTls(certificate: string): Promise<RawServer> {
  const server = await startRawServer(respondNormally, { key: readPem('key'), cert: readPem(certificate) });
  servers.push(server);
  return server;
}

async function ask(baseUrl: string, options: Partial<ProbeSetup> = {}) {
  return probe({ baseUrl, key: KEY, timing: TIMING, endpoints: ENDPOINTS, ...options });
}

describe('TLS', () => {
  test('an authority of its own, added with --ca', async () => {
    const { port } = await startTls('good');
    const { checked } = await ask(`https://localhost:${port}`, { ca: [readPem('good')] });
    expect(checked.map(({ verdict }) => verdict)).toEqual(['confirmed', 'absent']);
  });

  test.each([
    ['39 self-signed', 'good', {}, 'tls'],
    ['40 expired', 'expired', { ca: 'expired' }, 'tls'],
    ['40 another host', 'other', { ca: 'other' }, 'tls'],
  ])('%s: no request leaves', async (_name, certificate, { ca }: { ca?: string }, reason) => {
    const server = await startTls(certificate);
    const setup = ca === undefined ? {} : { ca: [readPem(ca)] };
    const { checked, notices, stopped } = await ask(`https://127.0.0.1:${server.port}`, setup);
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason });
    expect({ stopped, said: notices.length }).toEqual({ stopped: 'tls', said: 1 });
    expect(server.requests).toHaveLength(0);
  });

  test('41 certificates are checked although NODE_TLS_REJECT_UNAUTHORIZED=0 is set on loopback', async () => {
    const server = await startTls('good');
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const { checked } = await ask(`https://127.0.0.1:${server.port}`, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
      expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'tls' });
      expect(server.requests).toHaveLength(0);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
  });

  test('38 a redirect from https to http is named', async () => {
    const location = 'http://localhost/v1/agents';
    const redirect = respondWith(302, '', { location });
    const server = await startRawServer(redirect, { key: readPem('key'), cert: readPem('good') });
    servers.push(server);
    const { checked } = await ask(`https://localhost:${server.port}`, { ca: [readPem('good')] });
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'redirect' });
    expect(checked[0]?.notes).toContain('SECURITY: redirects from https to http');
  });

  test('43 https to a port that speaks http', async () => {
    const plain = createServer().listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const { port } = plain.address() as AddressInfo; // a TCP server that listens has one
    const { checked } = await ask(`https://127.0.0.1:${port}`);
    plain.close();
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'scheme' });
  });

  test('43 http to a port that speaks TLS', async () => {
    const { port } = await startTls('good');
    const { checked } = await ask(`http://127.0.0.1:${port}`);
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: expect.stringMatching(/^(reset|protocol)$/) });
  });
});

/** A proxy that opens tunnels to one port, whatever name it is asked for. */
async function startProxy(port: number, answer = 'HTTP/1.1 200 Connection established\r\n\r\n'): Promise<RawServer> {
  const proxy = await startRawServer((socket: Socket, { method }) => {
    if (method !== 'CONNECT') return void socket.end('HTTP/1.1 405 No\r\ncontent-length: 0\r\n\r\n');
    if (!answer.includes('200')) return void socket.end(answer);
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => socket.destroy());
    socket.removeAllListeners('data');
    socket.write(answer);
    socket.pipe(upstream).pipe(socket);
  });
  servers.push(proxy);
  return proxy;
}

describe('proxies', () => {
  test('CONNECT: TLS goes through untouched, the proxy sees neither path nor key', async () => {
    const platform = await startTls('good');
    const proxy = await startProxy(platform.port);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { checked, notices } = await ask('https://api.voice.test', { env, ca: [readPem('good')] });
    expect(checked.map(({ verdict }) => verdict)).toEqual(['confirmed', 'absent']);
    expect(notices).toContain(`through the proxy 127.0.0.1:${proxy.port}`);
    for (const { method, path, head } of proxy.requests) {
      expect({ method, path }).toEqual({ method: 'CONNECT', path: 'api.voice.test:443' });
      expect(head).not.toMatch(/authorization/i);
    }
    expect(platform.requests.length).toBeGreaterThan(5);
  });

  test('44 a key that does not arrive behind a proxy raises the question', async () => {
    const tls = { key: readPem('key'), cert: readPem('good') };
    const platform = await startRawServer(respondWith(401, '{"statusCode":401,"message":"Unauthorized"}'), tls);
    servers.push(platform);
    const proxy = await startProxy(platform.port);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { stopped, notices } = await ask('https://api.voice.test', { env, ca: [readPem('good')] });
    expect(stopped).toBe('key-refused');
    expect(notices[0]).toContain('does it pass the Authorization header on?');
  });

  test('--no-proxy goes there directly', async () => {
    const proxy = await startProxy(1);
    const lookup: ProbeSetup['lookup'] = (_name, _options, callback) =>
      callback(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), '', 0);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await ask('https://api.voice.test', { env, lookup, proxy: false })).stopped).toBe('dns');
    expect(proxy.requests).toHaveLength(0);
  });

  test.each([
    ['44 407', 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'],
    ['44 a page with 403', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 13\r\n\r\n<html></html>'],
  ])('%s', async (_name, answer) => {
    const proxy = await startProxy(1, answer);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const { checked } = await ask('https://api.voice.test', { env });
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'proxy' });
  });

  test('44 refused', async () => {
    const proxy = await startProxy(1);
    await proxy.close();
    const { checked } = await ask('https://api.voice.test', { env: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } });
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'proxy' });
  });
});

describe('what is on the wire', () => {
  test('keyless requests carry nothing of the key, have no body and a connection of their own', async () => {
    const sockets = new Map<Socket, number>();
    const server = await startRawServer((socket, request) => {
      sockets.set(socket, (sockets.get(socket) ?? 0) + 1);
      respondNormally(socket, request);
    });
    servers.push(server);
    await ask(`http://127.0.0.1:${server.port}`);
    for (const { method, head } of server.requests) {
      expect(head).not.toMatch(/^(cookie|x-api-key|proxy-authorization):/im);
      if (method === 'GET') continue;
      expect(head).not.toMatch(/^(authorization|content-type|transfer-encoding):/im);
      if (method === 'POST') expect(head).toMatch(/^content-length: 0$/im);
    }
    const keyless = server.requests.filter(({ head }) => !/^authorization:/im.test(head)).length;
    expect(sockets.size).toBeGreaterThanOrEqual(keyless);
  });

  test('54 a name with two addresses, one of them dead', async () => {
    const server = await startRawServer(respondWith(200, '{"agents":[]}'));
    servers.push(server);
    const lookup: ProbeSetup['lookup'] = (_name, options, callback) => {
      const addresses = [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ];
      if (options.all === true) callback(null, addresses);
      else callback(null, '127.0.0.1', 4);
    };
    const { stopped } = await ask(`http://localhost:${server.port}`, { lookup });
    expect(stopped).toBe('auth-off');
  });
});
