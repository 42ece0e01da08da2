import { type Catalog, splitPath } from '../contract/catalog.ts';
import type { Call, Route } from './route.ts';

/** `auto` follows the clock: deprecated before the cut-off, removed from it on. */
export const LEGACY_MODES = ['auto', 'on', 'deprecated', 'removed'] as const;
export type LegacyMode = (typeof LEGACY_MODES)[number];

/** Since when the unversioned paths are deprecated: invented, §9.2 gives the day of the removal only. */
const DEPRECATED_SINCE = Date.UTC(2026, 0, 31);

/** The instant of the removal: the earliest reading of the date in §9.2. */
function getRemoval(catalog: Catalog): number {
  return Date.parse(`${catalog.cutoff}T00:00:00Z`);
}

/** What the unversioned paths do at `now`. */
export function getLegacyState(catalog: Catalog, mode: LegacyMode, now: Date): Exclude<LegacyMode, 'auto'> {
  if (mode !== 'auto') return mode;
  return now.getTime() >= getRemoval(catalog) ? 'removed' : 'deprecated';
}

/** Below the same family on unversioned paths, or null: `/v1/agents/{id}` is `/agents/{id}`. */
function findLegacyPath(catalog: Catalog, v1Path: string): string | null {
  const family = catalog.families.find(({ v1 }) => v1Path === v1 || v1Path.startsWith(`${v1}/`));
  return family === undefined ? null : family.legacy + v1Path.slice(family.v1.length);
}

/** The unversioned twin of each v1 route: same data, same answers (§9.3). Only `/calls` is shown, the others are inferred. */
export function createTwins(catalog: Catalog, routes: readonly Route[]): readonly Route[] {
  return routes.flatMap((route): readonly Route[] => {
    const path = findLegacyPath(catalog, route.path);
    if (path === null) return [];
    const basis = route.basis === 'documented' ? 'inferred' : route.basis;
    return [{ ...route, path, basis, section: '§9.3', legacy: { successor: route.path } }];
  });
}

/** A v1 pattern with the values of the request in its places. */
function fillPattern(pattern: string, params: Call['params']): string {
  const segments = splitPath(pattern).flatMap((segment) => {
    if (segment === '**') return splitPath(params['*'] ?? '');
    return segment.startsWith('{') ? [params[segment.slice(1, -1)] ?? ''] : [segment];
  });
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * The headers of a deprecated path: `Deprecation` (RFC 9745, a structured date), and where a v1 form exists `Sunset`
 * (RFC 8594) and `Link` to it. A path without one stays in use (§9.3), so no end is announced, although §9.2
 * schedules all of them for removal.
 */
export function createLegacyHeaders(
  catalog: Catalog,
  successor: string | null,
  params: Call['params'],
): Readonly<Record<string, string>> {
  const deprecation = `@${DEPRECATED_SINCE / 1000}`;
  if (successor === null) return { deprecation };
  return {
    deprecation,
    sunset: new Date(getRemoval(catalog)).toUTCString(),
    link: `<${fillPattern(successor, params)}>; rel="successor-version"`,
  };
}
