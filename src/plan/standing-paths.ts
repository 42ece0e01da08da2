import { startsWithSegments } from '../contract/catalog.ts';
import type { Analysis } from '../model/analysis.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { UrlTarget } from './bases.ts';
import { readPrefix } from './origins.ts';
import type { VariableEntry } from './test-hosts.ts';

/**
 * `.env.development` sets the variable of a base to `/api`: while one develops, what the requests ask of the own server below
 * that path is answered by doubles, and each of them stands for the platform.
 */
export interface StandingPath {
  readonly prefix: readonly string[];
  readonly base: string;
  readonly implied: readonly string[];
  readonly meets: (file: string) => boolean;
}

type Findings = Pick<Analysis, 'requests'> & Partial<Pick<Analysis, 'ownPaths' | 'numberPackage' | 'canPackagesMeet'>>;

type Meeting = Pick<Findings, 'numberPackage' | 'canPackagesMeet'>;

function meetsOf({ numberPackage, canPackagesMeet }: Meeting, file: string): StandingPath['meets'] {
  const own = numberPackage?.(file) ?? 0;
  return (other) => {
    const number = numberPackage?.(other) ?? 0;
    return number === own || canPackagesMeet?.(number, own) !== false;
  };
}

function splitSegments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** `find`: what a variable is known to stand for. `locate`: where a URL goes. */
export function listStandingPaths(
  { requests, ownPaths = [], ...packages }: Findings,
  find: (name: string) => VariableEntry | undefined,
  locate: (url: UrlValue) => UrlTarget,
): readonly StandingPath[] {
  const standing = ownPaths.flatMap(({ name, value, file }): StandingPath[] => {
    const entry = find(name);
    if (entry === undefined || entry.isMixed === true || entry.origin !== undefined) return [];
    const { base, implied } = entry;
    return [{ prefix: splitSegments(value), base, implied, meets: meetsOf(packages, file) }];
  });
  if (standing.length === 0) return [];
  const others = ownPaths.filter(({ name }) => find(name) === undefined);
  const asked = requests.flatMap(({ urls, site: { file } }) =>
    urls.filter((url) => locate(url).kind === 'relative').map((url) => ({ segments: readPrefix(url), file })),
  );
  // Another server that answers below the same path: nobody can tell for which of the two a double stands.
  return standing.filter(
    ({ prefix, meets }) =>
      !others.some(({ value, file }) => startsWithSegments(splitSegments(value), prefix) && meets(file)) &&
      !asked.some(({ segments, file }) => startsWithSegments(segments, prefix) && meets(file)),
  );
}

/** What a double answers to for the platform; null where it answers for the own server, as far as anybody knows. */
export function findStanding(standing: readonly StandingPath[], url: UrlValue): UrlTarget | null {
  const [first] = url.parts;
  if (first?.kind !== 'text' || first.origin === null || !first.text.startsWith('/')) return null;
  const { file } = first.origin;
  const segments = readPrefix(url);
  const found = standing.find(({ prefix, meets }) => startsWithSegments(segments, prefix) && meets(file));
  return found === undefined
    ? null
    : { kind: 'platform', base: found.base, prefix: found.prefix, implied: found.implied };
}
