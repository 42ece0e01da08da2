import { type Dispatcher, request } from 'undici';
import type { Answer, Exchange, Failure } from './answer.ts';
import type { Connection } from './connect.ts';
import { decodeBody, MAX_BODY } from './decode-body.ts';
import type { PassedRequest } from './interlock.ts';
import { nameFailure } from './name-failure.ts';

/** Sends one request, and nothing else; never rejects. Tests put a platform of their own here. */
export type Transport = (wire: PassedRequest, signal: AbortSignal) => Promise<Exchange>;

/** The body of a stream as it comes; the caller ends it. */
export type StreamTransport = (
  wire: PassedRequest,
  signal: AbortSignal,
) => Promise<{ readonly head: Answer; readonly chunks: AsyncIterable<Uint8Array> } | Failure>;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function joinHeaders(headers: Headers): Readonly<Record<string, string>> {
  const joined: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

function nameFraming(headers: Readonly<Record<string, string>>, status: number): Answer['framing'] {
  if (status === 204 || status === 304) return 'none';
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) return 'chunked';
  return headers['content-length'] === undefined ? 'close' : 'length';
}

/** The bytes of a body, or null when there are too many. */
async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Rejects with the signal's reason: undici looks at the signal only once a connection has come about. */
function rejectWhen<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function open(wire: PassedRequest, connection: Connection, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const sent = request(wire.url, {
    dispatcher: wire.ownConnection ? connection.single : connection.shared,
    // The interlock lets no other method through.
    method: wire.method as Dispatcher.HttpMethod,
    headers: wire.headers,
    body: wire.body,
    signal,
  });
  return rejectWhen(signal, sent);
}

function createHead({ statusCode, headers }: Dispatcher.ResponseData): Answer {
  const joined = joinHeaders(headers);
  const framing = nameFraming(joined, statusCode);
  return { kind: 'answer', status: statusCode, headers: joined, body: new Uint8Array(0), framing, coding: null };
}

async function finish(head: Answer, bytes: Uint8Array | null): Promise<Exchange> {
  const { status } = head;
  if (bytes === null) return { kind: 'failure', reason: 'too-large', detail: null, status };
  const coding = head.headers['content-encoding'] ?? '';
  const decoded = bytes.length === 0 ? { ok: true as const, body: bytes } : await decodeBody(bytes, coding);
  if (decoded.ok) return { ...head, body: decoded.body };
  if (decoded.reason === 'coding') return { ...head, coding: 'content-encoding does not fit the body' };
  return { kind: 'failure', reason: decoded.reason, detail: 'compressed body', status };
}

/** The one function that sends. It takes only what passed the interlock. */
export function createTransport(connection: Connection, isProxied: boolean): Transport {
  return async (wire, signal) => {
    let status: number | null = null;
    try {
      const response = await open(wire, connection, signal);
      status = response.statusCode;
      return await finish(createHead(response), await collect(response.body));
    } catch (error) {
      return nameFailure(error, isProxied, status);
    }
  };
}

export function createStreamTransport(connection: Connection, isProxied: boolean): StreamTransport {
  return async (wire, signal) => {
    try {
      const response = await open(wire, connection, signal);
      return { head: createHead(response), chunks: response.body };
    } catch (error) {
      return nameFailure(error, isProxied);
    }
  };
}
