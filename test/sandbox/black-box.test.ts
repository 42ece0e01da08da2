import { describe, expect, it } from 'vitest';
import { AUTH_MODES } from '../../src/sandbox/admit.ts';
import { createBuildRequest, createClient, LIST_PATHS } from './client.ts';
import { AFTER, BEFORE, KEY, shareSandbox } from './run-sandbox.ts';

const UNAUTHORIZED = { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' };

describe.each(AUTH_MODES.flatMap((auth) => [BEFORE, AFTER].map((now) => [auth, now] as const)))(
  'a client of the reference, --auth %s --now %s',
  (auth, now) => {
    const getShared = shareSandbox({ auth, now });

    it('lists everything once', async () => {
      const { url } = getShared();
      const client = createClient(url, KEY);
      const counts: Record<string, number> = {};
      for (const path of LIST_PATHS) {
        const records = await client.listAll(path, 100);
        expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
        counts[path] = records.length;
      }
      const [workflow] = await client.listAll('/v1/workflows');
      expect(workflow).toMatchObject({ id: expect.any(String), status: expect.any(String) });
      const leads = await client.listAll(`/v1/workflows/${String(workflow?.id)}/leads`);
      expect(leads.length).toBeGreaterThan(0);
      expect(counts['/v1/calls']).toBe(1250);
      expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
    });

    it('gives no answer without the whole key', async () => {
      const { url } = getShared();
      for (const key of ['', KEY.split(':')[0] ?? '', 'test-key:other', 'test-key:', ':x']) {
        const response = await createClient(url, key).send('GET', '/v1/agents');
        expect(response.status).toBe(401);
        expect(await response.json()).toEqual(UNAUTHORIZED);
      }
    });

    it('sets and clears the post-call LLM of an agent', async () => {
      const { url } = getShared();
      const client = createClient(url, KEY);
      const [agent] = await client.listAll('/v1/agents');
      const path = `/v1/agents/${String(agent?.id)}`;
      for (const llm of ['llm_1', null]) {
        expect((await client.send('PATCH', path, { post_call_analysis_llm_id: llm })).status).toBe(200);
        const agents = await client.listAll('/v1/agents');
        expect(agents.find(({ id }) => id === agent?.id)).toMatchObject({ post_call_analysis_llm_id: llm });
      }
    });

    it('creates a call', async () => {
      const { url } = getShared();
      const client = createClient(url, KEY);
      const { length } = await client.listAll('/v1/calls', 200);
      expect((await client.send('POST', '/v1/calls', { agent_id: 'x' })).ok).toBe(true);
      expect(await client.listAll('/v1/calls', 200)).toHaveLength(length + 1);
    });

    it('builds an agent and changes nothing', async () => {
      const { url } = getShared();
      const client = createClient(url, KEY);
      const readAll = async (): Promise<string> =>
        JSON.stringify(await Promise.all(LIST_PATHS.map((path) => client.listAll(path, 200))));
      const before = await readAll();
      const { events, data } = await client.build(createBuildRequest());
      expect(events.map(({ type }) => type)).toContain('phase_start');
      expect(Object.keys(data ?? {})).toEqual(
        expect.arrayContaining(['status', 'events', 'missingQuestions', 'evaluation', 'draftAgent', 'promptText']),
      );
      expect(await readAll()).toBe(before);
    });

    it('serves unversioned paths until the cut-off, and what has no v1 form beyond it', async () => {
      const { url } = getShared();
      const client = createClient(url, KEY);
      const legacy = await client.send('GET', '/calls?limit=2');
      expect(legacy.status).toBe(now === BEFORE ? 200 : 404);
      if (now === BEFORE)
        expect(await legacy.json()).toEqual(await (await client.send('GET', '/v1/calls?limit=2')).json());
      expect((await client.send('GET', '/campaigns')).status).toBe(200);
    });
  },
);
