/** What a client's call gives back, and how one gets from there to the JSON body. */

export type Kind =
  /** A response object with readers: `.json()`. */
  | 'response'
  /** A response whose `data` or `body` is the JSON body. */
  | 'wrapped'
  /** undici's `{ body }`, of which `body.json()` is the JSON body. */
  | 'undici'
  | 'undici-body'
  /** The body as it came, for `JSON.parse`. */
  | 'text'
  | 'body';

const KINDS: Readonly<Record<string, Kind>> = {
  fetch: 'response',
  ky: 'response',
  got: 'response',
  wretch: 'response',
  axios: 'wrapped',
  $http: 'wrapped',
  superagent: 'wrapped',
  undici: 'undici',
  ofetch: 'body',
  pipedream: 'body',
};

/** Null for clients that answer by callbacks and streams of values. */
export function findKind(client: string): Kind | null {
  return KINDS[client] ?? null;
}

/** What `name` of a value is; null for members that say nothing of the body. */
export function stepMember(kind: Kind, name: string, client: string): Kind | null {
  if (kind === 'wrapped') return name === (client === 'superagent' ? 'body' : 'data') ? 'body' : null;
  if (kind === 'undici') return name === 'body' ? 'undici-body' : null;
  // `got(…, { responseType: 'json' })` has the body parsed.
  return null;
}

/** What calling `name` of a value gives. */
export function stepCall(kind: Kind, name: string): Kind | null {
  if (kind === 'text') return name === 'trim' ? 'text' : null;
  if (kind !== 'response' && kind !== 'undici-body') return null;
  if (name === 'json') return 'body';
  return name === 'text' ? 'text' : null;
}
