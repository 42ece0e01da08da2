import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { copyApp, runReport, testApp } from './expected-app.ts';
import expected from './frontdesk.expected.json' with { type: 'json' };
import { recordRequests } from './run-frontdesk.ts';

/** A monorepo of an API, a web app, and clients of two vendors with the same words in their paths. */

testApp(expected);

/** No v1 form (§9.4), not in the catalogue, or work by hand. */
const STAYS = /example\/(?:campaigns|web-call|agents2|usage|agents\/ag_1\/post-call-llm|rest\/)/;

test('sends after its migration the same requests, those of the platform to /v1', async () => {
  const app = copyApp(expected.app);
  const before = await recordRequests(app);
  await runReport(app, expected);
  const wanted = before.map((request) =>
    STAYS.test(request) ? request : request.replace('parlance.example/', 'parlance.example/v1/'),
  );
  expect(await recordRequests(app)).toEqual(wanted);
  expect(wanted.filter((request) => request.includes('/v1/'))).toHaveLength(21);
  expect(wanted).toHaveLength(31);
  rmSync(app, { recursive: true, force: true });
});
