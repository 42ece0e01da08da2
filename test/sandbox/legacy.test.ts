import { describe, expect, it } from 'vitest';
import { PLATFORM } from '../../src/contract/platform.ts';
import { AFTER, BEFORE, closeSandboxesAfterEach, KEY, readJson, runSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

const FAMILIES = PLATFORM.families.filter(({ item }) => item !== undefined).map(({ legacy }) => legacy);
const KEPT = [
  '/campaigns',
  '/campaign/1',
  '/campaign-leads/1/x',
  '/web-calls',
  '/calls/web/1',
  '/outbound-call',
  '/calls/outbound',
];

describe('unversioned twins', () => {
  it('answer as their v1 form does', async () => {
    const { ask } = await runSandbox({ legacy: 'on' });
    for (const path of FAMILIES) {
      const [legacy, v1] = await Promise.all([ask('GET', path), ask('GET', `/v1${path}`)]);
      expect(legacy.status, path).toBe(200);
      expect(await legacy.text(), path).toBe(await v1.text());
      expect(legacy.headers.get('deprecation'), path).toBeNull();
    }
  });

  it('share the data', async () => {
    const { ask } = await runSandbox({ legacy: 'on' });
    const { id } = await readJson(ask('POST', '/agents', { name: 'Old' }));
    expect(await readJson(ask('GET', `/v1/agents/${id}`))).toMatchObject({ name: 'Old' });
  });

  it('say that they end, when, and where to go', async () => {
    const { ask } = await runSandbox({ legacy: 'deprecated', now: AFTER });
    for (const path of FAMILIES) {
      const { headers } = await ask('GET', path);
      const since = /^@(\d+)$/.exec(headers.get('deprecation') ?? '')?.[1];
      const sunset = headers.get('sunset') ?? '';
      expect(sunset).toBe('Fri, 31 Jul 2026 00:00:00 GMT');
      expect(Number(since) * 1000).toBeLessThan(Date.parse(sunset));
      expect(headers.get('link')).toBe(`</v1${path}>; rel="successor-version"`);
    }
    const { headers } = await ask('GET', '/workflows/a%2Fb/leads');
    expect(headers.get('link')).toBe('</v1/workflows/a%2Fb/leads>; rel="successor-version"');
    expect((await ask('GET', '/v1/agents')).headers.get('deprecation')).toBeNull();
  });

  it('have no end where there is no v1 form', async () => {
    const { ask } = await runSandbox({ legacy: 'deprecated' });
    const { headers } = await ask('GET', '/campaigns');
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('sunset')).toBeNull();
    expect(headers.get('link')).toBeNull();
  });

  it.each([
    ['auto', BEFORE, 200],
    ['auto', AFTER, 404],
    ['on', AFTER, 200],
    ['deprecated', AFTER, 200],
    ['removed', BEFORE, 404],
  ] as const)('with --legacy %s --now %s answer %i', async (legacy, now, status) => {
    const { ask } = await runSandbox({ legacy, now });
    for (const path of [...FAMILIES, '/agents2']) expect((await ask('GET', path)).status, path).toBe(status);
    for (const path of KEPT) expect((await ask('GET', path)).status, path).toBe(200);
    for (const path of FAMILIES) expect((await ask('GET', `/v1${path}`)).status, path).toBe(200);
  });

  it('follow a clock that moves', async () => {
    let now = new Date(BEFORE);
    const { ask } = await runSandbox({ now: () => now });
    expect((await ask('GET', '/calls')).status).toBe(200);
    now = new Date(AFTER);
    expect((await ask('GET', '/calls')).status).toBe(404);
  });

  it('of paths without a v1 form are not there under /v1', async () => {
    const { ask } = await runSandbox();
    for (const path of KEPT) expect((await ask('GET', `/v1${path}`)).status, path).toBe(404);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await ask(method, '/campaigns/7', {})).ok, method).toBe(true);
    }
    expect(await readJson(ask('POST', '/web-call/token', {}))).toMatchObject({ token: expect.any(String) });
    // A list of their own is the records and nothing around them.
    const item = { id: expect.any(String), status: expect.any(String) };
    expect(await readJson(ask('GET', '/campaign-leads?campaign_id=7'))).toEqual([item, item, item]);
  });
});

