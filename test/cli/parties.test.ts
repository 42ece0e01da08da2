import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createTree, runCli, type Transcript } from './run-cli.ts';

/** The sandbox, the stream and the webhooks as the whole command line has them; what each can say is tested beside it. */

const SECRET = 'hook-secret';
const BODY = '{ "event": "call.ended" }\n';
const SIGNATURE = createHmac('sha256', SECRET).update(BODY).digest('hex');
const COMPLETE = JSON.stringify({
  type: 'complete',
  data: { status: 'completed', missingQuestions: [], evaluation: {}, draftAgent: {} },
});

const cwd = createTree({ 'body.json': BODY, 'build.ndjson': `${COMPLETE}\n` });

function run(line: string, input = ''): Promise<Transcript> {
  const env = { HOOK_SECRET: SECRET };
  return runCli(line.split(' '), cwd, { env, openStdin: () => Readable.from([Buffer.from(input)]) });
}

test('sandbox: ready, used, stopped', async () => {
  const stop = new AbortController();
  let answer: Promise<Response> | null = null;
  let said = '';
  const stdout = {
    isTTY: false,
    write: (text: string) => {
      said += text;
      const url = text.trim().split(' ').at(-1);
      answer = fetch(`${url}/calls`, { headers: { authorization: 'Bearer sandbox:sandbox-secret' } });
      void answer.finally(() => stop.abort());
    },
  };
  const { exitCode, stderr } = await runCli(['sandbox', '--legacy', 'removed'], cwd, { stdout, signal: stop.signal });
  expect(said).toMatch(/^v1-migrate sandbox listening on http:\/\/127\.0\.0\.1:\d+\n$/);
  expect({ exitCode, stderr, status: ((await answer) as Response | null)?.status }).toEqual({
    exitCode: 0,
    stderr: 'the key is sandbox:sandbox-secret\n',
    status: 404,
  });
});

test('stream check: a file and a pipe', async () => {
  const verdict = { outcome: 'complete', code: null, events: 1, notes: [] };
  const complete: Transcript = {
    stdout: `${JSON.stringify(verdict, null, 2)}\n`,
    stderr: 'note: the stream is complete; that is no proof that an agent was saved (§1)\n',
    exitCode: 0,
  };
  expect(await run('stream check build.ndjson')).toEqual(complete);
  expect(await run('stream check -', `${COMPLETE}\n`)).toEqual(complete);
  expect((await run('stream check -', '{"type":"error"}')).exitCode).toBe(1);
  expect(await run('stream check')).toEqual({
    stdout: '',
    stderr: 'v1-migrate: Name the file that holds the captured stream, or - for stdin.\n',
    exitCode: 2,
  });
});

test('webhook verify: a file and a pipe', async () => {
  const line = `webhook verify --secret-env HOOK_SECRET --signature ${SIGNATURE}`;
  const trusted: Transcript = { stdout: '{"ok":true,"reason":null}\n', stderr: '', exitCode: 0 };
  expect(await run(`${line} body.json`)).toEqual(trusted);
  expect(await run(`${line} -`, BODY)).toEqual(trusted);
  expect(await run(`${line} -`, BODY.trim())).toEqual({
    stdout: '{"ok":false,"reason":"mismatch"}\n',
    stderr: 'not trusted: the payload must be the raw bytes as they arrived, and the secret the one of this webhook\n',
    exitCode: 1,
  });
  // `--signature "$SIGNATURE"` in a script where the header did not come
  expect(await run('webhook verify --secret-env HOOK_SECRET --signature  body.json')).toEqual({
    stdout: '{"ok":false,"reason":"missing"}\n',
    stderr: 'not trusted: the header x-service-signature was empty or not there\n',
    exitCode: 1,
  });
});

test('webhook test: nobody there, and another machine', async () => {
  const { exitCode, stdout } = await run('webhook test http://127.0.0.1:9/hooks --secret-env HOOK_SECRET');
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { ok: false, sent: 1 }]);
  expect(await run('webhook test https://example.com/hooks --secret-env HOOK_SECRET')).toEqual({
    stdout: '',
    stderr:
      'v1-migrate: The receiver must be an http or https URL of this machine.\n  --allow-remote tests a receiver on another machine; hostile deliveries will be sent to it.\n',
    exitCode: 2,
  });
});
