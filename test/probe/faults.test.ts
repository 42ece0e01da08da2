import type { Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import type { CheckedEndpoint, ProbeResult } from '../../src/model/probe-result.ts';
import { nameFailure } from '../../src/probe/name-failure.ts';
import type { Timing } from '../../src/probe/options.ts';
import { type ProbeSetup, probe } from '../../src/probe/probe.ts';
import { KEY, use } from './fake-platform.ts';
import { type RawRequest, type RawServer, respondNormally, respondWith, startRawServer } from './raw-server.ts';

/** Deadlines short enough to wait for; `request` is what the slow faults run into. */
const TIMING = {
  gap: 0,
  unsafeGap: 0,
  retry: 5,
  request: 400,
  budget: 10_000,
  maxWait: 1_500,
} satisfies Partial<Timing>;

let server: RawServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

type Fault = (socket: Socket, request: RawRequest) => void;

/** A platform in good order whose list of languages answers with the fault. */
async function probeFault(fault: Fault, options: Partial<ProbeSetup> = {}): Promise<ProbeResult> {
  server = await startRawServer((socket, request) => {
    if (request.path.startsWith('/v1/languages')) fault(socket, request);
    else respondNormally(socket, request);
  });
  return probe({
    baseUrl: `http://127.0.0.1:${server.port}`,
    key: KEY,
    timing: TIMING,
    endpoints: [use('GET', '/v1/languages')],
    ...options,
  });
}

function write(...parts: readonly (string | Uint8Array)[]): Fault {
  return (socket) => {
    for (const part of parts) socket.write(part);
  };
}

function end(...parts: readonly (string | Uint8Array)[]): Fault {
  return (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
}

function reset(...parts: readonly string[]): Fault {
  return (socket) => {
    for (const part of parts) socket.write(part);
    setTimeout(() => socket.resetAndDestroy(), 20);
  };
}

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const encoded = (bytes: Uint8Array, coding: string): Fault => respondWith(200, bytes, { 'content-encoding': coding });
const json = (text: string | Uint8Array): Fault => respondWith(200, text);
const typed = (type: string, text: string): Fault => respondWith(200, text, { 'content-type': type });

type Case = readonly [fault: string, Fault, Partial<CheckedEndpoint>];

/** The rows of research: probe, 6, that are answers; by their numbers. */
const CASES: readonly Case[] = [
  ['5 accepted, no answer', () => {}, { verdict: 'unverified', reason: 'timeout' }],
  [
    '6 headers a byte at a time',
    (socket) => {
      const timer = setInterval(() => socket.write('H'), 60);
      socket.on('close', () => clearInterval(timer));
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    },
    { verdict: 'unverified', reason: 'timeout' },
  ],
  [
    '7 body drip',
    (socket) => {
      socket.write(`${HEAD}content-length: 5000\r\n\r\n[`);
      const timer = setInterval(() => socket.write(' '), 40);
      socket.on('close', () => clearInterval(timer));
    },
    { verdict: 'unverified', reason: 'timeout' },
  ],
  [
    '8 body stall',
    write(`${HEAD}content-length: 50\r\n\r\n[`),
    { verdict: 'unverified', reason: 'timeout', status: 200 },
  ],
  ['9 reset before headers', reset(), { verdict: 'unverified', reason: 'reset' }],
  ['10 closed before headers', end(), { verdict: 'unverified', reason: 'reset' }],
  ['11 reset mid body', reset(`${HEAD}content-length: 50\r\n\r\n[1`), { verdict: 'unverified', reason: 'truncated' }],
  [
    '12 closed before its length',
    end(`${HEAD}content-length: 50\r\n\r\n[1]`),
    { verdict: 'unverified', reason: 'truncated' },
  ],
  [
    '13 closed before the last chunk',
    end(`${HEAD}transfer-encoding: chunked\r\n\r\n3\r\n[1]\r\n`),
    { verdict: 'unverified', reason: 'truncated' },
  ],
  [
    '14 close-delimited and cut',
    end(`${HEAD}connection: close\r\n\r\n[1,`),
    { verdict: 'unverified', reason: 'truncated' },
  ],
  [
    '14 close-delimited and whole',
    end(`${HEAD}connection: close\r\n\r\n[1]`),
    { verdict: 'confirmed', notes: ['the body ended with the connection'] },
  ],
  [
    '15 bad chunk size',
    write(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n`),
    { verdict: 'unverified', reason: 'protocol' },
  ],
  ['15 not HTTP', end('hello\r\n\r\n'), { verdict: 'unverified', reason: 'protocol' }],
  ['15 HTTP 0.9', end('[]'), { verdict: 'unverified', reason: 'protocol' }],
  ['15 SSH banner', end('SSH-2.0-OpenSSH_9.6\r\n'), { verdict: 'unverified', reason: 'protocol' }],
  [
    '16 length and chunks',
    end(`${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n`),
    { verdict: 'unverified', reason: 'protocol' },
  ],
  [
    '16 two lengths',
    end(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n[]`),
    { verdict: 'unverified', reason: 'protocol' },
  ],
  [
    '17 headers of 20 KiB',
    write(`${HEAD}x: ${'a'.repeat(20_000)}\r\ncontent-length: 2\r\n\r\n[]`),
    { verdict: 'unverified', reason: 'headers-too-large' },
  ],
  [
    '18 200 hints before the answer',
    write(`${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(200)}${HEAD}content-length: 2\r\n\r\n[]`),
    { verdict: 'confirmed' },
  ],
  [
    '19 upgrade nobody asked for',
    write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    { verdict: 'unverified', reason: 'protocol' },
  ],
  ...[400, 402, 406, 409, 418, 422, 451].map(
    (status): Case => [
      `20 status ${status}`,
      respondWith(status, '{"message":"No."}'),
      { verdict: 'drift', reason: `status: ${status}, expected 200`, status },
    ],
  ),
  // These speak of the moment, as 429 does.
  ...[408, 425].map(
    (status): Case => [
      `20 status ${status}`,
      respondWith(status),
      { verdict: 'unverified', reason: `status-${status}` },
    ],
  ),
  ['20 status 401', respondWith(401), { verdict: 'unverified', reason: 'key-refused' }],
  ['20 status 403', respondWith(403), { verdict: 'denied', reason: 'forbidden' }],
  [
    '20 a 404 of its own',
    respondWith(404, '{"message":"There are none."}'),
    { verdict: 'drift', reason: 'status: 404, expected 200' },
  ],
  [
    '20 a 400 that is cut',
    end('HTTP/1.1 400 No\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n{"message":'),
    { verdict: 'unverified', reason: 'truncated' },
  ],
  ['20 status 999', respondWith(999), { verdict: 'drift', reason: 'status: 999' }],
  [
    '20 status 099',
    write('HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n'),
    { verdict: expect.stringMatching(/^(drift|unverified)$/) },
  ],
  [
    '21 a second answer on the same socket',
    write(`${HEAD}content-length: 2\r\n\r\n[]${HEAD}content-length: 4\r\n\r\n[99]`),
    { verdict: 'confirmed' },
  ],
  [
    '22 429 and a second',
    respondWith(429, '{}', { 'retry-after': '1' }),
    { verdict: 'unverified', reason: 'rate-limited' },
  ],
  [
    '22 429 and a date long ago',
    respondWith(429, '{}', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }),
    { verdict: 'unverified', reason: 'rate-limited' },
  ],
  [
    '22 429 and words',
    respondWith(429, '{}', { 'retry-after': 'soon' }),
    { verdict: 'unverified', reason: 'rate-limited' },
  ],
  [
    '22 429 and 30 years',
    respondWith(429, '{}', { 'retry-after': '1000000000' }),
    { verdict: 'unverified', reason: 'rate-limited' },
  ],
  [
    '22 429 and a negative',
    respondWith(429, '{}', { 'retry-after': '-5' }),
    { verdict: 'unverified', reason: 'rate-limited' },
  ],
  ...[500, 502, 503, 504].map(
    (status): Case => [`23 ${status}`, respondWith(status), { verdict: 'unverified', reason: 'server-error', status }],
  ),
  [
    '24 520',
    respondWith(520, '<title>x</title>', { 'content-type': 'text/html' }),
    { verdict: 'unverified', reason: 'gateway' },
  ],
  [
    '25 a login page with 200',
    typed('text/html', '<title>Sign in</title>'),
    { verdict: 'drift', reason: 'content-type: text/html, expected application/json' },
  ],
  [
    '26 JSON as text',
    typed('text/plain', '[]'),
    { verdict: 'confirmed', notes: ['the content type is not application/json'] },
  ],
  ['26 JSON as XML', typed('application/xml', '[]'), { verdict: 'drift' }],
  [
    '27 gzip bomb',
    encoded(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'gzip'),
    { verdict: 'unverified', reason: 'too-large' },
  ],
  [
    '28 gzip cut short',
    encoded(gzipSync('[1,2,3,4,5,6]').subarray(0, -12), 'gzip'),
    { verdict: 'unverified', reason: 'truncated' },
  ],
  [
    '29 gzip label, plain body',
    encoded(Buffer.from('[]'), 'gzip'),
    { verdict: 'drift', reason: 'body: content-encoding does not fit the body' },
  ],
  ['29 unknown coding', encoded(Buffer.from('[]'), 'zstd-x'), { verdict: 'drift' }],
  ['29 two codings', encoded(gzipSync(brotliCompressSync('[]')), 'br, gzip'), { verdict: 'drift' }],
  ['29 one coding that fits', encoded(brotliCompressSync('[]'), 'br'), { verdict: 'confirmed' }],
  [
    '30 garbage behind the gzip member',
    encoded(Buffer.concat([gzipSync('[]'), Buffer.from('garbage')]), 'gzip'),
    { verdict: 'drift' },
  ],
  ['31 nine megabytes', json(`[${' '.repeat(9 * 1024 * 1024)}]`), { verdict: 'unverified', reason: 'too-large' }],
  [
    '32 100,000 deep',
    json('['.repeat(100_000) + ']'.repeat(100_000)),
    { verdict: 'drift', reason: 'body: nested deeper than 64' },
  ],
  ['33 own __proto__', json('{"__proto__":[]}'), { verdict: 'drift', reason: 'root: object, expected array' }],
  [
    '34 invalid UTF-8',
    json(Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])),
    { verdict: 'drift', reason: 'body: not valid UTF-8' },
  ],
  ['34 UTF-16', json(Buffer.from('[1]', 'utf16le')), { verdict: 'drift' }],
  ['34 byte order mark', json('\ufeff[]'), { verdict: 'confirmed', notes: ['the body begins with a byte order mark'] }],
  [
    '34 latin1',
    typed('application/json; charset=latin1', '[]'),
    { verdict: 'drift', reason: 'content-type: the charset is not utf-8' },
  ],
  ['35 empty body', json(''), { verdict: 'drift', reason: 'body: empty' }],
  ['35 204', write('HTTP/1.1 204 No Content\r\n\r\n'), { verdict: 'drift', reason: 'status: 204, expected 200' }],
  ['35 206', respondWith(206, '[]'), { verdict: 'drift', reason: 'status: 206, expected 200' }],
  [
    '36 redirect to another host',
    respondWith(302, '', { location: 'https://evil.example/v1' }),
    { verdict: 'unverified', reason: 'redirect', notes: ['redirects to another host; the key was not sent there'] },
  ],
  [
    '37 redirect to another path',
    respondWith(307, '', { location: '/v2/languages' }),
    { verdict: 'unverified', reason: 'redirect' },
  ],
  [
    '38 redirect loop',
    respondWith(302, '', { location: '/v1/languages' }),
    { verdict: 'unverified', reason: 'redirect' },
  ],
  [
    '48 the key comes back',
    (socket, { head }) => json(JSON.stringify([head]))(socket, { method: '', path: '', head }),
    { verdict: 'confirmed' },
  ],
  [
    '49 terminal escapes and markup',
    respondWith(403, '{"message":"\\u001b]0;owned\\u0007<script>\\u202e"}'),
    { verdict: 'denied', reason: 'forbidden' },
  ],
  [
    '53 a connection for each answer',
    end(`${HEAD}content-length: 2\r\nconnection: close\r\n\r\n[]`),
    { verdict: 'confirmed' },
  ],
];

