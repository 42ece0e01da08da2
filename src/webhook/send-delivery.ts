import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { openDeadline } from '../deadline.ts';
import { isLoopbackHost } from '../model/loopback-host.ts';
import { lookupLoopback } from './loopback.ts';

/** One HTTP POST to a receiver. Header names may repeat, so they are pairs. */
export interface Delivery {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** Sent one byte at a time, with chunked transfer coding. */
  readonly dripped?: boolean;
}

export type DeliveryAnswer =
  | { readonly status: number; readonly body: string; readonly milliseconds: number }
  | { readonly status: null; readonly reason: string; readonly milliseconds: number };

/** An answer is read this far and no further: a receiver has little to say. */
const MAX_ANSWER = 64 * 1024;

async function* dripBytes(body: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += 1) yield body.subarray(at, at + 1);
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length > MAX_ANSWER) break;
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER).toString('latin1');
}

/** A code such as ECONNREFUSED; never a message, which could hold the URL or a header. */
function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'TimeoutError' ? 'timeout' : 'failed';
}

/** Sends one delivery on a connection of its own, `timeout` in milliseconds. Redirects are not followed; never throws. */
export async function sendDelivery(
  url: URL,
  delivery: Delivery,
  timeout: number,
  stopped?: AbortSignal,
): Promise<DeliveryAnswer> {
  const connect = isLoopbackHost(url.hostname) ? { lookup: lookupLoopback } : {};
  const dispatcher = new Agent({ connect, pipelining: 0 });
  const limit = openDeadline(timeout, stopped);
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  try {
    const answer = await request(url, {
      dispatcher,
      method: 'POST',
      headers: delivery.headers.flat(),
      body: delivery.dripped ? Readable.from(dripBytes(delivery.body)) : delivery.body,
      signal: limit.signal,
    });
    const body = await readStart(answer.body);
    return { status: answer.statusCode, body, milliseconds: elapsed() };
  } catch (error) {
    return { status: null, reason: nameFailure(error), milliseconds: elapsed() };
  } finally {
    limit.close();
    await dispatcher.destroy();
  }
}
