import type { Use } from './uses.ts';

/** Places that name a base from which no request was found to take it: whatever they do with it went unseen. */

const MAX_LISTED = 5;

/** A test names the base to compare with it. */
const TESTS = /(?:^|\/)(?:tests?|__tests__|e2e|cypress)\/|\.(?:test|spec|cy|stories)\.[cm]?[jt]sx?$/;

/** Also with a path of which nothing is known. */
function isBareBase({ reference, target, path }: Use): boolean {
  return reference !== null && target.kind === 'platform' && path.segments.every((segment) => segment === null);
}

function listLiterals({ url }: Use): readonly number[] {
  return url.parts.flatMap((part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : []));
}

/** One notice for all of them; none where every base leads to a request, or to a mock of one. */
export function describeIdleBases(uses: readonly Use[]): readonly string[] {
  const bare = uses.filter(isBareBase);
  const taken = new Set(uses.filter((use) => !isBareBase(use)).flatMap(listLiterals));
  const places = bare.flatMap((use) => {
    const place = listLiterals(use).some((literal) => taken.has(literal)) ? undefined : use.reference?.expression;
    return place === undefined || TESTS.test(place.file) ? [] : [`${place.file}:${place.line}`];
  });
  const [first, ...others] = [...new Set(places)].sort();
  if (first === undefined) return [];
  const listed = [first, ...others].slice(0, MAX_LISTED).join(', ');
  const more = others.length < MAX_LISTED ? '' : ` and ${others.length + 1 - MAX_LISTED} more`;
  return [`no request was found that uses the base at ${listed}${more}: look at what is done with it.`];
}
