import { describe, expect, it } from 'vitest';
import { closeSandboxesAfterEach, readJson, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

describe('records', () => {
  const getShared = shareSandbox();

  it.each(['agents', 'workflows', 'knowledge-base'])('of %s are created, read, changed and deleted', async (family) => {
    const { ask } = getShared();
    const { id } = await readJson(ask('POST', `/v1/${family}`, { name: 'First' }));
    const path = `/v1/${family}/${id}`;
    expect(await readJson(ask('GET', path))).toMatchObject({ id, name: 'First' });
    expect((await ask('PATCH', path, { name: 'Second', id: 'other' })).status).toBe(200);
    expect(await readJson(ask('GET', path))).toMatchObject({ id, name: 'Second' });
    expect((await ask('DELETE', path)).status).toBe(200);
    const gone = await ask('GET', path);
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ statusCode: 404, error: 'Not Found' });
    expect((await ask('DELETE', path)).status).toBe(404);
    expect((await ask('PATCH', path, {})).status).toBe(404);
  });

  it('have an id: a slash behind a collection leads nowhere, with the key or without', async () => {
    const { ask, url } = getShared();
    const response = await ask('GET', '/v1/languages/');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: 'Cannot GET /v1/languages/' });
    expect((await fetch(`${url}/v1/agents/`)).status).toBe(404);
  });

  it('of every family are read by their id', async () => {
    const { ask } = getShared();
    for (const family of ['calls', 'llms', 'languages', 'transcribers']) {
      const [first] = await readJson<readonly { id: string }[]>(ask('GET', `/v1/${family}`));
      expect(await readJson(ask('GET', `/v1/${family}/${first?.id}`))).toEqual(first);
    }
  });

  it.each([[{ name: 7 }], [{ post_call_analysis_llm_id: 7 }], [{ title: 'x' }], [[]], ['x'], [null]])(
    'of agents are not made from %j',
    async (body) => {
      const { ask } = getShared();
      expect((await ask('POST', '/v1/agents', body)).status).toBe(400);
    },
  );

  it('are stored as sent, whatever the names of their members', async () => {
    const { ask } = getShared();
    const body = JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"hasOwnProperty":2}');
    const { id } = await readJson(ask('POST', '/v1/agents', body));
    expect(await (await ask('GET', `/v1/agents/${id}`)).text()).toContain('"__proto__":{"polluted":true}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('of phone numbers are searched, purchased, attached to a trunk and released', async () => {
    const { ask } = await runSandbox();
    const base = '/v1/organization-phone-numbers';
    const { items } = await readJson<{ items: readonly { phone_number: string }[] }>(
      ask('GET', `${base}/search?country=DE`),
    );
    const bought = await ask('POST', `${base}/purchase`, { phone_number: items[0]?.phone_number });
    expect(bought.status).toBe(201);
    const { id } = await readJson(Promise.resolve(bought));
    expect((await ask('GET', `${base}/${id}`)).status).toBe(200);
    expect((await ask('POST', `${base}/sip-trunk`, { phone_number: '+4930123456' })).status).toBe(201);
    expect((await ask('POST', `${base}/purchase`, { phone_number: 'x' })).status).toBe(400);
    expect((await ask('DELETE', `${base}/${id}`)).status).toBe(200);
    expect(await readJson(ask('GET', base))).toMatchObject({ total: 32 });
    const bodies = Array.from({ length: 11 }, () => ask('POST', `${base}/purchase`, { area_code: '555' }));
    const statuses = (await Promise.all(bodies)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    expect(statuses).toContain(409);
  });

  it('of calls are hung up and have a transcript', async () => {
    const { ask } = await runSandbox();
    const { id } = await readJson(ask('POST', '/v1/calls', {}));
    expect(await readJson(ask('POST', `/v1/calls/${id}/hangup`))).toMatchObject({ id, status: 'completed' });
    expect(await readJson(ask('GET', `/v1/calls/${id}/transcript`))).toMatchObject({ text: expect.any(String) });
    expect((await ask('GET', '/v1/calls/nope/transcript')).status).toBe(404);
  });

  it('of leads stand below their workflow', async () => {
    const { ask } = await runSandbox();
    const { data } = await readJson<{ data: readonly { id: string }[] }>(ask('GET', '/v1/workflows'));
    const path = `/v1/workflows/${data[0]?.id}/leads`;
    const { count } = await readJson<{ count: number }>(ask('GET', path));
    expect((await ask('POST', path, { name: 'New' })).status).toBe(201);
    expect(await readJson(ask('GET', path))).toMatchObject({ count: count + 1 });
    expect((await ask('POST', '/v1/workflows/nope/leads', {})).status).toBe(404);
  });

  it('stay within a bound, and say so instead of getting lost', async () => {
    const { ask } = await runSandbox();
    const text = 'x'.repeat(1_000_000);
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count += 1)
      statuses.add((await ask('POST', '/v1/knowledge-base', { text })).status);
    expect([...statuses]).toEqual([201, 507]);
    expect((await ask('GET', '/v1/agents')).status).toBe(200);
  });
});
