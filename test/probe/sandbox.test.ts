import { afterEach, describe, expect, test } from 'vitest';
import type { ProbeResult, Verdict } from '../../src/model/probe-result.ts';
import { type ProbeSetup, probe } from '../../src/probe/probe.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { QUICK, use } from './fake-platform.ts';

const KEY = 'sandbox:sandbox-secret';
let sandbox: Sandbox | undefined;

afterEach(async () => {
  await sandbox?.close();
});

interface Seen {
  readonly method: string;
  readonly authorized: boolean;
  readonly json: unknown;
  readonly handler: string | null;
}

async function readJournal(url: string): Promise<readonly Seen[]> {
  const body: unknown = await (await fetch(`${url}/__sandbox/requests`)).json();
  return (Array.isArray(body) ? body : (body as { requests: unknown[] }).requests) as readonly Seen[];
}

async function run(options: SandboxOptions, rest: Partial<ProbeSetup> = {}): Promise<ProbeResult> {
  sandbox = await startSandbox({ streamDelay: 0, ...options });
  const result = await probe({ baseUrl: sandbox.url, key: KEY, timing: QUICK, ...rest });
  if (options.fault === undefined && rest.stream !== true) {
    for (const seen of await readJournal(sandbox.url)) {
      if (seen.method === 'GET' || seen.method === 'HEAD') continue;
      expect(seen).toMatchObject({ authorized: false, json: null, handler: null });
    }
  }
  return result;
}

function verdicts({ checked }: ProbeResult): Readonly<Record<string, string>> {
  return Object.fromEntries(checked.map(({ method, path, verdict }) => [`${method} ${path}`, verdict]));
}

describe('every documented operation', () => {
  test.each(['guard', 'middleware', 'prefix'] as const)(
    'auth %s: the verdicts that reading its code gives, no handler ran',
    async (auth) => {
      const result = await run({ auth });
      const writes: Verdict = auth === 'guard' ? 'exists' : 'unverified';
      for (const { method, path, verdict, reason } of result.checked) {
        expect(verdict, `${method} ${path}: ${reason}`).toBe(method === 'GET' ? 'confirmed' : writes);
        if (verdict === 'unverified') expect(reason).toBe('shielded');
      }
      expect(result.stopped).toBeNull();
      expect(result.accounting.requestsSent).toBeLessThan(120);
    },
  );
});

describe('endpoints of code', () => {
  const endpoints = ['GET', 'POST', 'PATCH', 'DELETE'].flatMap((method) =>
    [
      '/v1/agents/{id}',
      '/v1/agents',
      '/v1/nothing',
      '/v1/nothing/{id}',
      '/v1/agent-builder/inventory',
      '/v1/agents/{}',
    ].map((path) => use(method, path)),
  );

  test('guard: what is there exists, what is not is absent, what is not known is not sent', async () => {
    const result = await run({ auth: 'guard' }, { endpoints: [...endpoints, use(null, '/v1/calls')] });
    expect(verdicts(result)).toEqual({
      'GET /v1/agents/{id}': 'confirmed',
      'GET /v1/agents': 'confirmed',
      'GET /v1/nothing': 'absent',
      'GET /v1/nothing/{id}': 'absent',
      'GET /v1/agent-builder/inventory': 'absent',
      'GET /v1/agents/{}': 'not-sent',
      'POST /v1/agents/{id}': 'absent',
      'POST /v1/agents': 'exists',
      'POST /v1/nothing': 'absent',
      'POST /v1/nothing/{id}': 'absent',
      'POST /v1/agent-builder/inventory': 'absent',
      'POST /v1/agents/{}': 'not-sent',
      'PATCH /v1/agents/{id}': 'exists',
      'PATCH /v1/agents': 'absent',
      'PATCH /v1/nothing': 'absent',
      'PATCH /v1/nothing/{id}': 'absent',
      'PATCH /v1/agent-builder/inventory': 'absent',
      'PATCH /v1/agents/{}': 'not-sent',
      'DELETE /v1/agents/{id}': 'not-sent',
      'DELETE /v1/agents': 'not-sent',
      'DELETE /v1/nothing': 'not-sent',
      'DELETE /v1/nothing/{id}': 'not-sent',
      'DELETE /v1/agent-builder/inventory': 'not-sent',
      'DELETE /v1/agents/{}': 'not-sent',
      'null /v1/calls': 'not-sent',
    });
    expect(result.checked[0]?.usedAt).toEqual(['src/api.ts:12']);
  });

  test('middleware: reading is judged with the key, writing is shielded', async () => {
    const { checked } = await run({ auth: 'middleware' }, { endpoints });
    for (const { method, path, verdict } of checked) {
      if (method === 'POST' || method === 'PATCH') expect(['unverified', 'not-sent'], path).toContain(verdict);
    }
    expect(checked.find(({ path }) => path === '/v1/nothing')?.verdict).toBe('absent');
  });

  test('--no-keyless-writes sends none', async () => {
    const result = await run({}, { endpoints, keylessWrites: false });
    expect(result.accounting.keylessUnsafe).toBe(0);
    expect(verdicts(result)['POST /v1/agents']).toBe('not-sent');
    expect(verdicts(result)['GET /v1/agents/{id}']).toBe('confirmed');
  });
});

