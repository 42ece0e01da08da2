import type { Analysis } from '../model/analysis.ts';
import { flatMap } from '../model/flat-map.ts';
import type { Location } from '../model/location.ts';
import { isTestFile } from '../model/test-files.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { Use } from './uses.ts';

/** Places that name a base from which no request was found to take it: whatever they do with it went unseen. */

const MAX_LISTED = 5;

/** `:path*`, `*`, `$1`: what a rewrite puts in the place of a path. */
const ANY_PATH = /^(?::[\w-]+[*+]|\*{1,2}|\$\d)$/;

/** Also with a path of which nothing is known. */
function isBareBase({ reference, target, path }: Use): boolean {
  const isOpen = path.segments.every((segment) => segment === null || ANY_PATH.test(segment));
  return reference !== null && target.kind === 'platform' && isOpen;
}

/** What tells the base apart: where it is written, or the variable that holds it. */
function listSources({ parts }: UrlValue): readonly (number | string)[] {
  return flatMap(parts, (part): readonly (number | string)[] => {
    if (part.kind === 'env') return [part.name];
    return part.kind === 'text' && part.origin !== null ? [part.origin.literal] : [];
  });
}

/** `environment.ts` and `environment.prod.ts` are one file, of which the build takes one form. */
function nameVariant(file: string): string {
  return file.replace(/\.[^/]*$/, '');
}

function listFiles({ url }: Use): readonly string[] {
  return flatMap(url.parts, (part) =>
    part.kind === 'text' && part.origin !== null ? [nameVariant(part.origin.file)] : [],
  );
}

function namePlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** One notice for all of them; none where every base leads to a request, or to a mock of one. */
export function describeIdleBases(
  uses: readonly Use[],
  { proxies, env }: Pick<Analysis, 'proxies' | 'env'>,
): readonly string[] {
  const bare = uses.filter(isBareBase);
  if (bare.length === 0) return [];
  const sending = uses.filter((use) => !isBareBase(use));
  const isSent = sending.some(({ request, target }) => request !== null && target.kind === 'platform');
  const variants = new Set(flatMap(sending, listFiles));
  // The text of a file that is no code has no place: a request that holds it is told by its own.
  const requested = new Set(flatMap(sending, ({ request }) => (request === null ? [] : namePlace(request.expression))));
  // The target of a proxy is used by what the own server is asked for.
  const asked = new Set(flatMap(uses, ({ target }) => ('proxy' in target ? [target.prefix.join('/')] : [])));
  const used = proxies.filter(({ prefix }) => asked.has(prefix.join('/')));
  const taken = new Set(flatMap([...sending.map(({ url }) => url), ...used.map(({ target }) => target)], listSources));
  // Where a variable is set to it, those that read the variable take it.
  const targets = new Set([...used, ...env].map(({ file, line }) => `${file}:${line}`));
  const places = flatMap(bare, (use) => {
    const place = listSources(use.url).some((source) => taken.has(source)) ? undefined : use.reference?.expression;
    // `this.baseUrl !== 'https://…'`: whether it is the base that requests go to says nothing of other requests.
    if (isSent && use.reference?.isCompared) return [];
    // A test names the base to compare with it.
    if (place === undefined || isTestFile(place.file) || targets.has(`${place.file}:${place.line}`)) return [];
    if (requested.has(namePlace(place))) return [];
    const isVariant = /\.[^/.]+\./.test(place.file) && variants.has(nameVariant(place.file));
    return isVariant ? [] : [`${place.file}:${place.line}`];
  });
  const [first, ...others] = [...new Set(places)].sort();
  if (first === undefined) return [];
  const listed = [first, ...others].slice(0, MAX_LISTED).join(', ');
  const more = others.length < MAX_LISTED ? '' : ` and ${others.length + 1 - MAX_LISTED} more`;
  return [`no request was found that uses the base at ${listed}${more}: look at what is done with it.`];
}
