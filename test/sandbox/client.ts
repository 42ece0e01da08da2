/**
 * A client written from the platform reference alone: it knows its sections and nothing of the sandbox. Where it fails,
 * the sandbox is not the platform.
 */

type Body = Readonly<Record<string, unknown>>;

export interface Client {
  /** §9.3: the same bearer header on versioned and unversioned paths. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
  /** Every record of a list, by the rules of §8.1 for its path. */
  listAll(path: string, limit?: number): Promise<readonly Body[]>;
  build(request: unknown): Promise<{ readonly events: readonly Body[]; readonly data: Body | null }>;
}

interface PageStyle {
  readonly records: string | null;
  /** Says whether another page follows a page that was asked for. */
  hasMore(body: Body, page: number, limit: number, count: number): boolean;
}

function expectNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new Error(`not an integer: ${String(value)}`);
  return value;
}

const byMeta: PageStyle['hasMore'] = ({ meta }, page) => {
  const { totalItems, itemsPerPage, totalPages, currentPage } = meta as Body; // §8.1 rule 1: an object of four integers
  for (const number of [totalItems, itemsPerPage]) expectNumber(number);
  if (expectNumber(currentPage) !== page) throw new Error('another page came');
  return page < expectNumber(totalPages);
};
const byTotal: PageStyle['hasMore'] = (body, page, limit) => {
  if (expectNumber(body.page) !== page || expectNumber(body.limit) !== limit) throw new Error('another page came');
  return page * limit < expectNumber(body.total);
};
const byTotalPages: PageStyle['hasMore'] = (body, page, limit) => {
  const more = byTotal(body, page, limit, 0);
  if (more !== page < expectNumber(body.totalPages)) throw new Error('total and totalPages disagree');
  return page < expectNumber(body.totalPages);
};
const isFull: PageStyle['hasMore'] = () => false;

/** §8.1, row by row. */
const STYLES: readonly (readonly [pattern: RegExp, style: PageStyle])[] = [
  [/^\/v1\/workflows$/, { records: 'data', hasMore: byMeta }],
  [/^\/v1\/batch-calls$/, { records: 'items', hasMore: byTotal }],
  [/^\/v1\/organization-phone-numbers$/, { records: 'items', hasMore: byTotal }],
  [/^\/v1\/voices$/, { records: 'voices', hasMore: byTotalPages }],
  [/^\/v1\/user-webhooks$/, { records: 'webhooks', hasMore: byTotalPages }],
  [/^\/v1\/agents$/, { records: 'agents', hasMore: isFull }],
  [/^\/v1\/voices\/s2s$/, { records: 'voices', hasMore: isFull }],
  [/^\/v1\/workflows\/[^/]+\/leads$/, { records: 'data', hasMore: isFull }],
  [/^\/v1\/calls$/, { records: null, hasMore: (_body, _page, limit, count) => count === limit }],
  [/^\/v1\/knowledge-base$/, { records: 'items', hasMore: byMeta }],
  [/^\/v1\/(languages|llms|llms\/fallback|transcribers|transcribers\/fallback)$/, { records: null, hasMore: isFull }],
];

export const LIST_PATHS = [
  '/v1/workflows',
  '/v1/batch-calls',
  '/v1/organization-phone-numbers',
  '/v1/voices',
  '/v1/user-webhooks',
  '/v1/agents',
  '/v1/voices/s2s',
  '/v1/calls',
  '/v1/knowledge-base',
  '/v1/languages',
  '/v1/llms',
  '/v1/llms/fallback',
  '/v1/transcribers',
  '/v1/transcribers/fallback',
] as const;

/** §2.1, §2.2: the eight required answers. */
export function createBuildRequest(more: Body = {}): Body {
  const names = [
    'company_and_offering',
    'target_customer',
    'primary_goal',
    'success_criteria',
    'information_to_collect',
    'objections_and_faqs',
    'agent_tone',
    'additional_context',
  ];
  const answer = { description: 'What to say here', value: 'An answer' };
  return { structured_input: Object.fromEntries(names.map((name) => [name, answer])), ...more };
}

/** §4.1 rules 1 to 3: complete lines, each an object with a type, ended by `complete` or `error`. */
async function readStream(response: Response): Promise<readonly Body[]> {
  const events: Body[] = [];
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) events.push(JSON.parse(line));
  }
  if (rest !== '') throw new Error('the stream ended inside a line');
  if (events.some(({ type }) => typeof type !== 'string')) throw new Error('an event without a type');
  return events;
}

export function createClient(base: string, key: string): Client {
  const send: Client['send'] = (method, path, body) =>
    fetch(base + path, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const listAll: Client['listAll'] = async (path, limit = 10) => {
    const style = STYLES.find(([pattern]) => pattern.test(path))?.[1];
    if (style === undefined) throw new Error(`not in §8.1: ${path}`);
    const all: Body[] = [];
    for (let page = 1; ; page += 1) {
      const query = style.hasMore === isFull ? '' : `?page=${page}&limit=${limit}`;
      const response = await send('GET', path + query);
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      // Every envelope of §8.1 is an object but for the root arrays, whose style does not look into it.
      const body = (await response.json()) as Body;
      const records: unknown = style.records === null ? body : body[style.records];
      if (!Array.isArray(records)) throw new Error(`${path}: no records`);
      all.push(...records);
      if (!style.hasMore(body, page, limit, records.length)) return all;
    }
  };

  return {
    send,
    listAll,
    build: async (request) => {
      const response = await send('POST', '/v1/agent-builder/run/stream', request);
      if (response.status !== 200) throw new Error(`build: ${response.status}`);
      if (response.headers.get('content-type') !== 'application/x-ndjson') throw new Error('not a stream');
      const events = await readStream(response);
      const last = events.at(-1);
      return { events, data: last?.type === 'complete' ? (last.data as Body) : null }; // §4.1 rule 2: an object
    },
  };
}
