import { type Address, buildUrl } from './address.ts';
import type { ApiKey } from './api-key.ts';

/**
 * What may leave, as a type and as a check. With the key only GET and HEAD; other methods only without key, cookie and
 * body, and only for paths that were compiled before the first request; plus the one agent-builder run, which changes
 * nothing (§4.1 rule 4). PUT and DELETE have no form here.
 */
export type ProbeRequest =
  | { readonly kind: 'keyed'; readonly method: 'GET' | 'HEAD'; readonly path: string; readonly query?: Query }
  | { readonly kind: 'keyless'; readonly method: 'GET' | 'HEAD' | 'OPTIONS'; readonly path: string }
  | { readonly kind: 'keyless-write'; readonly method: 'POST' | 'PATCH'; readonly path: string }
  | { readonly kind: 'build'; readonly method: 'POST'; readonly path: string };

export type Query = Readonly<Record<string, string>>;

/** What a compiled plan allows beside reading. */
export interface Permits {
  /** `POST /v1/calls`: concrete paths, controls among them. */
  readonly writes: ReadonlySet<string>;
  /** Path of the agent-builder stream, only when `--stream` asked for it, and the body to send there. */
  readonly build: { readonly path: string; readonly body: string } | null;
}

/** Asked for something that may not be sent: a mistake of ours, caught before a socket opens. */
export class InterlockError extends Error {
  override name = 'InterlockError';
}

declare const passed: unique symbol;

interface Wire {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Keyless requests get a connection of their own, which no earlier answer can have prepared. */
  readonly ownConnection: boolean;
}

/** A request that went through the interlock; only `passInterlock` makes one, and only this can be sent. */
export type PassedRequest = Wire & { readonly [passed]: true };

const READ_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const KEYLESS_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const WRITE_METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** Checked at run time too: a cast or a caller without types must not get further than this. */
function checkRequest(request: ProbeRequest, permits: Permits): void {
  const { kind, method, path } = request;
  const isAllowed =
    (kind === 'keyed' && READ_METHODS.has(method)) ||
    (kind === 'keyless' && KEYLESS_METHODS.has(method)) ||
    (kind === 'keyless-write' && WRITE_METHODS.has(method) && permits.writes.has(`${method} ${path}`)) ||
    (kind === 'build' && method === 'POST' && permits.build?.path === path);
  if (!isAllowed) throw new InterlockError(`a ${kind} ${method} request may not be sent`);
}

const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'v1-migrate-probe' };

/** The bytes of a request, or an InterlockError. */
export function passInterlock(request: ProbeRequest, permits: Permits, address: Address, key: ApiKey): PassedRequest {
  checkRequest(request, permits);
  const isBuild = request.kind === 'build';
  const hasKey = request.kind === 'keyed' || isBuild;
  const url = buildUrl(address, request.path, request.kind === 'keyed' ? request.query : undefined);
  const wire: Wire = {
    url,
    method: request.method,
    headers: {
      ...HEADERS,
      ...(isBuild ? { accept: 'application/x-ndjson', 'content-type': 'application/json' } : {}),
      ...(hasKey ? { authorization: key.toHeader() } : {}),
    },
    body: isBuild ? (permits.build?.body ?? null) : null,
    ownConnection: request.kind !== 'keyed',
  };
  return wire as PassedRequest; // the one place that may say so
}
