import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Envelope } from '../../src/contract/catalog.ts';
import { PLATFORM } from '../../src/contract/platform.ts';
import { checkEnvelope } from '../../src/probe/envelope.ts';
import { type FetchPage, walkPages } from '../../src/probe/walk-pages.ts';
import { readVectors } from '../stream/read-vectors.ts';

const LISTS = PLATFORM.operations.flatMap((operation) =>
  operation.envelope === undefined ? [] : [{ ...operation, envelope: operation.envelope }],
);

function setMember(body: Record<string, unknown>, path: string, value: unknown): void {
  const [outer = '', inner] = path.split('.');
  if (inner === undefined) body[outer] = value;
  else body[outer] = { ...(body[outer] as object | undefined), [inner]: value };
}

function createBody({ envelope }: { envelope: Envelope }): unknown {
  if (envelope.records === null) return [{ id: 'a' }];
  const body: Record<string, unknown> = { [envelope.records]: [{ id: 'a' }] };
  for (const name of envelope.paging) setMember(body, name, 1);
  for (const [name, type] of Object.entries(envelope.members ?? {}))
    setMember(body, name, type === 'number' ? 200 : 'ok');
  return body;
}

const WRONG: readonly unknown[] = [undefined, null, 'x', true, {}, [], 1, '1'];

describe('the fifteen lists', () => {
  test('there are fifteen', () => expect(LISTS).toHaveLength(15));

  test.each(LISTS)('$path: a good body is confirmed, and more members are allowed', (operation) => {
    const body = createBody(operation);
    expect(checkEnvelope(operation, operation.envelope, body).drift).toBeNull();
    if (!Array.isArray(body))
      expect(checkEnvelope(operation, operation.envelope, { ...(body as object), more: 1 }).drift).toBeNull();
  });

  test.each(LISTS)('$path: each member, missing or of another type, is named', (operation) => {
    const { envelope } = operation;
    const members = [
      ...(envelope.records === null ? [] : [envelope.records]),
      ...envelope.paging,
      ...Object.keys(envelope.members ?? {}),
    ];
    for (const name of members) {
      const body = createBody(operation) as Record<string, unknown>;
      const expected = name === envelope.records ? 'array' : (envelope.members?.[name] ?? 'number');
      for (const value of WRONG) {
        setMember(body, name, value);
        const type =
          value === undefined ? 'missing' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
        const { drift } = checkEnvelope(operation, envelope, body);
        expect(drift, `${name} ${type}`).toBe(type === expected ? null : `${name}: ${type}, expected ${expected}`);
      }
    }
    for (const root of [null, 1, 'x', envelope.records === null ? {} : []]) {
      expect(checkEnvelope(operation, envelope, root).drift).toMatch(/^root: /);
    }
  });

  test('a member that is only inherited does not count', () => {
    const [operation] = LISTS.filter(({ path }) => path === '/v1/agents');
    if (operation === undefined) throw new Error('no agents');
    expect(checkEnvelope(operation, operation.envelope, JSON.parse('{"__proto__":{"agents":[]}}')).drift).toBe(
      'agents: missing, expected array',
    );
  });

  const vectors = readVectors<{ schemas: Record<string, object> }>('envelopes.schema.json');
  test.skipIf(vectors === null)('agrees with the vectors of the reference on good bodies', () => {
    const schemas = vectors?.schemas ?? {};
    for (const operation of LISTS) {
      const validate = new Ajv2020({ strict: false }).compile(schemas[`GET ${operation.path}`] ?? false);
      expect(validate(createBody(operation)), operation.path).toBe(true);
    }
  });

  test('a fraction is drift only where the reference says integer', () => {
    for (const operation of LISTS) {
      const [name] = operation.envelope.paging;
      if (name === undefined) continue;
      const body = createBody(operation) as Record<string, unknown>;
      setMember(body, name, 1.5);
      const { drift, notes } = checkEnvelope(operation, operation.envelope, body);
      expect(drift).toBe(operation.path === '/v1/workflows' ? `${name}: not a whole number, expected integer` : null);
      if (drift === null) expect(notes).toContain(`${name}: not a whole number`);
    }
  });
});

