import { describe, expect, it } from 'vitest';
import { Journal } from '../../src/sandbox/journal.ts';
import { Redactor } from '../../src/sandbox/redact.ts';
import { closeSandboxesAfterEach, KEY, readJson, runSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

const SECRET = KEY.slice(KEY.indexOf(':') + 1);

describe('GET /__sandbox/requests', () => {
  it('lists what arrived, in order', async () => {
    const { url, ask, readJournal } = await runSandbox();
    await ask('GET', '/v1/calls?page=2&limit=5');
    await ask('PATCH', '/v1/agents/nope', { post_call_analysis_llm_id: null });
    await fetch(`${url}/v1/agents`);
    await ask('GET', '/v1/nothing');
    expect(await readJournal()).toEqual([
      {
        method: 'GET',
        path: '/v1/calls',
        query: { page: '2', limit: '5' },
        authorized: true,
        json: null,
        status: 200,
        handler: 'GET /v1/calls',
        aborted: false,
      },
      {
        method: 'PATCH',
        path: '/v1/agents/nope',
        query: {},
        authorized: true,
        json: { post_call_analysis_llm_id: null },
        status: 404,
        handler: 'PATCH /v1/agents/{id}',
        aborted: false,
      },
      expect.objectContaining({ path: '/v1/agents', authorized: false, status: 401, handler: null }),
      expect.objectContaining({ path: '/v1/nothing', authorized: true, status: 404, handler: null }),
    ]);
  });

  it('is cleared by DELETE, and is not part of itself', async () => {
    const { url, ask, readJournal } = await runSandbox();
    await ask('GET', '/v1/calls');
    expect(await readJson(fetch(`${url}/__sandbox/requests`, { method: 'DELETE' }))).toEqual({ cleared: 1 });
    expect(await readJournal()).toEqual([]);
  });

  it('holds no credential, wherever a client puts one', async () => {
    const { url, ask } = await runSandbox({ auth: 'middleware' });
    const encoded = encodeURIComponent(KEY);
    await ask('POST', `/v1/agents?key=${encoded}&api_key=other`, {
      note: `my key is ${KEY}`,
      api_key: 'q-1',
      a: [{ secret: 'q-2' }],
    });
    const missing = await ask('GET', `/v1/nothing/${encoded}`);
    await ask('GET', `/v1/agents/${KEY}`, undefined, { 'x-api-key': KEY, cookie: SECRET });
    await ask('POST', '/v1/user-webhooks', { url: 'http://127.0.0.1:1/', secret: 'q-3' });
    const journal = await (await fetch(`${url}/__sandbox/requests`)).text();
    const twin = await ask('GET', `/agents/${encoded}`);
    for (const text of [journal, await missing.text(), JSON.stringify([...twin.headers])]) {
      for (const secret of [KEY, encoded, SECRET, 'q-1', 'q-2', 'q-3', 'other']) expect(text).not.toContain(secret);
    }
    expect(journal).toContain('[redacted]');
  });

  it('answers on this machine\u2019s names only', async () => {
    const { port } = await runSandbox();
    const { request } = await import('node:http');
    const getStatus = (host: string): Promise<number | undefined> =>
      new Promise((resolve) => {
        const options = { port, host: '127.0.0.1', path: '/__sandbox/requests', headers: { host } };
        request(options, (answer) => resolve(answer.resume().statusCode)).end();
      });
    expect(await getStatus(`localhost:${port}`)).toBe(200);
    expect(await getStatus('evil.example')).toBe(403);
  });

  it('keeps the newest requests within a bound', () => {
    const journal = new Journal(new Redactor([]));
    const add = (path: string): ReturnType<Journal['add']> =>
      journal.add({ method: 'POST', path, query: {}, authorized: true });
    for (let index = 0; index < 50_000; index += 1) add(`/${index}`);
    expect(journal.list()).toHaveLength(20_000);
    expect(journal.list().at(0)?.path).toBe('/30000');
    expect(journal.dropped).toBe(30_000);
    for (let index = 0; index < 20; index += 1) journal.addBody(add('/big'), {}, 1024 * 1024);
    expect(journal.list()).toHaveLength(16);
    expect(journal.clear()).toBe(16);
    expect(journal.list()).toEqual([]);
  });
});
