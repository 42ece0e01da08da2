import type { FastifyInstance } from 'fastify';
import { badRequest, HttpError } from './http-error.ts';

/** A bound of our own; no limit on bodies is shown (§8). */
export const MAX_BODY = 1024 * 1024;
const MAX_DEPTH = 64;

/** Without recursion: the depth is what the client says. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= limit; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

/** A body's JSON; undefined for none. Throws 400: the message holds nothing of the body, which may hold a secret. */
function parseJsonBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest(['body must be valid JSON in UTF-8']);
  }
  if (isDeeperThan(value, MAX_DEPTH)) throw badRequest([`body must not be nested deeper than ${MAX_DEPTH}`]);
  return value;
}

function isUtf8(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

/** Requests use JSON (§1) and nothing else. `note` hears of every body with its size. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (request, body, done) => {
    try {
      if (!isUtf8(request.headers['content-type'])) throw new HttpError(415);
      const bytes = Buffer.from(body); // a Buffer already, by parseAs
      const value = parseJsonBody(bytes);
      request.bodyBytes = bytes.length;
      done(null, value);
    } catch (error) {
      done(error instanceof Error ? error : new HttpError(400));
    }
  });
}
