import type { Analysis } from '../model/analysis.ts';
import { isTestFile } from '../model/test-files.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { UrlTarget } from './bases.ts';
import { findHostFile, isLoopback, type Origin, parseAddress, parseOrigin, readAuthority } from './origins.ts';

/** The hosts that tests set the variables of bases to: what stands for the platform there. */

export interface OriginEntry extends Origin {
  readonly base: string;
}

export interface VariableEntry {
  readonly base: string;
  /** Path that the variable's value holds behind a base's own prefix: `['v1']`. */
  readonly implied: readonly string[];
  readonly isMixed?: true;
  /** Only files say so: those that another package reads may say something else. */
  readonly isFromFiles?: true;
  /** What the variable stands for, where that is less than a base: the path behind it decides which base it is. */
  readonly origin?: Origin;
}

const TEST_ENV = /(?:^|\/)\.env\.(?:test|testing|e2e|ci)(?:\.|$)/;

/** Is it what tests are run with, and not the program? */
export function isSetForTests({ file, isOfTests }: Analysis['env'][number]): boolean {
  return isOfTests === true || TEST_ENV.test(file);
}

/** Where tests set variables to bases of which no `.env*` file says what they are. */
export function listOnlyInTests(
  { env, testSettings = [] }: Pick<Analysis, 'env'> & Partial<Pick<Analysis, 'testSettings'>>,
  isBase: (origin: Origin) => boolean,
): Analysis['env'] {
  const isRemote = (origin: Origin | null): origin is Origin => origin !== null && !isLoopback(origin.host);
  const named = new Set(env.flatMap(({ name, value }) => (isRemote(parseAddress(value)) ? [name] : [])));
  return testSettings.filter(({ name, value }) => {
    const origin = parseAddress(value);
    return isRemote(origin) && isBase(origin) && !named.has(name);
  });
}

/** The hosts that mocks put in the place of a base. `locate`: where a URL goes. */
export function listMockedHosts(
  { mockedBases = [] }: Partial<Pick<Analysis, 'mockedBases'>>,
  locate: (url: UrlValue) => UrlTarget,
): readonly OriginEntry[] {
  const located = mockedBases.flatMap((mocked) => {
    const origin = parseOrigin(mocked.value);
    return origin === null ? [] : [{ origin, target: locate(mocked.url), isProvided: mocked.isProvided === true }];
  });
  // One stub for several servers
  const shared = new Set(
    located.flatMap(({ origin, target, isProvided }) =>
      isProvided && target.kind !== 'platform' ? [origin.host] : [],
    ),
  );
  return located.flatMap(({ origin, target, isProvided }) => {
    if (isProvided && (shared.has(origin.host) || (isLoopback(origin.host) && !origin.host.includes(':')))) return [];
    if (target.kind !== 'platform' || target.isMixed === true) return [];
    return toDouble(origin, target);
  });
}

/** The hosts that tests put in the place of a server that is not the platform: such a one is no double of it alone. */
export function listOfOthers(urls: readonly UrlValue[], locate: (url: UrlValue) => UrlTarget): readonly string[] {
  const isTested = (url: UrlValue) => isTestFile(findHostFile(url) ?? '');
  if (!urls.some((url) => locate(url).kind === 'elsewhere' && !isTested(url))) return [];
  return urls.filter(isTested).flatMap((url) => parseOrigin(readAuthority(url) ?? '')?.host ?? []);
}

/** The double of an address with a version has one, too. */
function toDouble(origin: Origin, { base, implied }: Pick<VariableEntry, 'base' | 'implied'>): readonly OriginEntry[] {
  const prefix = origin.prefix.slice(0, Math.max(0, origin.prefix.length - implied.length));
  const isSame = implied.every((segment, index) => origin.prefix[prefix.length + index] === segment);
  return isSame ? [{ host: origin.host, prefix, base }] : [];
}

/** `find`: what a variable is known to stand for. */
export function listTestHosts(
  { env, testSettings = [] }: Pick<Analysis, 'env'> & Partial<Pick<Analysis, 'testSettings'>>,
  find: (name: string) => VariableEntry | undefined,
): readonly OriginEntry[] {
  const settings = [...testSettings, ...env.filter(isSetForTests)].flatMap(({ name, value }) => {
    const origin = parseOrigin(value);
    return origin === null ? [] : [{ origin, entry: find(name) }];
  });
  const shared = new Set(settings.flatMap(({ entry, origin }) => (entry === undefined ? [origin.host] : [])));
  return settings.flatMap(({ entry, origin }) => {
    if (entry === undefined || entry.origin !== undefined || entry.isMixed === true) return [];
    // One stub for several servers, and the page's own address in a DOM without a browser.
    if (shared.has(origin.host) || (isLoopback(origin.host) && !origin.host.includes(':'))) return [];
    return toDouble(origin, entry);
  });
}
