import type { Catalog } from '../contract/catalog.ts';
import { type Match, matchPathForMethods, type PathSegment } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import type { BaseOption } from '../model/options.ts';
import type { UrlValue } from '../model/url-value.ts';
import { findVariable, findVariablePart, isLoopback, parseOrigin, readAuthority } from './origins.ts';
import { readUrlPath } from './url-path.ts';

/** Looks for the platform's base when none is given: who is asked for paths of the catalogue, weighed by how telling they are. */

/** Words that any API may have: they never make a winner alone. */
const COMMON = new Set(['agents', 'calls', 'workflows', 'voices', 'languages', 'assistant', 'campaigns', 'campaign']);
const COMMON_WEIGHT = 1;
const TELLING_WEIGHT = 3;
const MIN_SCORE = 4;

interface Candidate {
  readonly base: string;
  readonly paths: Map<string, number>;
  /** Paths that the catalogue does not have. */
  readonly unlisted: Set<string>;
}

interface Inference {
  readonly winner: BaseOption | null;
  /** Bases that look like it, best first, when there is no clear winner. */
  readonly contenders: readonly string[];
}

/** What stands below a family, and is not in the reference, any API may have as well. */
function weigh({ legacyPath, evidence }: Match): number {
  const [family = '', ...below] = legacyPath.split('/').filter((segment) => segment !== '');
  const names = below.filter((segment) => !segment.startsWith('{'));
  const isTelling = names.length === 0 ? !COMMON.has(family) : evidence === 'documented';
  return isTelling ? TELLING_WEIGHT : COMMON_WEIGHT;
}

function nameOrigin(text: string): string | null {
  const origin = parseOrigin(text);
  if (origin === null || isLoopback(origin.host)) return null;
  return `${/^http:/i.test(text) ? 'http' : 'https'}://${origin.host}`;
}

/** The base that a URL begins with, as a user would name it; null when it has none, or a loopback one. */
export function nameBase(url: UrlValue): string | null {
  const variable = findVariable(url);
  if (variable !== null) return `env:${variable}`;
  const authority = readAuthority(url);
  return authority === null ? null : nameOrigin(authority);
}

function scoreOf({ paths }: Pick<Candidate, 'paths'>): number {
  return [...paths.values()].reduce((sum, weight) => sum + weight, 0);
}

/** A literal base beats the variable that falls back to it or is set to it: both are the same platform. */
function dropVariables(candidates: Map<string, Candidate>, aliases: ReadonlyMap<string, string>): void {
  for (const [variable, base] of aliases) {
    const alias = candidates.get(variable);
    const main = candidates.get(base);
    if (alias === undefined || main === undefined) continue;
    for (const [path, weight] of alias.paths) main.paths.set(path, weight);
    for (const path of alias.unlisted) main.unlisted.add(path);
    candidates.delete(variable);
  }
}

/** Where `.env*` files set one variable to several hosts, each package has the one that its own files name. */
function findOwnHost({ env, numberPackage }: Analysis, url: UrlValue): string | null {
  const part = findVariablePart(url);
  const set = part === null ? [] : env.filter(({ name }) => name === part.name);
  const name = (entries: typeof set): readonly string[] => [
    ...new Set(entries.flatMap(({ value }) => nameOrigin(value) ?? [])),
  ];
  if (part === null || name(set).length < 2) return null;
  const [own, ...others] = name(set.filter(({ file }) => numberPackage(file) === part.home));
  return own === undefined || others.length > 0 ? null : own;
}

/** `process.env.API_URL ?? 'http://localhost:8000'`, `… ?? '/api'`: nobody runs the platform on the own machine, or beside the own pages. */
function fallsBackToOwn(urls: readonly UrlValue[]): boolean {
  return urls.some((url) => {
    const [first] = url.parts;
    const isOfPage = first?.kind === 'text' && /^\/(?!\/)/.test(first.text);
    return isOfPage || isLoopback(parseOrigin(readAuthority(url) ?? '')?.host ?? '');
  });
}

/** Is more of what it is asked for known than not? A backend of one's own has a few paths of the same names. */
function isMostlyListed({ paths, unlisted }: Candidate): boolean {
  return paths.size >= unlisted.size;
}

/** Voice platforms of other vendors have these two as well: together they tell none apart. */
const OF_OTHERS = new Set(['assistant', 'knowledge-base']);

