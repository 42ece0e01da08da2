import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULT_NAMES } from '../../src/sandbox/faults.ts';
import { closeSandboxesAfterEach, KEY, type RunningSandbox, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

async function expectAlive({ ask }: RunningSandbox): Promise<void> {
  expect((await ask('GET', '/v1/agents')).status).toBe(200);
}

function send(
  { url }: RunningSandbox,
  body: string | Uint8Array,
  type: string | null,
  path = '/v1/agents',
): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}`, ...(type === null ? {} : { 'content-type': type }) };
  return fetch(url + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(body),
  });
}

/** Writes bytes and collects what comes back until the server closes, or `patience` milliseconds have passed. */
function exchange({ port }: RunningSandbox, bytes: string, patience = 300): Promise<string> {
  return new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    const finish = (): void => {
      socket.destroy();
      resolve(text);
    };
    const timer = setTimeout(finish, patience);
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('error', finish);
    socket.on('close', () => {
      clearTimeout(timer);
      finish();
    });
  });
}

describe('bad input', () => {
  const getShared = shareSandbox();

  it.each([
    ['malformed JSON', '{"name":', 400],
    ['a stray comma', '{"a":1,}', 400],
    ['bytes that are not UTF-8', Buffer.of(0x22, 0xff, 0x22), 400],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 400],
    ['65 levels', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, 400],
    ['nothing', '', 400],
    ['over a mebibyte', `"${'x'.repeat(1024 * 1024)}"`, 413],
  ])('%s is refused in the platform\u2019s way', async (_name, body, status) => {
    const sandbox = getShared();
    const response = await send(sandbox, body, 'application/json');
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ statusCode: status, error: expect.any(String) });
    await expectAlive(sandbox);
  });

  it('does not come back in the answer: it may hold a secret', async () => {
    const sandbox = getShared();
    const response = await send(sandbox, '{"password":"hunter2"', 'application/json');
    expect(await response.text()).not.toContain('hunter2');
  });

  it.each([null, 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1', 'nonsense'])(
    'of the type %s is not read',
    async (type) => {
      const sandbox = getShared();
      expect((await send(sandbox, '{"name":"x"}', type)).status).toBe(415);
    },
  );

  it.each(['application/json', 'Application/JSON; charset=UTF-8', 'application/json;charset="utf-8"'])(
    'of the type %s is',
    async (type) => {
      const sandbox = getShared();
      expect((await send(sandbox, '{"name":"x"}', type)).status).toBe(201);
    },
  );

  it('in a path is no reason to fall over', async () => {
    const sandbox = getShared();
    for (const path of ['/v1/%zz', '/v1/agents/%00', '/v1/agents/..%2f..', `/v1/agents/${'x'.repeat(4000)}`, '/%']) {
      const { status } = await sandbox.ask('GET', path);
      expect([400, 404, 414], path).toContain(status);
    }
    await expectAlive(sandbox);
  });

  it('below HTTP is cut off', async () => {
    const sandbox = getShared();
    expect(await exchange(sandbox, 'HELO there\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await exchange(sandbox, `GET / HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect(await exchange(sandbox, 'GET /v1/agents HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    await expectAlive(sandbox);
  });

  it('that arrives slowly is answered when it is whole, and others do not wait', async () => {
    const sandbox = getShared();
    const head = `POST /v1/agents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\n`;
    const text = await new Promise<string>((resolve) => {
      const socket = connect(sandbox.port, '127.0.0.1');
      const parts = [
        ...(`${head}content-length: 12\r\nconnection: close\r\n\r\n`.match(/.{1,40}/gs) ?? []),
        ...'{"name":"s"}',
      ];
      const timer = setInterval(() => {
        const part = parts.shift();
        if (part === undefined) clearInterval(timer);
        else socket.write(part);
      }, 5);
      let answer = '';
      socket.on('data', (data) => {
        answer += data.toString();
      });
      socket.on('close', () => resolve(answer));
      void expectAlive(sandbox);
    });
    expect(text).toMatch(/^HTTP\/1\.1 201 /);
  });

  it.each([
    ['head', 'POST /v1/agents HTTP/1.1\r\nhos'],
    [
      'body',
      `POST /v1/agents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{`,
    ],
  ])('whose %s never ends is refused after a while', async (_name, bytes) => {
    const sandbox = await runSandbox({ patience: 200 });
    const start = performance.now();
    expect(await exchange(sandbox, bytes, 4_000)).toMatch(/^HTTP\/1\.1 408 /);
    expect(performance.now() - start).toBeGreaterThan(190);
    await expectAlive(sandbox);
  });

  it('that is cut off while it arrives changes nothing and stands in the journal', async () => {
    const sandbox = await runSandbox();
    const head = `POST /v1/agents HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${KEY}\r\ncontent-type: application/json\r\n`;
    await exchange(sandbox, `${head}content-length: 500\r\n\r\n{"name":"half`, 50);
    await exchange(sandbox, `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"nam`, 50);
    await expect
      .poll(async () => (await sandbox.readJournal()).filter(({ aborted }) => aborted), { timeout: 20_000 })
      .toHaveLength(2);
    expect(await sandbox.readJournal()).toMatchObject([{ json: null, authorized: true }, { json: null }]);
    await expectAlive(sandbox);
  });

  it('of any kind gets an answer or a closed connection, never a crash or a 500', async () => {
    const sandbox = await runSandbox({ slow: 1, streamDelay: 0 });
    const path = fc.oneof(
      fc.constantFrom(
        '/v1/calls',
        '/v1/agents',
        '/agents2',
        '/v1/agent-builder/run/stream',
        '/campaigns/1',
        '/__sandbox/x',
      ),
      fc.webPath(),
      fc.string({ unit: 'grapheme-ascii' }).map((text) => `/v1/${encodeURI(text)}`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
        path,
        fc.webQueryParameters(),
        fc.option(fc.oneof(fc.json(), fc.string({ unit: 'binary' }))),
        fc.option(fc.constantFrom(...FAULT_NAMES.filter((name) => name !== '500'), 'envelope:/v1/calls', 'nope')),
        async (method, where, query, body, fault) => {
          const response = await fetch(`${sandbox.url}${where}?${query}`, {
            method,
            redirect: 'manual',
            headers: {
              authorization: `Bearer ${KEY}`,
              'content-type': 'application/json',
              ...(fault === null ? {} : { 'x-sandbox-fault': fault }),
            },
            ...(method === 'GET' || body === null ? {} : { body }),
          }).catch(() => null);
          if (response === null) expect(['reset', 'truncated']).toContain(fault);
          else expect(response.status).not.toBe(500);
          await response?.text().catch(() => null);
        },
      ),
      { numRuns: 120 },
    );
    await expectAlive(sandbox);
  });
});
