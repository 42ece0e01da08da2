import { type Catalog, splitPath, startsWithSegments } from '../contract/catalog.ts';
import { namePath, type PathSegment } from '../contract/match.ts';
import { compareText } from '../model/compare-text.ts';
import { flatMap } from '../model/flat-map.ts';
import type { Location } from '../model/location.ts';
import type { EndpointUse } from '../model/plan.ts';
import type { Use } from './uses.ts';

/** One operation of v1; the method is null when the code does not say. */
export type Target = Pick<EndpointUse, 'method' | 'path'>;

/** What of a use says which operation it needs. */
type Judged = Pick<Use, 'request' | 'reference' | 'url' | 'target' | 'path' | 'match' | 'decision'>;

/** `purchase` in the place of an id is a word of the platform's; `ag_1` and `7` are ids. */
function isWord(segment: PathSegment | undefined): segment is string {
  return typeof segment === 'string' && /^[a-z]+(?:-[a-z]+)*$/.test(segment);
}

/** Behind the version, with the catalogue's parameter names; words that a parameter's name would hide stay. */
function nameTail(catalog: Catalog, method: string | null, segments: readonly PathSegment[]): string {
  const named = namePath(catalog, segments);
  const path = catalog.versionPrefix + named;
  const isDocumented = catalog.operations.some((operation) => operation.method === method && operation.path === path);
  if (isDocumented) return named;
  return `/${splitPath(named)
    .map((name, index) => (isWord(segments[index]) ? segments[index] : name))
    .join('/')}`;
}

/** Behind the version, as the code has it: null for a part that is not known. */
function findTail({ target, path, match, decision }: Judged, catalog: Catalog): readonly PathSegment[] | null {
  if (target.kind !== 'platform') return null;
  const written = [...target.implied, ...path.segments];
  const prefix = splitPath(catalog.versionPrefix);
  const hasPrefix = (segments: readonly PathSegment[]): boolean => startsWithSegments(segments, prefix);
  if (decision === 'v1') return hasPrefix(written) ? written.slice(prefix.length) : null;
  if (match === null || match.v1Path === null) return null;
  const segments = splitPath(match.v1Path);
  if (!hasPrefix(segments)) return null;
  if (match.v1Path === catalog.versionPrefix + match.legacyPath) return written;
  return segments.slice(prefix.length).map((segment) => (segment === '{}' ? null : segment));
}

/** The v1 path that a request of this method needs; null where there is none. */
function findV1Path(use: Judged, method: string | null, catalog: Catalog): string | null {
  const tail = findTail(use, catalog);
  if (tail !== null) return catalog.versionPrefix + nameTail(catalog, method, tail);
  return use.target.kind === 'platform' ? (use.match?.v1Path ?? null) : null;
}

/** A URL can have methods of its own: one of several that a request may use. */
function listMethods({ request, reference, url, match }: Judged): readonly (string | null)[] {
  const methods = (url.methods === undefined ? (request ?? reference)?.methods : url.methods) ?? [null];
  return match?.v1Method == null ? methods : [match.v1Method];
}

/** What the request needs of v1: one operation for each method it can have. */
export function listTargets(use: Judged, catalog: Catalog): readonly Target[] {
  return flatMap(listMethods(use), (method) => {
    const path = findV1Path(use, method, catalog);
    return path === null ? [] : [{ method, path }];
  });
}

interface Endpoint extends Target {
  /** By place: one call can use several URLs. */
  readonly sites: Map<string, Location>;
}

/** The v1 endpoints that the code needs once it is migrated, those that it calls already included. */
export function listEndpoints(
  uses: readonly Use[],
  suppressed: ReadonlySet<Use>,
  catalog: Catalog,
): readonly EndpointUse[] {
  const endpoints = new Map<string, Endpoint>();
  for (const use of uses) {
    if (use.request === null || suppressed.has(use)) continue;
    const { site } = use.request;
    for (const { method, path } of listTargets(use, catalog)) {
      const endpoint = endpoints.get(`${method} ${path}`) ?? { method, path, sites: new Map() };
      endpoints.set(`${method} ${path}`, endpoint);
      endpoint.sites.set(`${site.file}:${site.line}:${site.column}`, site);
    }
  }
  return [...endpoints.values()]
    .map(({ method, path, sites }) => ({ method, path, usedAt: [...sites.values()] }))
    .sort((a, b) => compareText(a.path, b.path) || compareText(a.method ?? '', b.method ?? ''));
}