describe('faults of one endpoint', () => {
  test.each(CASES)('%s', async (_name, fault, expected) => {
    const start = performance.now();
    // Only what is to run out of time has little of it: a busy machine takes its time for nine megabytes.
    const timing = expected.reason === 'timeout' ? TIMING : { ...TIMING, request: 4_000 };
    const result = await probeFault(fault, { timing });
    const [checked] = result.checked;
    expect(checked).toMatchObject(expected);
    expect(checked?.verdict).not.toBe('absent');
    expect(performance.now() - start).toBeLessThan(TIMING.budget);
    expect(JSON.stringify(result)).not.toContain('s3cr3t');
    expect(JSON.stringify(result)).not.toMatch(/evil\.example|owned|script/);
  });

  test.each([400, 402])('20 status %i of every path says nothing of one', async (status) => {
    server = await startRawServer((socket, request) => {
      if (request.path === '/v1/agents') respondNormally(socket, request);
      else respondWith(status, '{"message":"No."}')(socket);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('GET', '/v1/languages')] });
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'judged-before-routing', status });
  });

  test.each([
    ['/v1/voices', 'drift', 'status: 422, expected 200'],
    // The reference shows no answer of this one, so that none contradicts it.
    ['/v1/usage', 'exists', 'request-refused'],
  ])('20 status 422 of %s: %s', async (path, verdict, reason) => {
    server = await startRawServer((socket, request) => {
      if (request.path.startsWith(path)) respondWith(422, '{"message":"No."}')(socket);
      else respondNormally(socket, request);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('GET', path)] });
    expect(checked[0]).toMatchObject({ verdict, reason, status: 422 });
  });

  test.each([
    [400, 'drift', 'status: 400, expected 200 (page 2)'],
    [404, 'drift', 'status: 404, expected 200 (page 2)'],
    [403, 'confirmed', 'documented-envelope'],
    [503, 'confirmed', 'documented-envelope'],
  ])('20 status %i of a page that the one before promised: %s', async (status, verdict, reason) => {
    server = await startRawServer((socket, request) => {
      if (request.path === '/v1/voices?page=2&limit=1') respondWith(status, '{"message":"No."}')(socket);
      else if (request.path.startsWith('/v1/voices?')) {
        respondWith(200, '{"voices":[{"id":"v"}],"total":2,"page":1,"limit":1,"totalPages":2}')(socket);
      } else respondNormally(socket, request);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('GET', '/v1/voices')] });
    expect(checked[0]).toMatchObject({ verdict, reason });
  });

  test('20 a page behind a short one may be refused: nobody promised it', async () => {
    server = await startRawServer((socket, request) => {
      if (request.path.startsWith('/v1/calls?page=1')) respondWith(200, '[{"id":"c"}]')(socket);
      else respondNormally(socket, request);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('GET', '/v1/calls')] });
    expect(checked[0]).toMatchObject({ verdict: 'confirmed', notes: ['page 2 could not be read: status 404'] });
  });

  test('20 a list that is there and takes no page and limit', async () => {
    server = await startRawServer((socket, request) => {
      if (request.path === '/v1/voices') respondWith(200, '{"voices":[]}')(socket);
      else if (request.path.startsWith('/v1/voices?')) respondWith(400, '{"message":"No."}')(socket);
      else respondNormally(socket, request);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('GET', '/v1/voices')] });
    expect(checked[0]).toMatchObject({ verdict: 'exists', reason: 'paging-refused', status: 400 });
  });

  test('48 an answer that repeats the key is said, not shown', async () => {
    const { notices } = await probeFault((socket, { head }) => respondWith(200, JSON.stringify([head]))(socket));
    expect(notices).toContain('echoes-credential: an answer repeats the key; it was not printed');
  });

  test('50 a clock that is off is said and changes no verdict', async () => {
    const date = new Date(Date.now() - 3 * 3_600_000).toUTCString();
    const late = await probeFault(respondWith(200, '[]', { date }));
    expect(late.notices).toEqual(['the clock of the server and the one of this machine are more than an hour apart']);
    expect(late.checked[0]?.verdict).toBe('confirmed');
    const near = await probeFault(respondWith(200, '[]', { date: new Date().toUTCString() }));
    expect(near.notices).toEqual([]);
  });

  test('9 a read is tried twice, a keyless write once', async () => {
    const { accounting } = await probeFault(reset());
    const reads = server?.requests.filter(({ path }) => path === '/v1/languages') ?? [];
    expect(reads).toHaveLength(2);
    expect(accounting.keylessUnsafe).toBe(0);
    server?.close();
    server = await startRawServer((socket, request) => {
      if (request.method === 'POST') socket.resetAndDestroy();
      else respondNormally(socket, request);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const result = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('POST', '/v1/calls')] });
    expect(result.checked[0]).toMatchObject({ verdict: 'unverified' });
    const posts = server.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(new Set(posts).size).toBe(posts.length);
  });

  test('33 numbers that are none: 1e400 is no integer, 3.0 is one', async () => {
    const meta = (total: string): string =>
      `{"statusCode":200,"message":"x","data":[],"meta":{"totalItems":${total},"itemsPerPage":1,"totalPages":1,"currentPage":1}}`;
    for (const [total, expected] of [
      ['1e400', { verdict: 'drift', reason: 'meta.totalItems: not a whole number, expected integer' }],
      ['9007199254740993', { verdict: 'drift' }],
      ['3.0', { verdict: 'confirmed' }],
      ['"3"', { verdict: 'drift', reason: 'meta.totalItems: string, expected number' }],
    ] as const) {
      server = await startRawServer((socket, request) => {
        if (request.path.startsWith('/v1/workflows')) respondWith(200, meta(total))(socket);
        else respondNormally(socket, request);
      });
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('GET', '/v1/workflows')] });
      expect(checked[0], total).toMatchObject(expected);
      await server.close();
    }
  });

  test('51 versions behind a balancer: flapping', async () => {
    let count = 0;
    server = await startRawServer((socket, request) => {
      if (request.method === 'POST' && request.path === '/v1/calls') {
        count += 1;
        if (count % 2 === 0) return respondWith(401, '{"message":"Unauthorized"}')(socket);
      }
      return respondNormally(socket, request);
    });
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { checked } = await probe({ baseUrl, key: KEY, timing: TIMING, endpoints: [use('POST', '/v1/calls')] });
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'flapping' });
  });

  test.each(['..', '.', 'a/b', 'a?b', 'a#b', 'x'.repeat(10_000), 'a\u0000b', '', '%2e%2e', 'a b'])(
    '55 the id %j is not used',
    async (id) => {
      server = await startRawServer((socket, request) => {
        const isList = request.path === '/v1/agents' && /^authorization:/im.test(request.head);
        if (isList) respondWith(200, JSON.stringify({ agents: [{ id }] }))(socket);
        else respondNormally(socket, request);
      });
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const { checked } = await probe({
        baseUrl,
        key: KEY,
        timing: TIMING,
        endpoints: [use('GET', '/v1/agents/{id}')],
      });
      expect(['absent', 'unverified']).toContain(checked[0]?.verdict);
      for (const { path } of server.requests) expect(path).toMatch(/^\/v1\/[\w./?=-]+$/);
      expect(server.requests.some(({ path }) => path === '/v1/' || path.includes('..'))).toBe(false);
    },
  );
});

