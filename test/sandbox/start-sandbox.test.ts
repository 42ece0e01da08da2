import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { closeSandboxesAfterEach, runSandbox } from './run-sandbox.ts';

closeSandboxesAfterEach();

describe('startSandbox', () => {
  it('takes the made-up key and the real clock when nothing is said', async () => {
    const sandbox = await startSandbox();
    const response = await fetch(`${sandbox.url}/v1/agents`, {
      headers: { authorization: 'Bearer sandbox:sandbox-secret' },
    });
    expect(response.status).toBe(200);
    expect(sandbox.url).toBe(`http://127.0.0.1:${sandbox.port}`);
    await sandbox.close();
    await sandbox.close();
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });

  it('names the port and the option when the port is in use', async () => {
    const { port } = await runSandbox();
    const failure = await runSandbox({ port }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain(`--port: ${port} is already in use`);
  });

  it('takes the port it is told to', async () => {
    const first = await runSandbox();
    await first.close();
    expect((await runSandbox({ port: first.port })).port).toBe(first.port);
  });

  it.each([
    [{ port: -1 }, '--port'],
    [{ port: 65_536 }, '--port'],
    [{ port: 1.5 }, '--port'],
    [{ seed: -1 }, '--seed'],
    [{ now: 'yesterday' }, '--now'],
    [{ now: '2026-13-45' }, '--now'],
    [{ legacy: 'off' as 'on' }, '--legacy'],
    [{ auth: 'gard' as 'guard' }, 'Did you mean "guard"?'],
    [{ fault: 'boom' }, '--fault'],
  ])('refuses %j and names the option', async (options, words) => {
    const failure = await runSandbox(options).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(String(failure)).toContain(words);
  });

  it('listens on loopback and nowhere else', async () => {
    const { port } = await runSandbox();
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address, internal } of others.filter(({ family }) => family === 'IPv4')) {
      if (internal) continue;
      const isOpen = await new Promise((resolve) => {
        const socket = connect(port, address, () => resolve(true));
        socket.on('error', () => resolve(false)).setTimeout(500, () => resolve(false));
      });
      expect(isOpen).toBe(false);
    }
  });

  it('runs beside others without sharing anything', async () => {
    const [one, two] = await Promise.all([runSandbox(), runSandbox()]);
    await one.ask('POST', '/v1/agents', { name: 'only here' });
    expect(await (await two.ask('GET', '/v1/agents')).text()).not.toContain('only here');
    expect(await two.readJournal()).toHaveLength(1);
  });

  it('closes open streams and connections at once', async () => {
    const { ask, close } = await runSandbox({ fault: 'slow', slow: 60_000 });
    const pending = ask('GET', '/v1/agents').catch(() => 'cut');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await close();
    expect(await pending).toBe('cut');
  });
});
