import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PLATFORM } from '../../src/contract/platform.ts';
import type { EndpointUse } from '../../src/model/plan.ts';
import { parseAddress } from '../../src/probe/address.ts';
import type { Exchange } from '../../src/probe/answer.ts';
import { ApiKey } from '../../src/probe/api-key.ts';
import { compilePlan } from '../../src/probe/compile-plan.ts';
import {
  InterlockError,
  type PassedRequest,
  type Permits,
  type ProbeRequest,
  passInterlock,
} from '../../src/probe/interlock.ts';
import { answer, hasKey, KEY, missing, runFake, unauthorized, use } from './fake-platform.ts';

const address = parseAddress('https://api.voice.example/api', '/v1');
const key = ApiKey.parse(KEY);
const NO_PERMITS: Permits = { writes: new Set(), build: null };
const createWord = (): string => 'a'.repeat(32);
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE', 'TRACE', 'post', 'CONNECT'];
const PATHS = [
  '/v1/calls',
  '/v1/agents/{id}',
  '/v1/agents',
  '/v1/agent-builder/run/stream',
  '/v1/workflows/{workflowId}/leads',
  '/v1/a/{}',
  '/v1/{id}',
  '/v1/x/../agents',
  'v1/calls',
  '/v1//calls',
];

/** Nothing that leaves may write and carry a credential or a body; nothing may ever be PUT or DELETE. */
function checkWire(wire: PassedRequest, permits: Permits): void {
  const names = Object.keys(wire.headers).map((name) => name.toLowerCase());
  const credentials = names.filter((name) =>
    ['authorization', 'cookie', 'x-api-key', 'proxy-authorization'].includes(name),
  );
  const isBuild = permits.build !== null && wire.url.pathname === `/api${permits.build.path}` && wire.body !== null;
  if (['GET', 'HEAD'].includes(wire.method)) {
    if (wire.body !== null) throw new Error('a body on a read');
  } else if (!isBuild) {
    if (!['OPTIONS', 'POST', 'PATCH'].includes(wire.method)) throw new Error(`method ${wire.method}`);
    if (credentials.length > 0 || wire.body !== null) throw new Error('a credential or body on a write');
    if (wire.method !== 'OPTIONS' && !permits.writes.has(`${wire.method} ${wire.url.pathname.slice('/api'.length)}`)) {
      throw new Error('a write outside of the plan');
    }
  }
  if (wire.url.origin !== 'https://api.voice.example') throw new Error('another origin');
}

const endpoint = fc.record({
  method: fc.option(fc.constantFrom(...METHODS)),
  path: fc.constantFrom(...PATHS),
  usedAt: fc.constant([]),
});
const request = fc.record({
  kind: fc.constantFrom('keyed', 'keyless', 'keyless-write', 'build', 'other'),
  method: fc.constantFrom(...METHODS),
  path: fc.oneof(fc.constantFrom(...PATHS), fc.constant('/v1/agents/aaaaaaaa-aaaa-4aaa-aaaa-aaaaaaaaaaaa')),
});

describe('interlock', () => {
  test('100,000 plans: whatever is asked for, no unsafe request with a credential or body passes', () => {
    let passed = 0;
    let refused = 0;
    fc.assert(
      fc.property(fc.array(endpoint, { maxLength: 4 }), fc.boolean(), request, (endpoints, stream, forged) => {
        const { permits } = compilePlan(endpoints, { catalog: PLATFORM, stream, createWord });
        try {
          // Forged on purpose: a caller without types can ask for anything.
          checkWire(passInterlock(forged as ProbeRequest, permits, address, key), permits);
          passed += 1;
        } catch (error) {
          if (!(error instanceof InterlockError) && !(error as Error).message.startsWith('a path would change'))
            throw error;
          refused += 1;
        }
      }),
      { numRuns: 100_000 },
    );
    expect(passed).toBeGreaterThan(5_000);
    expect(refused).toBeGreaterThan(5_000);
  }, 30_000);

  test('every concrete write of a plan passes, without key, cookie and body', () => {
    const endpoints = [use('POST', '/v1/calls'), use('PATCH', '/v1/agents/{id}')];
    const { permits } = compilePlan(endpoints, { catalog: PLATFORM, stream: false, createWord });
    expect(permits.writes.size).toBe(6);
    for (const entry of permits.writes) {
      const [method, path = ''] = entry.split(' ');
      const wire = passInterlock({ kind: 'keyless-write', method: method as 'POST', path }, permits, address, key);
      expect(Object.keys(wire.headers).sort()).toEqual(['accept', 'accept-encoding', 'user-agent']);
      expect(wire.body).toBeNull();
      expect(wire.ownConnection).toBe(true);
    }
  });

  test.each([
    '/v1/agents/..',
    '/v1/agents/.',
    '/v1/agents/a?x=1',
    '/v1/agents/a#b',
    '/v1/agents/a\\..\\b',
    '/v1/agents/\t..',
  ])('a path that the URL parser would change is refused: %s', (path) => {
    expect(() => passInterlock({ kind: 'keyed', method: 'GET', path }, NO_PERMITS, address, key)).toThrow(
      'a path would change',
    );
  });
});

const STATUSES = [200, 201, 204, 301, 302, 400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 503];
const chaos = fc.record({
  seed: fc.integer(),
  endpoints: fc.array(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD'),
      path: fc.constantFrom(...PATHS),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  mood: fc.constantFrom('guard', 'chaos', 'mostly'),
});

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function respondWildly(seed: number, mood: string): (wire: PassedRequest) => Exchange {
  const random = mulberry(seed);
  return (wire) => {
    const isWild = mood === 'chaos' || (mood === 'mostly' && random() < 0.1);
    if (isWild && random() < 0.1) return { kind: 'failure', reason: 'reset', detail: null, status: null };
    if (isWild) {
      const status = STATUSES[Math.floor(random() * STATUSES.length)] ?? 200;
      return answer(
        status,
        { agents: [{ id: '..' }], message: String(random()) },
        { allow: 'POST, PATCH', 'retry-after': '0' },
      );
    }
    if (!hasKey(wire)) return unauthorized();
    return wire.url.pathname === '/v1/agents' ? answer(200, { agents: [{ id: 'ag_1' }] }) : missing(wire);
  };
}

describe('whole runs', () => {
  test('1,000 plans against arbitrary answers: what leaves is always harmless, and a keyless 2xx to a write is the last request', async () => {
    await fc.assert(
      fc.asyncProperty(chaos, async ({ seed, endpoints, mood }) => {
        const respond = respondWildly(seed, mood);
        let afterSuccess = 0;
        let isOver = false;
        const uses: readonly EndpointUse[] = endpoints.map(({ method, path }) => use(method, path));
        const { result } = await runFake(uses, (wire) => {
          if (isOver) afterSuccess += 1;
          const exchange = respond(wire);
          if (!['GET', 'HEAD', 'OPTIONS'].includes(wire.method)) {
            if (hasKey(wire) || wire.body !== null) throw new Error('a credential on a write');
            if (exchange.kind === 'answer' && exchange.status < 300) isOver = true;
          }
          if (['PUT', 'DELETE'].includes(wire.method)) throw new Error(wire.method);
          return exchange;
        });
        expect(afterSuccess).toBe(0);
        if (isOver) expect(result.stopped).toBe('auth-off');
        expect(JSON.stringify(result)).not.toContain('Canary');
      }),
      { numRuns: 1_000 },
    );
  }, 30_000);
});
