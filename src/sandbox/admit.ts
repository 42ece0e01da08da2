import type { Catalog } from '../contract/catalog.ts';
import { missingRoute, unauthorized } from './http-error.ts';
import type { Route } from './route.ts';

/**
 * Which answers first, the routing or the authentication: real servers differ, and a client without a key sees it.
 * `guard` checks the key on routes that exist, `middleware` on everything, `prefix` below every family's path.
 */
export const AUTH_MODES = ['guard', 'middleware', 'prefix'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** Is the path below a family? Of the unversioned ones only while they are served. */
function isBelowFamily(catalog: Catalog, path: string, servesLegacy: boolean): boolean {
  return catalog.families.some(({ v1, legacy }) => isBelow(path, v1) || (servesLegacy && isBelow(path, legacy)));
}

interface Visitor {
  readonly method: string;
  /** As it may be shown: masked. */
  readonly shownPath: string;
  readonly path: string;
  readonly route: Route | null;
  readonly authorized: boolean;
}

/** Throws 401 or 404, in the order of the mode. A good key on a route that exists passes. */
export function admit(catalog: Catalog, mode: AuthMode, visitor: Visitor, servesLegacy: boolean): void {
  const { method, path, shownPath, route, authorized } = visitor;
  const isGuarded =
    mode === 'middleware' || route !== null || (mode === 'prefix' && isBelowFamily(catalog, path, servesLegacy));
  if (isGuarded && !authorized) throw unauthorized();
  if (route === null) throw missingRoute(method, shownPath);
}
