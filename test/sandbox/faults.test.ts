import { describe, expect, it } from 'vitest';
import { checkAgentBuilderStream } from '../../src/stream/check-agent-builder-stream.ts';
import { createBuildRequest } from './client.ts';
import { closeSandboxesAfterEach, readJson, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

const PATH = '/v1/calls?limit=50';
const STREAM = '/v1/agent-builder/run/stream';

/** The code under what fetch throws. */
async function findFailure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? error.cause.code : error;
  }
  return 'no failure';
}

/** Every fault is asked for by the option and by the header; both must do the same. */
describe.each(['option', 'header'] as const)('a fault asked for by the %s', (way) => {
  const getShared = shareSandbox({ slow: 400 });

  async function askFaulty(fault: string, path = PATH, body?: unknown): Promise<Response> {
    const isOption = way === 'option';
    const { ask } = isOption ? await runSandbox({ fault, slow: 400 }) : getShared();
    return ask(body === undefined ? 'GET' : 'POST', path, body, isOption ? {} : { 'x-sandbox-fault': fault });
  }

  it('429 says when to come again', async () => {
    const response = await askFaulty('429');
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject({ statusCode: 429 });
  });

  it('500', async () => {
    const response = await askFaulty('500');
    expect([response.status, await response.json()]).toMatchObject([500, { statusCode: 500 }]);
  });

  it('html is a page with status 200', async () => {
    const response = await askFaulty('html');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await response.text()).toContain('<!doctype html>');
  });

  it('redirect leads to another host name', async () => {
    const response = await askFaulty('redirect');
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/v1\/calls$/);
  });

  it('reset cuts the connection before an answer', async () => {
    expect(await findFailure(askFaulty('reset'))).toBe('ECONNRESET');
  });

  it('truncated ends a body before its length', async () => {
    expect(await findFailure(askFaulty('truncated').then((response) => response.text()))).toBe('UND_ERR_SOCKET');
  });

  it('truncated cuts a stream before its end', async () => {
    const response = await askFaulty('truncated', STREAM, createBuildRequest());
    expect(response.status).toBe(200);
    const verdict = await checkAgentBuilderStream(response.body ?? new ReadableStream());
    expect(verdict).toMatchObject({ outcome: 'violation', code: 'truncated' });
  });

  it('slow takes its time and gives the whole answer', async () => {
    const start = performance.now();
    const response = await askFaulty('slow');
    expect(await response.json()).toHaveLength(50);
    expect(performance.now() - start).toBeGreaterThan(350);
  });

  it('envelope breaks the named list and no other', async () => {
    const { ask } = await runSandbox(way === 'option' ? { fault: 'envelope:/v1/workflows' } : {});
    const headers = way === 'option' ? {} : { 'x-sandbox-fault': 'envelope:/v1/workflows' };
    const broken = await readJson(ask('GET', '/v1/workflows', undefined, headers));
    expect(broken).not.toHaveProperty('data');
    expect(broken).toHaveProperty('meta');
    expect(await readJson(ask('GET', '/workflows', undefined, headers))).toHaveProperty('data');
    expect(await readJson(ask('GET', '/v1/calls', undefined, headers))).toBeInstanceOf(Array);
  });

  it('envelope breaks a root array, and a list with an id in its path', async () => {
    expect(await (await askFaulty('envelope:/v1/llms', '/v1/llms')).json()).not.toBeInstanceOf(Array);
    const name = 'envelope:/v1/workflows/{workflowId}/leads';
    const { ask } = await runSandbox({ fault: name });
    const { data } = await readJson<{ data: readonly { id: string }[] }>(ask('GET', '/v1/workflows'));
    expect(await readJson(ask('GET', `/v1/workflows/${data[0]?.id}/leads`))).not.toHaveProperty('data');
  });

  it('error-after-200 leaves everything but the stream as it is', async () => {
    expect(await (await askFaulty('error-after-200')).json()).toHaveLength(50);
    const stream = await askFaulty('error-after-200', STREAM, createBuildRequest());
    expect(await checkAgentBuilderStream(stream.body ?? new ReadableStream())).toMatchObject({
      outcome: 'stream-error',
    });
  });
});

describe('faults', () => {
  it('of one request beat the one in force', async () => {
    const { ask } = await runSandbox({ fault: '500' });
    expect((await ask('GET', PATH, undefined, { 'x-sandbox-fault': '429' })).status).toBe(429);
  });

  it('stand in the journal as any other request', async () => {
    const { ask, readJournal } = await runSandbox({ fault: '500' });
    await ask('GET', PATH);
    expect(await readJournal()).toMatchObject([{ path: '/v1/calls', authorized: true, status: 500, handler: null }]);
  });

  it('that do not exist are refused, with the ones that do', async () => {
    const { ask } = await runSandbox();
    const response = await ask('GET', PATH, undefined, { 'x-sandbox-fault': 'explode' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('error-after-200');
    await expect(runSandbox({ fault: 'troncated' })).rejects.toThrow('Did you mean "truncated"?');
    await expect(runSandbox({ fault: 'envelope:/v1/call' })).rejects.toThrow('Did you mean "/v1/calls"?');
  });
});