describe('faults of the sandbox', () => {
  test.each([
    ['reset', 'unverified', 'reset'],
    ['truncated', 'unverified', 'truncated'],
    ['500', 'unverified', 'server-error'],
    ['429', 'unverified', 'rate-limited'],
    ['redirect', 'unverified', 'redirect'],
    ['html', 'drift', 'content-type: text/html, expected application/json'],
  ])('%s: never absent, never confirmed', async (fault, verdict, reason) => {
    const result = await run({ fault }, { timing: { ...QUICK, maxWait: 0 } });
    const reads = result.checked.filter(({ method }) => method === 'GET');
    expect(reads[0]).toMatchObject({ verdict, reason });
    for (const checked of result.checked) expect(['unverified', 'drift']).toContain(checked.verdict);
    expect(result.accounting.keylessUnsafe).toBe(0);
  });

  test('a redirect is not followed: the key stays with the host that was named', async () => {
    const { accounting } = await run({ fault: 'redirect' });
    const journal = sandbox === undefined ? [] : await readJournal(sandbox.url);
    expect(journal.length).toBe(accounting.requestsSent);
  });

  test.each(['/v1/agents', '/v1/workflows', '/v1/calls', '/v1/voices/s2s', '/v1/workflows/{workflowId}/leads'])(
    'envelope:%s is drift that names the member',
    async (path) => {
      const { checked } = await run({ fault: `envelope:${path}` });
      for (const each of checked) {
        if (each.method !== 'GET') continue;
        // Without a list there is no id to ask the leads with.
        const isLeads = path === '/v1/workflows' && each.path.endsWith('/leads');
        if (each.path !== path) expect(each.verdict, each.path).toBe(isLeads ? 'exists' : 'confirmed');
        else
          expect(each).toMatchObject({
            verdict: 'drift',
            reason: expect.stringMatching(/^(agents|data|voices|root): (missing|object), expected array$/),
          });
      }
    },
  );
});

describe('the stream', () => {
  const build = [use('POST', '/v1/agent-builder/run/stream')];

  test.each([
    [undefined, 'confirmed', 'complete'],
    ['error-after-200', 'exists', 'stream-error'],
    ['truncated', 'unverified', 'truncated'],
    ['html', 'drift', 'content-type: expected application/x-ndjson'],
    ['500', 'unverified', 'server-error'],
  ])('fault %s: %s', async (fault, verdict, reason) => {
    const { checked } = await run(fault === undefined ? {} : { fault }, { endpoints: build, stream: true });
    expect(checked[0]).toMatchObject({ verdict, reason });
  });

  test('one run, with a body that the platform accepts', async () => {
    await run({}, { endpoints: build, stream: true });
    const writes = (sandbox === undefined ? [] : await readJournal(sandbox.url)).filter(
      ({ method }) => method === 'POST',
    );
    expect(writes).toHaveLength(1);
    expect(writes[0]).toMatchObject({ authorized: true, handler: 'POST /v1/agent-builder/run/stream' });
  });

  test('without --stream no build runs', async () => {
    const { checked } = await run({}, { endpoints: build });
    expect(checked[0]?.verdict).toBe('exists');
  });
});

describe('legacy twins', () => {
  test('removed, as the platform is after the cut-off', async () => {
    const { legacy } = await run({ legacy: 'removed' }, { legacy: true });
    expect(legacy?.length).toBe(15);
    for (const { outcome } of legacy ?? []) expect(outcome).toBe('removed');
  });

  test('deprecated: the same shape, and what the headers announce', async () => {
    const { legacy } = await run({ legacy: 'deprecated' }, { legacy: true, endpoints: [use('GET', '/v1/calls')] });
    expect(legacy?.[0]).toMatchObject({ path: '/v1/calls', legacyPath: '/calls', outcome: 'same' });
    expect(legacy?.[0]?.notes).toEqual(
      expect.arrayContaining([
        'Deprecation: announced',
        'Sunset: announced',
        'Link: names a successor',
        'still served after 2026-07-31',
      ]),
    );
  });

  test('an envelope that changed is named by member and type', async () => {
    const { legacy } = await run(
      { legacy: 'on', fault: 'envelope:/v1/agents' },
      { legacy: true, endpoints: [use('GET', '/v1/agents')] },
    );
    expect(legacy?.[0]?.outcome).toBe('differs');
    expect(legacy?.[0]?.differences).toContain('$.agents: missing, was array');
  });
});

describe('keys', () => {
  test.each([['sandbox-revoked:sandbox-secret'], ['sandbox:wrong-secret']])(
    'a key that is refused ends the run',
    async (key) => {
      const result = await run({}, { key });
      expect(result.stopped).toBe('key-refused');
      expect(result.accounting.requestsSent).toBe(2);
      for (const checked of result.checked)
        expect(checked).toMatchObject({ verdict: 'unverified', reason: 'key-refused' });
    },
  );
});
