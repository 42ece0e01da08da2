import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { PLATFORM } from '../../src/contract/platform.ts';
import { readVectors } from '../stream/read-vectors.ts';
import { closeSandboxesAfterEach, readJson, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

const LISTS = PLATFORM.operations.filter(({ envelope }) => envelope !== undefined);

describe('the fifteen lists', () => {
  const getShared = shareSandbox();

  it('are all there', () => expect(LISTS).toHaveLength(15));

  it('answer in the envelopes of §8.1', async () => {
    const { ask } = getShared();
    const json = (path: string): Promise<unknown> => readJson(ask('GET', path));
    expect(await json('/v1/workflows?page=2&limit=5')).toMatchObject({
      statusCode: 200,
      message: expect.any(String),
      data: [{}, {}, {}, {}, {}],
      meta: { totalItems: 57, itemsPerPage: 5, totalPages: 12, currentPage: 2 },
    });
    expect(await json('/v1/knowledge-base?limit=37')).toMatchObject({
      meta: { totalItems: 37, itemsPerPage: 37, totalPages: 1, currentPage: 1 },
    });
    expect(await json('/v1/batch-calls?page=9&limit=5')).toMatchObject({ total: 45, page: 9, limit: 5 });
    expect(await json('/v1/batch-calls')).not.toHaveProperty('totalPages');
    expect(await json('/v1/voices?limit=50')).toMatchObject({ total: 130, page: 1, limit: 50, totalPages: 3 });
    expect(await json('/v1/user-webhooks')).toMatchObject({ total: 23, page: 1, limit: 10, totalPages: 3 });
    expect(Object.keys((await json('/v1/agents')) as object)).toEqual(['agents']);
    expect(Object.keys((await json('/v1/voices/s2s')) as object)).toEqual(['voices']);
    for (const path of ['/v1/languages', '/v1/llms/fallback', '/v1/transcribers/fallback']) {
      expect(await json(path)).toBeInstanceOf(Array);
    }
  });

  const schemas = readVectors<{ schemas: Record<string, object> }>('envelopes.schema.json')?.schemas;
  it.skipIf(schemas === undefined)('pass the shared schemas', async () => {
    const { ask } = getShared();
    const { data } = await readJson<{ data: readonly { id: string }[] }>(ask('GET', '/v1/workflows'));
    const ajv = new Ajv2020({ strict: false });
    for (const { method, path } of LISTS) {
      const schema = schemas?.[`${method} ${path}`];
      const response = await ask(method, path.replace('{workflowId}', data[0]?.id ?? ''));
      expect(ajv.validate(schema ?? false, await response.json()), path).toBe(true);
    }
  });

  it.each(['0', '-1', '1.5', '1e3', 'abc', '', '99999999999999999999', '201'])('refuse limit=%s', async (limit) => {
    const { ask } = getShared();
    const response = await ask('GET', `/v1/calls?limit=${limit}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });

  it('refuse a page that is none, and a repeated one; a page behind the end is empty', async () => {
    const { ask } = getShared();
    for (const page of ['0', '-1', 'x', '1&page=2']) {
      expect((await ask('GET', `/v1/workflows?page=${page}`)).status, page).toBe(400);
    }
    const far = await readJson(ask('GET', '/v1/voices?page=9007199254740991'));
    expect(far).toMatchObject({ voices: [], total: 130 });
    expect(await readJson(ask('GET', '/v1/calls?page=8&limit=200'))).toEqual([]);
  });

  it('take no notice of page and limit where the list is returned in full', async () => {
    const { ask } = getShared();
    const { agents } = await readJson(ask('GET', '/v1/agents?page=7&limit=nonsense'));
    expect(agents).toHaveLength(24);
  });

  it('know no leads of a workflow that is not there', async () => {
    const { ask } = getShared();
    expect((await ask('GET', '/v1/workflows/nope/leads')).status).toBe(404);
  });

  it('are the same for the same seed and others for another', async () => {
    const read = async (seed: number): Promise<string> => {
      const { ask } = await runSandbox({ seed });
      const made = await (await ask('POST', '/v1/agents', {})).text();
      return made + (await (await ask('GET', '/v1/calls?limit=200')).text());
    };
    expect(await read(7)).toBe(await read(7));
    expect(await read(7)).not.toBe(await read(8));
  });
});
