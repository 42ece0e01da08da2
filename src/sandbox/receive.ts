import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthMode, admit } from './admit.ts';
import { answerFault } from './answer-fault.ts';
import { FAULT_HEADER, type Fault, parseFault } from './faults.ts';
import { badRequest } from './http-error.ts';
import type { Journal } from './journal.ts';
import type { KeyRing } from './keys.ts';
import { createLegacyHeaders, getLegacyState, type LegacyMode } from './legacy.ts';
import type { World } from './world.ts';

export interface Gate {
  readonly world: World;
  readonly keys: KeyRing;
  readonly journal: Journal;
  readonly auth: AuthMode;
  readonly legacy: LegacyMode;
  readonly fault: Fault | null;
}

/** The path as it was sent, without the query. */
export function getPath(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The fault asked for by this one request, else the one in force. Throws 400 for a name that does not exist. */
function readFault({ world, fault }: Gate, request: FastifyRequest): Fault | null {
  const name = request.headers[FAULT_HEADER];
  if (typeof name !== 'string') return fault;
  const asked = parseFault(world.catalog, name);
  if ('message' in asked) throw badRequest([`${FAULT_HEADER} is not known. ${asked.message}`]);
  return asked;
}

function isVersioned(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** The router takes what is behind the last slash for an id without characters; a strict server knows no such route (§2). */
function isSloppy(path: string): boolean {
  return path.length > 1 && path.endsWith('/');
}

/**
 * Everything that happens before a body is read: the journal, faults that stand in for the platform, the key and the
 * route. Without a key 401 comes before what is wrong with a body, since §5.4 says so without exception. Returns
 * false when the answer is already given; throws an HttpError for a refusal.
 */
export function receive(gate: Gate, request: FastifyRequest, reply: FastifyReply): boolean {
  const { world, keys, journal } = gate;
  const { catalog } = world;
  const path = getPath(request.url);
  const state = getLegacyState(catalog, gate.legacy, world.now());
  const matched = request.is404 ? undefined : request.routeOptions.config.route;
  const isGone = state === 'removed' && matched?.legacy !== undefined && matched.legacy.successor !== null;
  const route = matched === undefined || isGone || isSloppy(path) ? null : matched;
  const authorized = keys.isAuthorized(request.raw, !isVersioned(catalog.versionPrefix, path));
  const kept = journal.add({ method: request.method, path, query: request.query, authorized });
  request.visit = { kept, fault: null };
  const fault = readFault(gate, request);
  request.visit = { kept, fault };
  if (answerFault(fault, kept.entry.path, request, reply)) return false;
  if (route?.legacy !== undefined && state !== 'on') {
    // Params are strings: the router splits a path into segments.
    const params = request.params as Readonly<Record<string, string>>;
    // A path that holds a key has no link: the key would stand in it.
    const successor = kept.entry.path === path ? route.legacy.successor : null;
    reply.headers(createLegacyHeaders(catalog, successor, params));
  }
  const visitor = { method: request.method, path, shownPath: kept.entry.path, route, authorized };
  admit(catalog, gate.auth, visitor, state !== 'removed');
  return true;
}
