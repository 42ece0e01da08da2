import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLATFORM } from '../../src/contract/platform.ts';
import { compilePlan } from '../../src/probe/compile-plan.ts';
import { InterlockError } from '../../src/probe/interlock.ts';
import { listRequests } from '../../src/probe/list-requests.ts';
import { checkPlanned } from '../../src/probe/planned-request.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createTree, runCli } from '../cli/run-cli.ts';
import { answer, hasKey, missing, runFake, unauthorized, use } from './fake-platform.ts';

/** What `--plan` prints is what a run sends: not more, and whatever has no condition is sent. */

const BASE = 'https://api.voice.example';
const KEY = 'sandbox:sandbox-secret';

interface Line {
  readonly method: string;
  readonly pattern: RegExp;
  readonly query: string;
  readonly key: boolean;
  readonly times: number;
  readonly isConditional: boolean;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly key: boolean;
}

function parsePattern(path: string): RegExp {
  const source = path
    .replaceAll('<random>', '(v1-migrate-probe-\\w+|[\\w-]{36})')
    .replace(/\{\w+\}/g, '[^/]+')
    .replaceAll('/', '\\/');
  return new RegExp(`^${source}$`);
}

/** Reads the printed text alone, as a person would. */
function parsePlan(text: string): readonly Line[] {
  return text.split('\n').flatMap((line): readonly Line[] => {
    const [, isInner, method = '', path = '', query = '', rest = ''] =
      /^( {2})?([A-Z]+) (\/[^\s?:,]+)(?:\?([^\s:,]+))?(?:[:,] )(.*)$/.exec(line) ?? [];
    if (method === '' || rest.startsWith('not sent') || rest === 'without key, cookie and body') return [];
    const [last = ''] = rest.split(', ').slice(-1);
    const key = rest.includes('with the key');
    return [
      {
        method,
        pattern: parsePattern(path),
        query,
        key,
        times: rest.includes('twice') ? 2 : 1,
        isConditional: isInner !== undefined && !/^with(out)?( the)? key$/.test(last),
      },
    ];
  });
}

function isLineOf({ method, pattern, query, key }: Line, sent: Sent): boolean {
  return method === sent.method && pattern.test(sent.path) && query === sent.query && key === sent.key;
}

function describeSent({ method, path, query, key }: Sent): string {
  return `${method} ${path}?${query} ${key ? 'with' : 'without'} key`;
}

function compare(lines: readonly Line[], sent: readonly Sent[]): void {
  const strays = sent.filter((request) => !lines.some((line) => isLineOf(line, request)));
  expect(strays.map(describeSent)).toEqual([]);
  for (const request of sent) {
    const allowed = lines.filter((line) => isLineOf(line, request)).reduce((sum, { times }) => sum + times, 0);
    const same = sent.filter((other) => describeSent(other) === describeSent(request));
    expect(same.length, describeSent(request)).toBeLessThanOrEqual(allowed);
  }
}

function expectAll(lines: readonly Line[], sent: readonly Sent[]): void {
  const unsent = lines.filter((line) => !line.isConditional && !sent.some((request) => isLineOf(line, request)));
  expect(unsent).toEqual([]);
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ streamDelay: 0, legacy: 'on' });
});
afterAll(() => sandbox.close());

async function planAndRun(args: readonly string[], code: string, url = sandbox.url) {
  const cwd = createTree({ 'a.js': code });
  const io = { env: { V1_MIGRATE_KEY: KEY, V1_MIGRATE_BASE_URL: url }, createToken: () => 'ab'.repeat(16) };
  const all = ['probe', 'a.js', '--code-base-url', BASE, ...args];
  await fetch(`${url}/__sandbox/requests`, { method: 'DELETE' });
  const plan = await runCli([...all, '--plan'], cwd, io);
  const journal = async () =>
    (await (await fetch(`${url}/__sandbox/requests`)).json()) as readonly {
      method: string;
      path: string;
      query: Record<string, string>;
      authorized: boolean;
    }[];
  expect(await journal()).toEqual([]);
  const run = await runCli([...all, '--reporter', 'json'], cwd, io);
  const sent = (await journal()).map(({ method, path, query, authorized }) => ({
    method,
    path,
    query: new URLSearchParams(query).toString(),
    key: authorized,
  }));
  expect(JSON.parse(run.stdout)).toMatchObject({ stopped: null, accounting: { requestsSent: sent.length } });
  return { plan: plan.stdout, lines: parsePlan(plan.stdout), sent };
}

