import { afterAll, afterEach, beforeAll } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';

export const KEY = 'test-key:test-secret-0123';
export const BEFORE = '2026-07-30T23:59:59.999Z';
export const AFTER = '2026-07-31T00:00:00Z';

export interface RunningSandbox extends Sandbox {
  /** A request with the good key; `body` is sent as JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The journal. */
  readJournal(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The parsed body, of the shape that the test says it has. */
export async function readJson<T = Readonly<Record<string, unknown>>>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T; // the assertions behind it check what matters
}

const running: Sandbox[] = [];

/** Ends what a test started; to be called once in a test file. */
export function closeSandboxesAfterEach(): void {
  afterEach(async () => {
    await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
  });
}

async function open(options: SandboxOptions): Promise<RunningSandbox> {
  const sandbox = await startSandbox({ key: KEY, now: '2026-06-01', streamDelay: 1, ...options });
  return {
    ...sandbox,
    ask: (method, path, body, headers = {}) =>
      fetch(sandbox.url + path, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${KEY}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    readJournal: () => readJson(fetch(`${sandbox.url}/__sandbox/requests`)),
  };
}

/** A sandbox for one test. */
export async function runSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const sandbox = await open(options);
  running.push(sandbox);
  return sandbox;
}

/** One sandbox for all tests of a file that only look at answers; the function returned gives it to a test. */
export function shareSandbox(options: SandboxOptions = {}): () => RunningSandbox {
  let shared: RunningSandbox | undefined;
  beforeAll(async () => {
    shared = await open(options);
  });
  afterAll(() => shared?.close());
  return () => {
    if (shared === undefined) throw new Error('only inside a test');
    return shared;
  };
}
