import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { AUTH_MODES } from '../../src/sandbox/admit.ts';
import { AFTER, BEFORE, closeSandboxesAfterEach, KEY, readJson, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

const ID = KEY.slice(0, KEY.indexOf(':'));
const SECRET = KEY.slice(KEY.indexOf(':') + 1);
const UNAUTHORIZED = { statusCode: 401, message: 'Unauthorized', error: 'Unauthorized' };

/** Through node:http, which sends a header twice where fetch would join it. */
function getStatus(url: string, headers: readonly string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: ['host', '127.0.0.1', ...headers] }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject).end();
  });
}

describe('the key of §5', () => {
  const getShared = shareSandbox();

  it.each([
    ['Bearer', `Bearer ${KEY}`],
    ['another case', `bEARER ${KEY}`],
    ['several blanks', `Bearer   ${KEY}`],
    ['blanks around', `  Bearer ${KEY}  `],
  ])('is taken with %s', async (_name, authorization) => {
    const { url } = getShared();
    expect(await getStatus(`${url}/v1/agents`, ['authorization', authorization])).toBe(200);
  });

  it.each([
    ['nothing', []],
    ['an empty header', ['authorization', '']],
    ['the scheme alone', ['authorization', 'Bearer']],
    ['no scheme', ['authorization', KEY]],
    ['another scheme', ['authorization', `Basic ${KEY}`]],
    ['Basic in base64', ['authorization', `Basic ${Buffer.from(KEY).toString('base64')}`]],
    ['the id alone', ['authorization', `Bearer ${ID}`]],
    ['the id and a colon', ['authorization', `Bearer ${ID}:`]],
    ['the secret alone', ['authorization', `Bearer ${SECRET}`]],
    ['a colon and the secret', ['authorization', `Bearer :${SECRET}`]],
    ['another secret', ['authorization', `Bearer ${KEY}x`]],
    ['another case of the key', ['authorization', `Bearer ${KEY.toUpperCase()}`]],
    ['something behind it', ['authorization', `Bearer ${KEY} x`]],
    ['a revoked key', ['authorization', `Bearer ${ID}-revoked:${SECRET}`]],
    ['an expired key', ['authorization', `Bearer ${ID}-expired:${SECRET}`]],
    ['the header twice', ['authorization', `Bearer ${KEY}`, 'authorization', `Bearer ${KEY}`]],
    ['x-api-key', ['x-api-key', KEY]],
  ])('is refused with %s', async (_name, headers) => {
    const { url } = getShared();
    expect(await getStatus(`${url}/v1/agents`, headers)).toBe(401);
  });

  it('is refused with the documented body and nothing else', async () => {
    const { url } = getShared();
    const response = await fetch(`${url}/v1/agents`, { headers: { authorization: 'Bearer nobody:knows' } });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual(UNAUTHORIZED);
  });

  it('counts in x-api-key on unversioned paths only, and not beside a wrong bearer', async () => {
    const { url } = getShared();
    expect(await getStatus(`${url}/agents`, ['x-api-key', KEY])).toBe(200);
    expect(await getStatus(`${url}/v1/agents`, ['x-api-key', KEY, 'authorization', `Bearer ${KEY}`])).toBe(200);
    expect(await getStatus(`${url}/agents`, ['x-api-key', KEY, 'authorization', `Bearer ${ID}`])).toBe(401);
  });

  it('is needed before anything is said of the body', async () => {
    const { url } = getShared();
    const json = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/v1/agents`, { method: 'POST', headers: json, body: '{' })).status).toBe(401);
    expect((await fetch(`${url}/v1/agents`, { method: 'POST', body: 'x'.repeat(2_000_000) })).status).toBe(401);
  });

  it.each(['', 'no-colon', ':secret', 'id:', 'i d:secret', 'id:se cret'])('cannot be %j', async (key) => {
    await expect(runSandbox({ key })).rejects.toThrow('not of the form <key_id>:<secret>');
  });
});

describe('which answers first', () => {
  /** Statuses of keyless requests: a route, a method that it has not, below a family, outside, an unversioned route. */
  const EXPECTED = {
    guard: [401, 404, 404, 404, 401],
    prefix: [401, 401, 401, 404, 401],
    middleware: [401, 401, 401, 401, 401],
  } as const;
  const ASKED = [
    ['GET', '/v1/agents'],
    ['PUT', '/v1/agents'],
    ['POST', '/v1/calls/a/b/c'],
    ['GET', '/v1/nothing'],
    ['GET', '/calls'],
  ] as const;

  it.each(AUTH_MODES)('with --auth %s', async (auth) => {
    const { url, ask } = await runSandbox({ auth, now: BEFORE });
    const statuses = [];
    for (const [method, path] of ASKED) statuses.push((await fetch(url + path, { method })).status);
    expect(statuses).toEqual(EXPECTED[auth]);
    expect((await ask('GET', '/v1/nothing')).status).toBe(404);
    expect(await readJson(ask('PUT', '/v1/agents', {}))).toEqual({
      statusCode: 404,
      message: 'Cannot PUT /v1/agents',
      error: 'Not Found',
    });
  });

  it.each([
    ['guard', 404],
    ['prefix', 404],
    ['middleware', 401],
  ] as const)('with --auth %s on an unversioned path that is gone', async (auth, status) => {
    const { url } = await runSandbox({ auth, now: AFTER });
    expect((await fetch(`${url}/calls`)).status).toBe(status);
    expect((await fetch(`${url}/campaigns`)).status).toBe(401);
  });

  it('takes paths literally: no other case, no slash at the end', async () => {
    const { ask } = await runSandbox();
    for (const path of ['/v1/Agents', '/v1/agents/', '/V1/agents', '//v1/agents']) {
      expect((await ask('GET', path)).status, path).toBe(404);
    }
    expect((await ask('HEAD', '/v1/agents')).status).toBe(200);
    expect((await ask('OPTIONS', '/v1/agents')).status).toBe(404);
  });
});
