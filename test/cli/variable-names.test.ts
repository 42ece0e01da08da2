import { expect, test } from 'vitest';
import { createTree, runCli } from './run-cli.ts';

/** A key that is given where the name of its variable belongs lands in no log. */

const PROBE = ['probe', '--base-url', 'https://api.voice.example', '--key-env'];
const VERIFY = ['webhook', 'verify', 'body', '--signature', '0'.repeat(64), '--secret-env'];
const TEST = ['webhook', 'test', 'http://127.0.0.1:9/', '--secret-env'];
const SECRETS = ['kid_1:topsecretvalue', 'topsecretvalue', 'topsecret4-abcdef0123456789', 'AKIA0123456789ABCDEFGHIJ'];

test.each([PROBE, VERIFY, TEST].flatMap((args) => SECRETS.map((secret) => [args, secret] as const)))(
  '%j %s',
  async (args, secret) => {
    const { stdout, stderr, exitCode } = await runCli([...args, secret], createTree({ body: '{}' }));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(args.at(-1));
    expect(stdout + stderr).not.toContain(secret);
  },
);

test.each([
  [PROBE, 'VOICE_API_KEY'],
  [VERIFY, 'HOOK_SECRET'],
  [TEST, '_SECRET2'],
])('%j %s: what is a name is said', async (args, name) => {
  const { stderr, exitCode } = await runCli([...args, name], createTree({ body: '{}' }));
  expect(exitCode).toBe(2);
  expect(stderr).toContain(`the environment has no ${name}.`);
});

test('a name of another form is one, once it is set', async () => {
  const env = { 'hook.secret': 'x' };
  const { exitCode } = await runCli([...VERIFY, 'hook.secret'], createTree({ body: '{}' }), { env });
  expect(exitCode).toBe(1);
});
