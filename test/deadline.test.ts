import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openDeadline } from '../src/deadline.ts';

/** Frees what nothing holds, and what only weak references hold. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag makes it
  for (let round = 0; round < 3; round += 1) {
    await delay(5);
    collect();
  }
}

test('a deadline inside a deadline fires though nobody holds the inner one, and garbage was collected', async () => {
  const outer = new AbortController();
  const { signal, close } = openDeadline(10_000, openDeadline(60, outer.signal).signal);
  await collectGarbage();
  await delay(100);
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  close();
});

test('the outer signal fires it, before or after it was opened; a closed one stays silent', async () => {
  const outer = new AbortController();
  const open = openDeadline(10_000, outer.signal);
  const closed = openDeadline(10, outer.signal);
  closed.close();
  outer.abort(new Error('stop'));
  await delay(20);
  expect(open.signal.reason).toMatchObject({ message: 'stop' });
  const late = openDeadline(10_000, outer.signal);
  expect(late.signal.aborted).toBe(true);
  late.close();
  expect(closed.signal.aborted).toBe(false);
  open.close();
});
