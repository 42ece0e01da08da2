/** How one gets from what a client gives back to the JSON body. */

export type Kind =
  /** A response object with readers: `.json()`. */
  | 'response'
  /** A response whose `data` is the JSON body. */
  | 'wrapped'
  /** A response whose `body` is the JSON body. */
  | 'with-body'
  /** Zapier's: parsed as `data` and `json`, as it came as `content`. */
  | 'zapier'
  /** undici's `{ body }`, of which `body.json()` is the JSON body. */
  | 'undici'
  | 'undici-body'
  /** Node's message, which is read piece by piece, and the list of its pieces. */
  | 'stream'
  | 'chunks'
  /** A response whose `body` is the body as it came. */
  | 'with-text'
  /** The body as it came, for `JSON.parse`. */
  | 'text'
  /** What a wrapper took of the body. */
  | 'part'
  | 'body';

type Steps = Readonly<Record<string, Kind>>;

const MEMBERS: { readonly [K in Kind]?: Steps } = {
  wrapped: { data: 'body' },
  'with-body': { body: 'body' },
  'with-text': { body: 'text' },
  zapier: { data: 'body', json: 'body', content: 'text' },
  undici: { body: 'undici-body' },
};

const READERS: Steps = { json: 'body', text: 'text' };
const CALLS: { readonly [K in Kind]?: Steps } = {
  response: { ...READERS, getContentText: 'text' },
  'with-text': READERS,
  'with-body': READERS,
  zapier: READERS,
  'undici-body': READERS,
  chunks: { join: 'text', toString: 'text' } as const,
  text: { trim: 'text', toString: 'text' } as const,
};

function pick(steps: Steps | undefined, name: string): Kind | null {
  return (steps !== undefined && Object.hasOwn(steps, name) && steps[name]) || null;
}

/** What `name` of a value is; null for members that say nothing of the body. */
export function stepMember(kind: Kind, name: string): Kind | null {
  return pick(MEMBERS[kind], name);
}

/** What calling `name` of a value gives. */
export function stepCall(kind: Kind, name: string): Kind | null {
  return pick(CALLS[kind], name);
}
