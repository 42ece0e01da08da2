import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './faults.ts';

/** Answers that go wrong on the wire: cut, or slower than a client likes. */

/** How many pieces a slow answer comes in. */
const PIECES = 8;

async function* readChunks(payload: string | Readable): AsyncGenerator<Buffer> {
  if (typeof payload === 'string') yield Buffer.from(payload);
  else for await (const chunk of payload) yield Buffer.from(chunk);
}

/** The first half of each of the first two chunks, then nothing: a body that ends before its length or last chunk. */
async function* truncate(payload: string | Readable): AsyncGenerator<Buffer> {
  for await (const chunk of readChunks(payload)) {
    yield chunk.subarray(0, Math.ceil(chunk.length / 2));
    break;
  }
  // Time for the half to leave; a destroyed socket drops what it still holds.
  await delay(20);
  throw new Error('truncated on purpose');
}

async function* drip(payload: string | Readable, total: number): AsyncGenerator<Buffer> {
  const pause = (share: number): Promise<void> => delay(total * share, undefined, { ref: false });
  await pause(1 / 2);
  for await (const chunk of readChunks(payload)) {
    const size = Math.max(1, Math.ceil(chunk.length / PIECES));
    for (let at = 0; at < chunk.length; at += size) {
      yield chunk.subarray(at, at + size);
      await pause(1 / 2 / PIECES);
    }
  }
}

/** The payload as the fault lets it through, or null when the fault is of another kind. */
export function breakPayload(fault: Fault | null, payload: string | Readable, slow: number): Readable | null {
  if (fault?.kind === 'truncated') return Readable.from(truncate(payload), { objectMode: false });
  return fault?.kind === 'slow' ? Readable.from(drip(payload, slow), { objectMode: false }) : null;
}