describe('the plan and the run', () => {
  const GET = [
    `fetch('${BASE}/agents');`,
    `fetch('${BASE}/calls');`,
    `fetch('${BASE}/voices');`,
    `fetch('${BASE}/voices/s2s');`,
    `export const one = (id) => fetch(\`${BASE}/agents/\${id}\`);`,
    `export const leads = (id) => fetch(\`${BASE}/workflows/\${id}/leads\`);`,
    `fetch('${BASE}/agents/nothing/here');`,
    `fetch('${BASE}/languages', { method: 'HEAD' });`,
  ].join('\n');

  test.each([
    ['GET', 'GET', [], GET],
    ['GET with --legacy', 'HEAD', ['--legacy'], GET],
    [
      'POST',
      'POST',
      [],
      `fetch('${BASE}/calls', { method: 'POST' });\nfetch('${BASE}/batch-calls', { method: 'POST' });`,
    ],
    ['PATCH', 'PATCH', [], `export const set = (id) => fetch(\`${BASE}/agents/\${id}\`, { method: 'PATCH' });`],
    [
      'a write of what is not there',
      'PATCH',
      [],
      `export const set = (id) => fetch(\`${BASE}/agents/\${id}/nothing\`, { method: 'PATCH' });`,
    ],
    [
      '--no-keyless-writes',
      'OPTIONS',
      ['--no-keyless-writes'],
      `export const set = (id) => fetch(\`${BASE}/agents/\${id}\`, { method: 'PATCH' });`,
    ],
    ['--stream', 'POST', ['--stream'], `fetch('${BASE}/v1/agent-builder/run/stream', { method: 'POST' });`],
  ])('%s', async (_name, asked, args, code) => {
    const { lines, sent } = await planAndRun(args, code);
    expect(sent.map(({ method }) => method)).toContain(asked);
    compare(lines, sent);
    expectAll(lines, sent);
  });

  test('DELETE: nothing', async () => {
    const code = `export const remove = (id) => fetch(\`${BASE}/agents/\${id}\`, { method: 'DELETE' });`;
    const { plan, sent } = await planAndRun([], code);
    expect(plan).toBe('DELETE /v1/agents/{id}: not sent (method-never-sent)\n');
    expect(sent).toEqual([]);
  });

  test.each(['middleware', 'prefix'] as const)('behind %s, where the legacy twins are gone', async (auth) => {
    const other = await startSandbox({ streamDelay: 0, auth, legacy: 'removed' });
    try {
      const writes = `fetch('${BASE}/calls', { method: 'POST' });\nfetch('${BASE}/nothing', { method: 'POST' });`;
      const { lines, sent } = await planAndRun(['--legacy'], `${GET}\n${writes}`, other.url);
      compare(lines, sent);
    } finally {
      await other.close();
    }
  });

  test('says what carries the key, what follows, and how much at most', async () => {
    const { plan } = await planAndRun(['--legacy'], `fetch('${BASE}/agents');`);
    expect(plan.split('\n')).toEqual(
      expect.arrayContaining([
        '  GET /v1/agents, without key, if it was read above',
        'GET /v1/agents: with the key',
        '  GET /v1/<random>, with the key, after 200',
        '  GET /agents, with the key',
        '  GET /<random>, with the key, after 404',
      ]),
    );
    expect(plan).toMatch(/\nAt most \d+ requests, \d+ of them with the key; a run ends after 400\.\n/);
  });
});

describe('a request that does not stand in the list', () => {
  const planned = listRequests(
    compilePlan([use('GET', '/v1/agents/{id}')], { catalog: PLATFORM, stream: false, createWord: () => 'a'.repeat(32) })
      .endpoints,
    { catalog: PLATFORM, keylessWrites: true, legacy: false },
  );
  const keyed = { kind: 'keyed', method: 'GET' } as const;

  test.each([
    { ...keyed, path: '/v1/agents/ag_1' },
    { ...keyed, path: '/v1/v1-migrate-probe-aaaaaaaaaaaaaaaa/ag_1' },
  ])('%j does', (request) => {
    expect(() => checkPlanned(request, planned)).not.toThrow();
  });

  test.each([
    { ...keyed, path: '/v1/calls' },
    { ...keyed, path: '/agents/ag_1' },
    { ...keyed, path: '/v1/agents/ag_1/x' },
    { ...keyed, path: '/v1/agents/ag_1', query: { page: '1' } },
    { kind: 'keyed', method: 'HEAD', path: '/v1/agents/ag_1' } as const,
    { kind: 'keyless-write', method: 'PATCH', path: '/v1/agents/ag_1' } as const,
  ])('%j is not sent', (request) => {
    expect(() => checkPlanned(request, planned)).toThrow(InterlockError);
  });
});

const STATUSES = [200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 410, 422, 500];
const PATHS = [
  '/v1/agents',
  '/v1/agents/{id}',
  '/v1/calls',
  '/v1/voices/s2s',
  '/v1/workflows/{workflowId}/leads',
  '/v1/workflows/{workflowId}/leads/{leadId}',
  '/v1/x',
];

/** A session throws for what does not stand in the list, so that a run that ends proves that it kept to it. */
test('2,000 platforms of any kind: no answer leads to a request that was not planned', async () => {
  const platform = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PATCH'),
    path: fc.constantFrom(...PATHS),
    statuses: fc.array(fc.constantFrom(...STATUSES), { minLength: 3, maxLength: 12 }),
    legacy: fc.boolean(),
    keylessWrites: fc.boolean(),
    allow: fc.constantFrom('', 'GET, POST, PATCH'),
  });
  await fc.assert(
    fc.asyncProperty(platform, async ({ method, path, statuses, legacy, keylessWrites, allow }) => {
      let count = 0;
      const { sent } = await runFake(
        [use(method, path)],
        (wire) => {
          count += 1;
          if (wire.url.pathname === '/v1/agents') {
            return hasKey(wire) ? answer(200, { agents: [{ id: 'ag_1' }] }) : unauthorized();
          }
          if (wire.url.pathname === '/v1/workflows' && statuses[0] === 200) return answer(200, { data: [{ id: 'w' }] });
          if (count % 3 === 0 && !hasKey(wire)) return unauthorized();
          const status = statuses[count % statuses.length] ?? 404;
          return status === 404 ? missing(wire) : answer(status, [{ id: 'a' }], { allow });
        },
        { legacy, keylessWrites },
      );
      expect(sent.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