/** A server with `total` records that answers a page its own way. */
type Serve = (
  page: number,
  limit: number,
  total: number,
) => { readonly ids: readonly number[]; readonly body?: Record<string, unknown> };

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

const honest: Serve = (page, limit, total) => ({
  ids: range((page - 1) * limit, Math.min(total, page * limit)),
  body: { total, page, limit, totalPages: Math.ceil(total / limit) },
});

async function walk(path: string, serve: Serve, total: number, limit: number, cap = 5) {
  const envelope = LISTS.find((list) => list.path === path)?.envelope;
  if (envelope === undefined) throw new Error(path);
  let fetched = 1;
  const read: FetchPage = async (page) => {
    fetched += 1;
    const { ids, body } = serve(page, limit, total);
    return { records: ids.map((id) => ({ id })), body: body ?? {} };
  };
  const first = await read(1);
  fetched = 1;
  if (!('records' in first)) throw new Error('no first page');
  return { ...(await walkPages(first, envelope, read, { limit, cap })), fetched };
}

describe('paging', () => {
  test.each([
    ['short page', '/v1/calls', honest, 450, 200, { end: 'short-page', drift: null, fetched: 3 }],
    [
      'exact multiple ends with an empty page',
      '/v1/calls',
      honest,
      400,
      200,
      { end: 'empty-page', drift: null, fetched: 3 },
    ],
    [
      'one short page is looked behind once',
      '/v1/calls',
      honest,
      5,
      200,
      { end: 'short-page', drift: null, fetched: 2 },
    ],
    ['nothing at all', '/v1/calls', honest, 0, 200, { end: 'empty-page', drift: null, fetched: 1 }],
    ['totalPages', '/v1/voices', honest, 3, 1, { end: 'total-pages', drift: null, fetched: 3 }],
    ['total', '/v1/batch-calls', honest, 3, 1, { end: 'total', drift: null, fetched: 3 }],
    ['cap', '/v1/voices', honest, 30, 1, { end: 'page-cap', drift: null, fetched: 5 }],
  ] as const)('honest: %s', async (_name, path, serve, total, limit, expected) => {
    expect(await walk(path, serve, total, limit)).toMatchObject(expected);
  });

  test('a limit that is clamped without a word loses records', async () => {
    const clamp: Serve = (page, _limit, total) => ({ ids: range((page - 1) * 100, Math.min(total, page * 100)) });
    const report = await walk('/v1/calls', clamp, 250, 200);
    expect(report).toMatchObject({ end: 'limit-clamped', fetched: 2 });
    expect(report.drift).toMatch(/^limit: /);
  });

  test('a page that is ignored never ends', async () => {
    const stuck: Serve = (_page, limit, total) => honest(1, limit, total);
    expect((await walk('/v1/calls', stuck, 500, 200)).drift).toMatch(/^page: ignored/);
    expect((await walk('/v1/voices', stuck, 9, 1)).drift).toMatch(/^page: ignored/);
  });

  test('a list that ignores both and comes at once loses nothing', async () => {
    const whole: Serve = (_page, _limit, total) => ({ ids: range(0, total) });
    expect(await walk('/v1/calls', whole, 5, 200)).toMatchObject({
      end: 'short-page',
      drift: null,
      notes: ['page: ignored, the whole list comes at once'],
    });
  });

  test('a clamp that is echoed is a note', async () => {
    const clamp: Serve = (page, _limit, total) => honest(page, 10, total);
    expect((await walk('/v1/voices', clamp, 25, 50)).notes).toContain('limit: clamped by the server');
  });

  test('20,000 servers of any kind: every walk ends within its cap', async () => {
    let seed = 1;
    const random = (max: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % max;
    };
    for (let run = 0; run < 20_000; run += 1) {
      const lie: Serve = () => ({
        ids: range(0, random(4)).map(() => random(6)),
        body: { total: random(9) - 2, page: random(5), limit: random(4), totalPages: random(99) - 3 },
      });
      const path = ['/v1/calls', '/v1/voices', '/v1/batch-calls'][random(3)] ?? '/v1/calls';
      const { fetched } = await walk(path, lie, 9, 1 + random(3));
      if (fetched > 5) throw new Error(`${fetched} pages`);
    }
  });
});
