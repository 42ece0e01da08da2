import { rmSync } from 'node:fs';
import https from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { copyApp, runReport, testApp } from './expected-app.ts';
import expected from './hotline.expected.json' with { type: 'json' };

/** A server of 2016 with what was built around it since: prototypes, callbacks, a queue, cron jobs, two kinds of Vue. */

testApp(expected);

interface Sent {
  readonly hostname: string;
  readonly path: string;
  readonly method: string;
}

/** What the clients that inherit from each other send, in order. */
async function recordRequests(app: string): Promise<readonly string[]> {
  const sent: string[] = [];
  const answer = (options: Sent, done: (response: Readable) => void) => {
    sent.push(`${options.method} ${options.hostname}${options.path}`);
    queueMicrotask(() => done(Readable.from(['[]'])));
    return new Writable({ write: (_chunk, _encoding, written) => written() });
  };
  const spy = vi.spyOn(https, 'request').mockImplementation(answer as never);
  try {
    const load = createRequire(join(app, 'server/index.js'));
    const [calls, tickets] = [new (load('./lib/calls'))(), new (load('./lib/tickets'))('key')];
    await calls.list({ page: 2 });
    await calls.each(() => undefined);
    await calls.find('c_1');
    await calls.hangup('c_1');
    await calls.agentOf({ agent_id: 'ag_1' });
    await tickets.list();
    await tickets.agents();
    await tickets.note('c_1', 'called back');
  } finally {
    spy.mockRestore();
  }
  return sent;
}

test('sends after its migration the same requests, those of the platform to /v1', async () => {
  const app = copyApp(expected.app);
  const migrated = copyApp(expected.app);
  await runReport(migrated, expected);
  const before = await recordRequests(app);
  expect(before).toHaveLength(8);
  expect(await recordRequests(migrated)).toEqual(
    before.map((request) => request.replace('api.ringline.example/', 'api.ringline.example/v1/')),
  );
  for (const folder of [app, migrated]) rmSync(folder, { recursive: true, force: true });
});
