import type { HttpRequest } from '../model/analysis.ts';
import { nameSeam, type TrailStep } from '../model/url-value.ts';
import type { Use } from './uses.ts';

/**
 * `let endpoint = '';`, and a path in each branch that follows, handed on to a wrapper: the address alone is what the variable holds
 * before a path was chosen. A call that asks for the root of the base passes no such variable, or none that has paths, too.
 */

const DECLARED_EMPTY = /= (?:''|""|``)$/;

/** The empty variables that the text passed on its way to where it enters the URL. */
function nameWays(trail: readonly TrailStep[], entries: readonly string[]): readonly string[] {
  const variables = trail.filter(({ text }) => DECLARED_EMPTY.test(text));
  return variables.flatMap(({ file, line, column }) => entries.map((entry) => `${file}:${line}:${column} ${entry}`));
}

function isBare({ decision, target, path, url }: Use): boolean {
  const isEmpty = path.segments.length === 0 && path.slash === null && path.unknown === null;
  return decision === 'unlisted' && target.kind === 'platform' && isEmpty && url.ending !== undefined;
}

/** The ways of texts that are the whole of a path. */
function listChosen(uses: readonly Use[]): ReadonlySet<string> {
  const ways = uses.flatMap(({ request, decision, url: { parts, trail }, path: { first, slash } }) => {
    const begins = slash ?? first;
    if (request === null || decision === 'unlisted' || begins === null) return [];
    return nameWays(trail, (parts[begins.part]?.seams ?? []).map(nameSeam));
  });
  return new Set(ways);
}

/** The uses without requests of which nothing but the address is known, where a path is what they are made for. */
export function leaveUnset(uses: readonly Use[]): readonly Use[] {
  const bare = new Map<HttpRequest, boolean>();
  for (const use of uses) {
    // `${settings.url || BASE}${endpoint}`: beside what is known of the base stands what is not.
    const isOther = use.target.kind === 'unknown' && use.url.ending !== undefined;
    if (use.request !== null && !isOther) bare.set(use.request, isBare(use) && (bare.get(use.request) ?? true));
  }
  if (![...bare.values()].includes(true)) return uses;
  const chosen = listChosen(uses);
  return uses.filter(({ request, url: { endings = [], ending = [] } }) => {
    if (request === null || bare.get(request) !== true) return true;
    const entries = ending.map(nameSeam);
    return !endings.every((trail) => nameWays(trail, entries).some((way) => chosen.has(way)));
  });
}
