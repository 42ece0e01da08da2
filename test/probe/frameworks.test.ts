import { copyFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { probe } from '../../src/probe/probe.ts';
import { QUICK, use } from './fake-platform.ts';

/**
 * Servers that we did not write, with dependencies of their own that the package does not have. Installed by `node
 * test/probe/frameworks/install.mjs`; without that these tests show as skipped.
 */

interface Server {
  readonly port: number;
  close(): Promise<unknown>;
}

interface Frameworks {
  readonly KEY: string;
  readonly SERVERS: readonly (readonly [name: string, start: (state: { handled: number }) => Promise<Server>])[];
}

const installed = new URL('../../node_modules/.frameworks/', import.meta.url);
const isInstalled = existsSync(fileURLToPath(new URL('node_modules/@nestjs/core', installed)));

/** Plain JavaScript beside its dependencies, so its types are said here. */
async function loadFrameworks(): Promise<Frameworks> {
  const file = new URL('servers.mjs', installed);
  copyFileSync(new URL('./frameworks/servers.mjs', import.meta.url), file);
  return (await import(/* @vite-ignore */ file.href)) as Frameworks;
}

const READS = {
  present: [use('GET', '/v1/agents/{id}'), use('GET', '/v1/agents')],
  absent: [use('GET', '/v1/nothing/{id}'), use('GET', '/v1/agent-builder/inventory'), use('GET', '/v1/calls')],
};
const PRESENT = [
  ...READS.present,

  use('PATCH', '/v1/agents/{id}'),
  use('POST', '/v1/calls'),
  use('POST', '/v1/agent-builder/run/stream'),
];
const ABSENT = [
  ...READS.absent,
  use('PATCH', '/v1/calls/{id}'),
  use('POST', '/v1/agent-builder/inventory'),
  use('POST', '/v1/nothing'),
];

describe.skipIf(!isInstalled)('real frameworks', async () => {
  const { SERVERS, KEY } = isInstalled ? await loadFrameworks() : { SERVERS: [], KEY: '' };
  const tally = { correct: 0, open: 0 };

  test.each(SERVERS)('%s: no wrong verdict, no handler ran', async (_name, start) => {
    const state = { handled: 0 };
    const server = await start(state);
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const { checked } = await probe({ baseUrl, key: KEY, timing: QUICK, endpoints: [...PRESENT, ...ABSENT] });
      const verdicts = checked.map(({ method, path, verdict, reason }) => `${method} ${path}: ${verdict} ${reason}`);
      for (const [index, { verdict }] of checked.entries()) {
        const isPresent = index < PRESENT.length;
        const wrong: readonly string[] = isPresent ? ['absent', 'drift', 'denied'] : ['exists', 'confirmed', 'denied'];
        expect(wrong, verdicts.join('\n')).not.toContain(verdict);
        if (verdict === 'unverified') tally.open += 1;
        else tally.correct += 1;
      }
      expect(state.handled).toBe(0);
    } finally {
      await server.close();
    }
  });

  test('at least 20 configurations, and most questions are answered', () => {
    expect(SERVERS.length).toBeGreaterThanOrEqual(20);
    expect(tally.correct).toBeGreaterThan(SERVERS.length * 2);
  });

  afterAll(() => {
    if (isInstalled)
      console.info(`frameworks: ${SERVERS.length} servers, ${tally.correct} correct, ${tally.open} open, 0 wrong`);
  });
});