/** Families without a word that other APIs hardly have: so many of them on one origin are the platform's all the same. */
const MANY_FAMILIES = 3;
const OF_CALL_CENTRES = new Set(['assistant', 'campaigns', 'campaign']);

/** Is it asked for more than one path, and for one that other APIs hardly have, or for many that they have each? */
function isTelling({ paths, unlisted }: Candidate): boolean {
  const families = new Set([...paths.keys()].map((path) => path.split('/')[1] ?? ''));
  const isOnlyOfOthers = [...families].every((family) => OF_OTHERS.has(family));
  if (
    !isOnlyOfOthers &&
    paths.size > 1 &&
    scoreOf({ paths }) >= MIN_SCORE &&
    [...paths.values()].includes(TELLING_WEIGHT)
  )
    return true;
  for (const family of OF_CALL_CENTRES) families.delete(family);
  return families.size >= MANY_FAMILIES && unlisted.size * 2 <= paths.size;
}

/** What has moved says as much as what has not: after a migration all paths of the platform have their version. */
function matchEither(catalog: Catalog, segments: readonly PathSegment[]): Match | undefined {
  const [match] = matchPathForMethods(catalog, null, segments);
  if (match?.outcome !== 'unlisted' || segments[0] !== 'v1') return match;
  const [moved] = matchPathForMethods(catalog, null, segments.slice(1));
  return moved?.outcome === 'rewrite' ? moved : match;
}

/** The hosts that some requests go to whatever the environment says. */
function listAlone(requests: Analysis['requests']): ReadonlySet<string> {
  return new Set(
    requests.flatMap(({ urls }) => {
      const names = urls.map(nameBase);
      return names.some((name) => name === null || name.startsWith('env:')) ? [] : names.flatMap((name) => name ?? []);
    }),
  );
}

/** `call(path, process.env.VOICE)` of a `base = OWN`: what stands beside the variable is what others leave it out for. */
function isWithoutDefault(url: UrlValue): boolean {
  const part = findVariablePart(url);
  return part !== null && part.defaults === undefined;
}

export function inferBases(analysis: Analysis, catalog: Catalog): Inference {
  const candidates = new Map<string, Candidate>();
  const aliases = new Map<string, string>();
  const local = new Set<string>();
  const named = analysis.references.filter(({ isEmbedded, isNested }) => isEmbedded !== true && isNested !== true);
  const alone = listAlone(analysis.requests);
  for (const { urls } of [...analysis.requests, ...named]) {
    const names = urls.map((url) => findOwnHost(analysis, url) ?? nameBase(url));
    if (fallsBackToOwn(urls)) for (const name of names) if (name?.startsWith('env:')) local.add(name);
    const literal = names.find((name) => name !== null && !name.startsWith('env:'));
    const isOther = literal != null && alone.has(literal) && urls.some((url) => isWithoutDefault(url));
    for (const [index, url] of urls.entries()) {
      const base = names[index];
      if (base === null || base === undefined || (isOther && base === literal)) continue;
      if (base.startsWith('env:') && literal && !isOther) aliases.set(base, literal);
      const path = readUrlPath(url);
      if (path.unknown !== null) continue;
      const match = matchEither(catalog, path.segments);
      if (match === undefined) continue;
      const candidate = candidates.get(base) ?? { base, paths: new Map(), unlisted: new Set() };
      candidates.set(base, candidate);
      if (match.outcome === 'unlisted') {
        candidate.unlisted.add(path.segments.map((segment) => segment ?? '{}').join('/'));
        continue;
      }
      candidate.paths.set(match.legacyPath, weigh(match));
    }
  }
  for (const { name, value } of analysis.env) {
    const base = nameOrigin(value);
    if (base !== null && candidates.has(base)) aliases.set(`env:${name}`, base);
  }
  dropVariables(candidates, aliases);
  const ranked = [...candidates.values()]
    .filter(({ paths }) => paths.size > 0)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || (a.base < b.base ? -1 : 1));
  const [best, second] = ranked;
  const contenders = ranked.map((candidate) => candidate.base);
  if (best === undefined) return { winner: null, contenders };
  const isPlatform = isMostlyListed(best) && !local.has(best.base);
  const isClear = isPlatform && (second === undefined || scoreOf(best) >= 2 * scoreOf(second));
  return { winner: isTelling(best) && isClear ? { base: best.base, source: 'inferred' } : null, contenders };
}