describe('faults of the way to the host', () => {
  const endpoints = ['/v1/languages', '/v1/llms', '/v1/voices', '/v1/calls'].map((path) => use('GET', path));

  async function probeAt(baseUrl: string, options: Partial<ProbeSetup> = {}): Promise<ProbeResult> {
    return probe({ baseUrl, key: KEY, timing: TIMING, endpoints, ...options });
  }

  test('1 a name that is not known ends the run', async () => {
    const lookup: ProbeSetup['lookup'] = (_name, _options, callback) =>
      callback(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), '', 0);
    const { stopped, checked, accounting } = await probeAt('https://nowhere.invalid', { lookup });
    expect(stopped).toBe('dns');
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'dns' });
    expect(accounting.requestsSent).toBe(1);
  });

  test('2 a name server that does not answer is asked three times', async () => {
    let asked = 0;
    const lookup: ProbeSetup['lookup'] = (_name, _options, callback) => {
      asked += 1;
      callback(Object.assign(new Error('x'), { code: 'EAI_AGAIN' }), '', 0);
    };
    expect((await probeAt('https://nowhere.invalid', { lookup })).stopped).toBe('dns');
    expect(asked).toBe(3);
  });

  test('4 a connection that does not come about', async () => {
    const endpoints = [use('GET', '/v1/languages')];
    const { checked } = await probeAt('https://nowhere.invalid', { lookup: () => {}, endpoints });
    expect(checked[0]).toMatchObject({ verdict: 'unverified', reason: 'timeout' });
  });

  test.each([
    ['4', 'UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['8', 'UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['40', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['40', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls'],
    ['40', 'CERT_REVOKED', 'tls'],
    ['43', 'ERR_SSL_WRONG_VERSION_NUMBER', 'scheme'],
    ['54', 'EHOSTUNREACH', 'connect'],
  ])('%s %s, alone or among several causes', (_row, code, reason) => {
    const error = Object.assign(new Error('https://api.voice.example?key=id:secret'), { code });
    for (const thrown of [error, new AggregateError([new Error('x'), error]), new Error('outer', { cause: error })]) {
      const failure = nameFailure(thrown, false);
      expect(failure).toMatchObject({ kind: 'failure', reason });
      expect(JSON.stringify(failure)).not.toContain('secret');
    }
  });

  test('3 refused: the run ends after two', async () => {
    server = await startRawServer(() => {});
    const { port } = server;
    await server.close();
    const { stopped, checked } = await probeAt(`http://127.0.0.1:${port}`);
    expect(stopped).toBe('connect');
    for (const { verdict, reason } of checked)
      expect({ verdict, reason }).toEqual({ verdict: 'unverified', reason: 'connect' });
  });

  test('23 three operations in a row without an answer end the run', async () => {
    server = await startRawServer((socket) => respondWith(503)(socket));
    const { stopped, checked, accounting } = await probeAt(`http://127.0.0.1:${server.port}`);
    expect(stopped).toBe('breaker');
    expect(checked.at(-1)).toMatchObject({ verdict: 'unverified', reason: 'breaker' });
    expect(accounting.requestsSent).toBeLessThanOrEqual(18);
  });

  test('46 a list that is answered without a key: everything stops, no write was sent', async () => {
    server = await startRawServer((socket) => respondWith(200, '{"agents":[]}')(socket));
    const result = await probeAt(`http://127.0.0.1:${server.port}`, { endpoints: [use('POST', '/v1/calls')] });
    expect(result).toMatchObject({ stopped: 'auth-off', accounting: { requestsSent: 2, keylessUnsafe: 0 } });
  });

  test('14 (table) a write that is accepted without a key: found, reported, nothing more is sent', async () => {
    server = await startRawServer((socket, request) => {
      if (request.method === 'POST' && request.path === '/v1/calls') respondWith(201)(socket);
      else respondNormally(socket, request);
    });
    const result = await probeAt(`http://127.0.0.1:${server.port}`, {
      endpoints: [use('POST', '/v1/calls'), use('POST', '/v1/agents')],
    });
    expect(result.stopped).toBe('auth-off');
    expect(result.checked[0]).toMatchObject({ verdict: 'exists', reason: 'auth-off' });
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/calls' });
  });

  test('52 an interrupt leaves what is known', async () => {
    const controller = new AbortController();
    server = await startRawServer((socket, request) => {
      if (request.path.startsWith('/v1/llms')) controller.abort();
      else if (request.path === '/v1/languages') respondWith(200, '[]')(socket);
      else respondNormally(socket, request);
    });
    const start = performance.now();
    const result = await probeAt(`http://127.0.0.1:${server.port}`, { signal: controller.signal });
    expect(result.stopped).toBe('interrupted');
    expect(result.checked.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual([
      'confirmed documented-envelope',
      'unverified interrupted',
      'unverified interrupted',
      'unverified interrupted',
    ]);
    expect(performance.now() - start).toBeLessThan(TIMING.budget);
  });

  test('the budget ends a run', async () => {
    server = await startRawServer((socket, request) => void setTimeout(() => respondNormally(socket, request), 80));
    const { stopped } = await probeAt(`http://127.0.0.1:${server.port}`, { timing: { ...TIMING, budget: 200 } });
    expect(stopped).toBe('budget');
  });

  test('the cap on requests ends a run', async () => {
    server = await startRawServer(respondNormally);
    const result = await probeAt(`http://127.0.0.1:${server.port}`, { timing: { ...TIMING, maxRequests: 5 } });
    expect(result).toMatchObject({ stopped: 'request-cap', accounting: { requestsSent: 5 } });
  });
});
