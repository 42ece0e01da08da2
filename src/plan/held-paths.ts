import { type Catalog, splitPath, startsWithSegments } from '../contract/catalog.ts';
import { matchPathForMethods } from '../contract/match.ts';
import type { EnvAssignment } from '../model/project.ts';
import type { UrlTarget } from './bases.ts';
import { findVariable, isLoopback, parseAddress } from './origins.ts';
import type { Use } from './uses.ts';

/** Paths of which the beginning stands in the value of an environment variable: `CALLS_URL=https://platform/calls`. */

const MAX_LISTED = 3;

/** Does the variable hold more than the address of the platform? */
export function isHeldByVariable(target: UrlTarget): boolean {
  if (target.kind !== 'platform' || target.proxy !== undefined) return false;
  return target.implied.length > 0 || target.isMixed === true;
}

/** Does what the variable holds say which family it is, with or without the version? Then what follows may be open. */
export function isKnownByVariable(target: UrlTarget, catalog: Catalog): boolean {
  return target.kind === 'platform' && isHeldByVariable(target) && namesFamily(target.implied, catalog);
}

/** `{ source: '/api/agents/:path*', destination: 'https://…/agents/:path*' }`: the path stands in the settings of the proxy. */
export function isHeldByProxy(target: UrlTarget, catalog: Catalog): boolean {
  return target.kind === 'platform' && target.proxy !== undefined && namesFamily(target.implied, catalog);
}

/** With or without the version. */
function namesFamily(path: readonly string[], catalog: Catalog): boolean {
  const version = splitPath(catalog.versionPrefix);
  const isVersioned = version.length > 0 && startsWithSegments(path, version);
  const own = isVersioned ? path.slice(version.length) : path;
  return matchPathForMethods(catalog, null, own).some(({ outcome }) => outcome !== 'unlisted');
}

/** The end of the v1 path is what the code writes; the rest is what the variable is to hold. */
function findHeldTarget({ target, match }: Use): string | null {
  if (target.kind !== 'platform' || match === null || match.v1Path === null) return null;
  const { legacyPath, v1Path } = match;
  if (!v1Path.endsWith(legacyPath)) return null;
  const prefix = splitPath(v1Path.slice(0, -legacyPath.length));
  return `/${[...prefix, ...target.implied].join('/')}`;
}

/** Where the tree sets the variable to an address of the world outside. */
function listPlaces(env: readonly EnvAssignment[], name: string): readonly string[] {
  return env.flatMap((entry) => {
    const host = entry.name === name ? parseAddress(entry.value)?.host : undefined;
    return host === undefined || isLoopback(host) ? [] : [`${entry.file}:${entry.line}`];
  });
}

/** What is to be done about it; null where the path stands in the code. */
export function describeHeldPath(use: Use, env: readonly EnvAssignment[]): string | null {
  const name = findVariable(use.url);
  if (use.target.kind !== 'platform' || name === null || !isHeldByVariable(use.target)) return null;
  const { implied, isMixed } = use.target;
  const path = findHeldTarget(use);
  const change = path === null ? 'give it the v1 path' : `let it end in ${path}`;
  const places = listPlaces(env, name);
  const held = `/${implied.join('/')}`;
  // No file says so: what it falls back to does.
  if (places.length === 0)
    return `Where ${name} is set, its value likely holds ${held} as its fallback does: ${change}.`;
  const listed = places.slice(0, MAX_LISTED).join(', ');
  if (isMixed === true)
    return `${name} is set to addresses with and without the version, or with other paths, in ${listed}: let all have the same path, then run again.`;
  return `The value of ${name} holds ${held}: ${change}, in ${listed} and wherever else this runs.`;
}

/** What a text is put behind: `/v1, the path in VOICE_URL`. */
export function describeHeldPrefix({ target, url }: Use): string | null {
  const name = findVariable(url);
  if (target.kind !== 'platform' || name === null || !isHeldByVariable(target)) return null;
  return target.isMixed === true
    ? `the different paths of ${name}`
    : `/${target.implied.join('/')}, the path of ${name}`;
}
