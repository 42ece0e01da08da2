import type { Envelope } from '../contract/catalog.ts';
import { badRequest } from './http-error.ts';

export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Invented: the defaults and maximums "vary by endpoint" (§8); those that are shown stand in the catalogue's rows. */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

type Query = Readonly<Record<string, unknown>>;

/** A whole number from 1 to `max`, or what is wrong with it. Refused and not clamped: a client that asks for more than it gets takes a short page for the last one. */
function readNumber(query: Query, name: string, fallback: number, max: number): number | string {
  const value = query[name];
  if (value === undefined) return fallback;
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number) || number < 1) return `${name} must be an integer of at least 1`;
  return number > max ? `${name} must not be greater than ${max}` : number;
}

/** `page` and `limit` of a paged list (§8, §8.1). Throws 400 when they are none. */
export function readPage(query: Query, envelope: Envelope): Page {
  const page = readNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER);
  const limit = readNumber(query, 'limit', envelope.defaultLimit ?? DEFAULT_LIMIT, envelope.maxLimit ?? MAX_LIMIT);
  if (typeof page === 'number' && typeof limit === 'number') return { page, limit };
  throw badRequest([page, limit].filter((value) => typeof value === 'string'));
}
