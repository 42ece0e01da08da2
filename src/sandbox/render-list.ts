import type { Envelope } from '../contract/catalog.ts';
import type { Page } from './paging.ts';

interface ListPage extends Page {
  readonly total: number;
}

/** The numbers that the rows name, by their last name (§8.1). */
const NUMBERS: Readonly<Record<string, (list: ListPage) => number>> = {
  total: ({ total }) => total,
  totalItems: ({ total }) => total,
  // What `count` counts is not shown; inferred: all leads of the workflow, which is what the list returns.
  count: ({ total }) => total,
  page: ({ page }) => page,
  currentPage: ({ page }) => page,
  limit: ({ limit }) => limit,
  itemsPerPage: ({ limit }) => limit,
  totalPages: ({ total, limit }) => Math.ceil(total / limit),
};

/** The wrapper's own members (§8.1 rule 1): their types are shown, the message's words are invented. */
const MEMBERS: Readonly<Record<string, unknown>> = { statusCode: 200, message: 'Records fetched successfully' };

function setMember(target: Record<string, unknown>, path: string, value: unknown): void {
  const dot = path.indexOf('.');
  if (dot === -1) {
    target[path] = value;
    return;
  }
  const name = path.slice(0, dot);
  const inner: Record<string, unknown> = { ...(target[name] ?? {}) };
  setMember(inner, path.slice(dot + 1), value);
  target[name] = inner;
}

/** The body of a list: `records` cut to `page` (null: all of them) in the row's envelope. */
export function renderList(envelope: Envelope, records: readonly unknown[], page: Page | null): unknown {
  const total = records.length;
  const { page: number, limit } = page ?? { page: 1, limit: Math.max(1, total) };
  const shown = page === null ? records : records.slice((number - 1) * limit, number * limit);
  if (envelope.records === null) return shown;
  const body: Record<string, unknown> = {};
  for (const name of Object.keys(envelope.members ?? {})) body[name] = MEMBERS[name];
  body[envelope.records] = shown;
  for (const path of envelope.paging) {
    const name = path.slice(path.lastIndexOf('.') + 1);
    setMember(body, path, NUMBERS[name]?.({ total, page: number, limit }));
  }
  return body;
}

/** The same records in an envelope that the reference does not have, for the fault `envelope:<path>`. */
export function renderWrongList(envelope: Envelope, body: unknown): unknown {
  if (envelope.records === null) return { results: body };
  const { [envelope.records]: results, ...rest } = { ...(body as Record<string, unknown>) }; // renderList made an object
  return { results, ...rest };
}
