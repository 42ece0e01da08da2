import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopbackHost } from '../model/loopback-host.ts';
import { parseLoopbackUrl } from '../webhook/loopback.ts';
import { FAULT_NAMES } from './faults.ts';
import { badRequest, HttpError } from './http-error.ts';
import type { Journal } from './journal.ts';
import type { Mailroom } from './mailroom.ts';
import { type Route, readObject } from './route.ts';

/** What a user asks of the sandbox itself; not part of the platform, so without a key and not in the journal. */
export const CONTROL_PREFIX = '/__sandbox';

/** Refuses a name of another machine in `Host`: a web page must not reach this by a name that it points here. */
export function checkControlHost(request: FastifyRequest): void {
  const host = `http://${request.headers.host ?? ''}`;
  const isLocal = URL.canParse(host) && isLoopbackHost(new URL(host).hostname);
  if (!isLocal) throw new HttpError(403, 'Use 127.0.0.1 or localhost.');
}

function readDelivery(body: unknown): { readonly url: URL; readonly secret: string; readonly event: unknown } {
  const { url, secret, event } = readObject(body);
  const target = typeof url === 'string' ? parseLoopbackUrl(url) : null;
  const messages: string[] = [];
  if (target === null) messages.push('url must be an http URL of this machine');
  if (typeof secret !== 'string' || secret === '') messages.push('secret must be a non-empty string');
  if (event === undefined) messages.push('event must be a name or a JSON value');
  if (target === null || typeof secret !== 'string' || messages.length > 0) throw badRequest(messages);
  return { url: target, secret, event };
}

/** Event kinds and fields are not shown (§6.2): a name becomes an object of our own, anything else is sent as it is. */
function createEvent(event: unknown, now: Date): unknown {
  return typeof event === 'string' ? { event, created_at: now.toISOString(), data: {} } : event;
}

export interface ControlParts {
  readonly journal: Journal;
  readonly mailroom: Mailroom;
  readonly routes: readonly Route[];
  readonly now: () => Date;
}

export function addControlRoutes(app: FastifyInstance, { journal, mailroom, routes, now }: ControlParts): void {
  app.get(`${CONTROL_PREFIX}/requests`, (_request, reply) => {
    reply.header('x-sandbox-dropped', String(journal.dropped)).send(journal.list());
  });
  app.delete(`${CONTROL_PREFIX}/requests`, (_request, reply) => {
    reply.send({ cleared: journal.clear() });
  });
  app.get(`${CONTROL_PREFIX}/catalog`, (_request, reply) => {
    const rows = routes.map(({ method, path, basis, section, legacy }) => ({
      method,
      path,
      basis,
      section,
      legacy: legacy !== undefined,
      successor: legacy?.successor ?? null,
    }));
    reply.send({ routes: rows, faults: [...FAULT_NAMES, 'envelope:<path>'] });
  });
  app.post(`${CONTROL_PREFIX}/webhooks/deliver`, async (request) => {
    const { url, secret, event } = readDelivery(request.body);
    const answer = await mailroom.deliver(url, secret, createEvent(event, now()));
    const reason = answer.status === null ? answer.reason : null;
    return { delivered: answer.status !== null, status: answer.status, reason };
  });
}
