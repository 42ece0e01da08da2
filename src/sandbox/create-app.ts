import { Readable } from 'node:stream';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { breakPayload } from './break-answer.ts';
import { addControlRoutes, CONTROL_PREFIX, type ControlParts, checkControlHost } from './control-routes.ts';
import { HttpError } from './http-error.ts';
import type { JournalEntry } from './journal.ts';
import { acceptJsonBodies, MAX_BODY } from './read-body.ts';
import { type Gate, getPath, receive } from './receive.ts';
import type { Route } from './route.ts';
import type {} from './visit.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return new HttpError(typeof status === 'number' && status >= 400 && status < 500 ? status : 500);
}

function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));
}

/** The lines of a stream, one flushed write each; notes in the journal when the client leaves before the end. */
async function* followLines(lines: AsyncIterable<string>, entry: JournalEntry | undefined): AsyncGenerator<Buffer> {
  let isWhole = false;
  try {
    for await (const line of lines) yield Buffer.from(line);
    isWhole = true;
  } finally {
    if (!isWhole && entry !== undefined) entry.aborted = true;
  }
}

function runRoute(route: Route, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const entry = request.visit?.kept.entry;
  if (entry !== undefined) entry.handler = `${route.method} ${route.path}`;
  const answer = route.handle({
    // Both are objects of strings: the router and the query parser make nothing else.
    params: request.params as Readonly<Record<string, string>>,
    query: request.query as Readonly<Record<string, unknown>>,
    body: request.body,
    fault: request.visit?.fault ?? null,
    isLegacy: route.legacy !== undefined,
  });
  if ('body' in answer) return sendJson(reply, answer.status, answer.body);
  const lines = Readable.from(followLines(answer.lines, entry), { objectMode: false });
  return reply.code(200).header('content-type', answer.type).send(lines);
}

function addHooks(app: FastifyInstance, gate: Gate, slow: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    try {
      if (getPath(request.url).startsWith(`${CONTROL_PREFIX}/`)) checkControlHost(request);
      else if (!receive(gate, request, reply)) return;
      done();
    } catch (error) {
      done(toHttpError(error));
    }
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.visit !== null && request.body !== undefined) {
      gate.journal.addBody(request.visit.kept, request.body, request.bodyBytes);
    }
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isPayload = typeof payload === 'string' || payload instanceof Readable;
    const broken = isPayload ? breakPayload(request.visit?.fault ?? null, payload, slow) : null;
    if (broken !== null && typeof payload === 'string') reply.header('content-length', Buffer.byteLength(payload));
    done(null, broken ?? payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.visit !== null) request.visit.kept.entry.status = reply.statusCode;
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    if (request.visit !== null) request.visit.kept.entry.aborted = true;
    done();
  });
}

/** `{id}` and `**` of the catalogue as the router writes them. */
function toRouterPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1').replace(/\*\*$/, '*');
}

function refuseSchemas(): never {
  throw new Error('no route of the sandbox has a schema');
}

/** In milliseconds, see SandboxOptions. */
interface Timing {
  readonly slow: number;
  readonly patience: number;
}

/** The server with all routes; nothing listens yet. */
export function createApp(gate: Gate, parts: ControlParts, { slow, patience }: Timing): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY,
    // A client that sends its request more slowly than this is cut off; streams that the server sends are not meant.
    requestTimeout: patience,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
    // Node takes the longer of the two timeouts for the whole request, and looks every half minute if not told.
    http: { maxHeaderSize: 16_384, headersTimeout: patience, connectionsCheckingInterval: Math.min(patience, 1_000) },
    // No route has a schema; the compilers that fastify would load for them are a third of its start.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // Registered with its GET below: a route of its own for each HEAD costs as much as any other.
    exposeHeadRoutes: false,
    // A path that cannot be decoded never reaches a hook.
    frameworkErrors: (_error, request, reply) => {
      const { url, method } = request.raw;
      const kept = gate.journal.add({ method: method ?? '', path: getPath(url ?? ''), query: null, authorized: false });
      kept.entry.status = 400;
      return sendJson(reply, 400, new HttpError(400).body);
    },
  });
  app.decorateRequest('visit', null);
  app.decorateRequest('bodyBytes', 0);
  acceptJsonBodies(app);
  addHooks(app, gate, slow);
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = toHttpError(error);
    return sendJson(reply, status, body);
  });
  // Only below the sandbox's own prefix: everything else is refused in `receive`.
  app.setNotFoundHandler(() => {
    throw new HttpError(404);
  });
  addControlRoutes(app, parts);
  for (const route of parts.routes) {
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: toRouterPath(route.path),
      config: { route },
      handler: (request, reply) => runRoute(route, request, reply),
    });
  }
  return app;
}