describe('the post-call helper', () => {
  const HELPERS = ['post-call-llm', 'post-call-analysis-llm', 'post_call_llm'];

  it.each(HELPERS)('%s sets what PATCH would set', async (helper) => {
    const { ask } = await runSandbox({ legacy: 'deprecated' });
    const { id } = await readJson(ask('POST', '/v1/agents', {}));
    const path = `/agents/${id}/${helper}`;
    const readLlm = async (): Promise<unknown> =>
      (await readJson(ask('GET', `/v1/agents/${id}`))).post_call_analysis_llm_id;
    for (const member of ['post_call_analysis_llm_id', 'llm_id', 'llmId']) {
      const response = await ask('PUT', path, { [member]: `set by ${member}` });
      expect(response.status).toBe(200);
      expect(response.headers.get('link')).toBe(`</v1/agents/${id}>; rel="successor-version"`);
      expect(await readLlm()).toBe(`set by ${member}`);
    }
    expect((await ask('POST', path, { llm_id: null })).status).toBe(200);
    expect(await readLlm()).toBeNull();
    expect((await ask('POST', path, { other: 1 })).status).toBe(400);
    expect(await readJson(ask('GET', path))).toEqual({ agent_id: id, post_call_analysis_llm_id: null });
    expect((await ask('DELETE', path)).status).toBe(200);
    expect((await ask('PUT', `/agents/nope/${helper}`, { llm_id: 'x' })).status).toBe(404);
  });

  it('takes the id in the path too, and is gone after the cut-off', async () => {
    const before = await runSandbox({ legacy: 'on' });
    const { id } = await readJson(before.ask('POST', '/v1/agents', {}));
    expect((await before.ask('PUT', `/agents/${id}/post-call-llm/llm_9`)).status).toBe(200);
    expect(await readJson(before.ask('GET', `/v1/agents/${id}`))).toMatchObject({ post_call_analysis_llm_id: 'llm_9' });
    const after = await runSandbox({ legacy: 'removed' });
    expect((await after.ask('PUT', `/agents/${id}/post-call-llm/llm_9`)).status).toBe(404);
  });
});

describe('/agents2', () => {
  it('has another schema: a path-only migration fails where it can be seen', async () => {
    const { ask } = await runSandbox({ legacy: 'on' });
    const body = { title: 'Old schema', steps: [] };
    const made = await readJson(ask('POST', '/agents2', body));
    expect(made).toMatchObject({ id: expect.any(String), title: 'Old schema', steps: [] });
    expect((await ask('POST', '/v1/agents', body)).status).toBe(400);
    expect((await ask('POST', '/agents2', { name: 'New schema' })).status).toBe(400);
    expect(await readJson(ask('GET', `/v1/agents/${made.id}`))).toMatchObject({ name: 'Old schema' });
    expect(await readJson(ask('GET', '/agents2'))).toHaveLength(25);
    const path = `/agents2/${made.id}`;
    expect(await readJson(ask('PATCH', path, { title: 'Newer' }))).toMatchObject({ title: 'Newer', steps: [] });
    expect((await ask('DELETE', path)).status).toBe(200);
    expect((await ask('GET', path)).status).toBe(404);
  });
});

describe('GET /__sandbox/catalog', () => {
  it('says of every route what stands behind it', async () => {
    const { url } = await runSandbox();
    const { routes } = await readJson<{ routes: readonly Record<string, unknown>[] }>(
      fetch(`${url}/__sandbox/catalog`),
    );
    const find = (method: string, path: string): unknown =>
      routes.find((route) => route.method === method && route.path === path);
    for (const { method, path, section } of PLATFORM.operations) {
      expect(find(method, path)).toMatchObject({ basis: 'documented', section, legacy: false });
    }
    expect(find('GET', '/v1/agents/{id}')).toMatchObject({ basis: 'inferred' });
    expect(find('POST', '/v1/assistant/run/stream')).toMatchObject({ basis: 'invented' });
    expect(find('GET', '/calls')).toMatchObject({ legacy: true, successor: '/v1/calls' });
    expect(find('GET', '/campaigns')).toMatchObject({ basis: 'invented', legacy: true, successor: null });
    expect(JSON.stringify(routes)).not.toContain(KEY);
  });
});
