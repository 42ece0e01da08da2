import type { Catalog } from '../contract/catalog.ts';
import { findOperation } from '../contract/match.ts';
import { isJsonObject } from '../model/json-object.ts';
import type { Fault } from './faults.ts';
import { badRequest } from './http-error.ts';

/** What stands behind a route: the reference shows it, follows from it, or it is made up here. */
type Basis = 'documented' | 'inferred' | 'invented';

export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed JSON; undefined when none was sent. */
  readonly body: unknown;
  readonly fault: Fault | null;
  readonly isLegacy: boolean;
}

export type Answer =
  | { readonly status: number; readonly body: unknown }
  /** A stream: each text is flushed before the next is made. */
  | { readonly lines: AsyncIterable<string>; readonly type: string };

export interface Route {
  readonly method: string;
  /** A pattern of the catalogue's form: `{name}` is one segment, a last `**` any number. */
  readonly path: string;
  readonly basis: Basis;
  /** Of the reference, for the basis. */
  readonly section: string;
  /** Only on unversioned paths; `successor` is the v1 pattern, null where none exists (§9.3). */
  readonly legacy?: { readonly successor: string | null };
  handle(call: Call): Answer;
}

/** A route whose method and path the catalogue shows is documented; else `otherwise` says what it is. */
export function createRoute(
  catalog: Catalog,
  route: Omit<Route, 'basis' | 'section'> & { readonly otherwise: Basis; readonly section: string },
): Route {
  const { otherwise, section, ...rest } = route;
  const operation = findOperation(catalog, route.method, route.path);
  const isShown = operation?.path === route.path;
  return { ...rest, basis: isShown ? 'documented' : otherwise, section: isShown ? operation.section : section };
}

/** The body as an object. Throws 400 when it is something else. */
export function readObject(body: unknown): Readonly<Record<string, unknown>> {
  if (isJsonObject(body)) return body;
  throw badRequest(['body must be a JSON object']);
}
