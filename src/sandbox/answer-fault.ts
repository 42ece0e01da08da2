import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './faults.ts';
import { HttpError } from './http-error.ts';

const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>\n';

/**
 * Answers with the fault instead of the platform, as a gateway in front of it would; false when the fault
 * lets the platform answer first.
 */
export function answerFault(fault: Fault | null, path: string, request: FastifyRequest, reply: FastifyReply): boolean {
  if (fault?.kind === 'reset') {
    reply.hijack();
    request.raw.socket.resetAndDestroy();
  } else if (fault?.kind === '429') {
    void reply.code(429).header('retry-after', '1').send(new HttpError(429).body);
  } else if (fault?.kind === '500') {
    void reply.code(500).send(new HttpError(500).body);
  } else if (fault?.kind === 'html') {
    // With status 200, as a sign-in page or a single-page app: the status alone tells nothing.
    void reply.code(200).type('text/html; charset=utf-8').send(PAGE);
  } else if (fault?.kind === 'redirect') {
    // To another name for the same server: a client that follows shows in the journal whether it sends its key along.
    void reply.redirect(`http://localhost:${request.raw.socket.localPort}${path}`, 302);
  } else return false;
  return true;
}
