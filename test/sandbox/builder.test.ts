import { describe, expect, it } from 'vitest';
import { checkAgentBuilderStream } from '../../src/stream/check-agent-builder-stream.ts';
import { checkStreamResponse } from '../../src/stream/check-stream-response.ts';
import { createBuildRequest } from './client.ts';
import { closeSandboxesAfterEach, type RunningSandbox, runSandbox, shareSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

const PATH = '/v1/agent-builder/run/stream';

type Event = Readonly<Record<string, unknown>>;
interface Result {
  readonly status: string;
  readonly missingQuestions: readonly { readonly field: string }[];
  readonly draftAgent: Event | null;
}

async function build({ ask }: RunningSandbox, more: Event = {}, path = PATH): Promise<readonly Event[]> {
  const response = await ask('POST', path, createBuildRequest(more));
  expect(response.status).toBe(200);
  const text = await response.text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function buildResult(sandbox: RunningSandbox, more: Event = {}): Promise<Result> {
  return (await build(sandbox, more)).at(-1)?.data as Result; // the last event is `complete`, as other tests hold
}

function answer(value: unknown, description: unknown = 'd'): Event {
  return { description, value };
}

function withInput(change: Event): Event {
  const { structured_input } = createBuildRequest();
  return { structured_input: { ...(structured_input as Event), ...change } }; // createBuildRequest makes an object
}

describe('the agent-builder stream', () => {
  const getShared = shareSandbox();

  it.each([PATH, '/v1/assistant/run/stream', '/agent-builder/run/stream', '/assistant/run/stream'])(
    'is one at %s',
    async (path) => {
      const sandbox = getShared();
      const response = await sandbox.ask('POST', path, createBuildRequest());
      expect(checkStreamResponse(response.status, response.headers.get('content-type') ?? undefined)).toEqual({
        ok: true,
      });
      const verdict = await checkAgentBuilderStream(response.body ?? new ReadableStream());
      expect(verdict).toMatchObject({ outcome: 'complete', code: null, notes: [] });
    },
  );

  it('has the nine members of §2.4, and all event types but error', async () => {
    const events = await build(getShared());
    expect(Object.keys(events.at(-1)?.data as object)).toEqual([
      'status',
      'events',
      'missingQuestions',
      'evaluation',
      'draftAgent',
      'promptText',
      'welcomeMessage',
      'technicalProfile',
      'error',
    ]);
    const types = new Set(events.map(({ type }) => type));
    expect([...types].sort()).toEqual([
      'building_event',
      'complete',
      'phase_complete',
      'phase_start',
      'thinking_delta',
    ]);
  });

  it('comes event by event, not in one piece', async () => {
    const { ask } = await runSandbox({ streamDelay: 10 });
    const response = await ask('POST', PATH, createBuildRequest());
    let chunks = 0;
    for await (const chunk of response.body ?? []) chunks += chunk.length > 0 ? 1 : 0;
    expect(chunks).toBeGreaterThan(5);
  });

  it('builds what pipeline and target_shape say; other values are the defaults', async () => {
    const sandbox = getShared();
    const draft = async (more: Event): Promise<Event | null> => (await buildResult(sandbox, more)).draftAgent;
    expect(await draft({})).toMatchObject({ type: 'single_prompt', pipeline: 'cascaded' });
    expect(await draft({ pipeline: 's2s' })).toMatchObject({ type: 'single_prompt', pipeline: 's2s', realtime: true });
    expect(await draft({ target_shape: 'cfa' })).toMatchObject({ type: 'conversation_flow' });
    expect(await draft({ target_shape: 'ivr' })).toMatchObject({ type: 'touch_tone_menu' });
    expect(await draft({ pipeline: 'x', target_shape: 'y' })).toMatchObject({
      type: 'single_prompt',
      pipeline: 'cascaded',
    });
  });

  it('validates answers on attempt 1 and not on attempt 2', async () => {
    const sandbox = getShared();
    const blank = withInput({ primary_goal: answer(' '), additional_context: answer('') });
    expect(await buildResult(sandbox, blank)).toMatchObject({
      status: 'needs_clarification',
      missingQuestions: [{ field: 'primary_goal' }],
      draftAgent: null,
    });
    expect(await buildResult(sandbox, { ...blank, build_attempt: 2 })).toMatchObject({ missingQuestions: [] });
    const phases = (await build(sandbox, { build_attempt: 2 })).map(({ phase }) => phase);
    expect(phases).not.toContain('validation');
  });

  it.each([
    [{ structured_input: undefined }, 'structured_input must be an object'],
    [{ structured_input: [] }, 'structured_input must be an object'],
    [withInput({ agent_tone: undefined }), 'structured_input.agent_tone must be an object'],
    [withInput({ agent_tone: 'x' }), 'structured_input.agent_tone must be an object'],
    [withInput({ agent_tone: { description: 'd' } }), 'structured_input.agent_tone.value must be a string'],
    [withInput({ agent_tone: answer('v', 1) }), 'structured_input.agent_tone.description must be a string'],
    [withInput({ validation_clarifications: 1 }), 'structured_input.validation_clarifications must be an object'],
    [{ build_attempt: 0 }, 'build_attempt must be 1 or 2'],
    [{ build_attempt: 3 }, 'build_attempt must be 1 or 2'],
    [{ build_attempt: 1.5 }, 'build_attempt must be 1 or 2'],
    [{ build_attempt: '1' }, 'build_attempt must be 1 or 2'],
    [{ build_attempt: null }, 'build_attempt must be 1 or 2'],
    [{ pipeline: 1 }, 'pipeline must be a string'],
    [{ target_shape: null }, 'target_shape must be a string'],
  ])('refuses %j', async (more, message) => {
    const { ask } = getShared();
    const response = await ask('POST', PATH, createBuildRequest(more));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ statusCode: 400, message: [message], error: 'Bad Request' });
  });

  it('fails after status 200 when told to', async () => {
    const { ask } = getShared();
    const response = await ask('POST', PATH, createBuildRequest(), { 'x-sandbox-fault': 'error-after-200' });
    expect(response.status).toBe(200);
    expect(await checkAgentBuilderStream(response.body ?? new ReadableStream())).toMatchObject({
      outcome: 'stream-error',
    });
  });

  it('notices a client that leaves', async () => {
    const sandbox = await runSandbox({ streamDelay: 20 });
    const controller = new AbortController();
    const response = await fetch(sandbox.url + PATH, {
      method: 'POST',
      headers: { authorization: 'Bearer test-key:test-secret-0123', 'content-type': 'application/json' },
      body: JSON.stringify(createBuildRequest()),
      signal: controller.signal,
    });
    await response.body?.getReader().read();
    controller.abort();
    await expect
      .poll(async () => (await sandbox.readJournal()).at(-1), { timeout: 20_000 })
      .toMatchObject({ path: PATH, aborted: true });
  });

  // bench/sandbox.ts does the same with a thousand.
  it('runs two hundred times at once without loss', async () => {
    const sandbox = await runSandbox({ streamDelay: 20 });
    const verdicts = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await sandbox.ask('POST', PATH, createBuildRequest());
        return (await checkAgentBuilderStream(response.body ?? new ReadableStream())).outcome;
      }),
    );
    expect(verdicts.filter((outcome) => outcome === 'complete')).toHaveLength(200);
    expect(await sandbox.readJournal()).toHaveLength(200);
  });
});
