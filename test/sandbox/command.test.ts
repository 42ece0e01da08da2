import { describe, expect, it } from 'vitest';
import { sandbox } from '../../src/cli/commands/sandbox.ts';
import { runCommand } from '../stream/run-command.ts';
import { closeSandboxesAfterEach, runSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

/** Runs the command until it is ready, hands its URL to `use`, and stops it. */
async function serve(
  args: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<ReturnType<typeof runCommand>> {
  const stop = new AbortController();
  let said = '';
  let ready: (url: string) => void = () => {};
  const url = new Promise<string>((resolve) => {
    ready = resolve;
  });
  const stdout = {
    isTTY: false,
    write: (text: string) => {
      said += text;
      const address = /^v1-migrate sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(text)?.[1];
      if (address !== undefined) ready(address);
    },
  };
  const running = runCommand(sandbox, args, { stdout, signal: stop.signal });
  await use(await Promise.race([url, running.then(({ stderr }) => Promise.reject(new Error(stderr)))]));
  stop.abort();
  return { ...(await running), stdout: said };
}

describe('v1-migrate sandbox', () => {
  it('prints one line when it is ready, and stops when told to', async () => {
    let address = '';
    const { exitCode, stdout, stderr } = await serve([], async (url) => {
      address = url;
      const headers = { authorization: 'Bearer sandbox:sandbox-secret' };
      expect((await fetch(`${url}/v1/agents`, { headers })).status).toBe(200);
    });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`v1-migrate sandbox listening on ${address}\n`);
    expect(stderr).toContain('sandbox:sandbox-secret');
    await expect(fetch(address)).rejects.toThrow();
  });

  it('prints no key that the user chose', async () => {
    const args = [
      '--key',
      'mine:very-secret',
      '--legacy',
      'on',
      '--now',
      '2027-01-01',
      '--seed',
      '9',
      '--auth',
      'prefix',
    ];
    const { stdout, stderr } = await serve(args, async (url) => {
      const headers = { authorization: 'Bearer mine:very-secret' };
      expect((await fetch(`${url}/calls`, { headers })).status).toBe(200);
    });
    expect(stdout + stderr).not.toContain('very-secret');
  });

  it.each([
    [['--port', 'x'], '--port'],
    [['--port', '70000'], '--port'],
    [['--seed', '-1'], '--seed'],
    [['--legacy', 'off'], '--legacy'],
    [['--auth', 'gaurd'], 'Did you mean "guard"?'],
    [['--now', 'soon'], '--now'],
    [['--now', '2026-02-30'], 'no day 2026-02-30'],
    [['--now', '2025-02-29T12:00:00Z'], 'no day 2025-02-29'],
    [['--fault', '404'], '--fault'],
    [['--key', 'no-colon'], '<key_id>:<secret>'],
  ])('refuses %j', async (args, words) => {
    const { exitCode, stdout, stderr } = await runCommand(sandbox, args);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain(words);
  });

  it('names the port and the option when the port is in use', async () => {
    const { port } = await runSandbox();
    const { exitCode, stderr } = await runCommand(sandbox, ['--port', String(port)]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`--port: ${port} is already in use on 127.0.0.1.`);
  });
});
