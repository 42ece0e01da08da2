import type { Analysis, ForeignUse, HttpRequest } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import { flatMap } from '../model/flat-map.ts';
import { isTestFile } from '../model/test-files.ts';
import type { Taken, UrlValue } from '../model/url-value.ts';
import { describeHeldPrefix } from './held-paths.ts';
import type { Steps } from './in-step.ts';
import { isLoopback, isPlaceholder } from './origins.ts';
import { isBystander, isOnPlatform, type Use } from './uses.ts';

/** All uses of one text, so that it is changed once, or not at all. */
export interface TextGroup {
  readonly file: string;
  readonly literal: number;
  readonly start: number;
  readonly end: number;
  /** Uses that need the change. */
  readonly movers: readonly Use[];
  /** Uses on the platform that have something else to say. */
  readonly others: readonly Use[];
  /** Why the text cannot be changed: uses that must not change with it. */
  readonly conflicts: readonly string[];
  /** The hosts that the same requests go to in other surroundings, where nothing else is in the way. */
  readonly otherHosts: readonly string[];
  /** It is in a message that is thrown, or seen by a test, too: changed only where the request has no other place for the version. */
  readonly isInMessage: boolean;
  /** Uses of tests: left to a person, once nothing but them is in the way. */
  readonly inTests: readonly ForeignUse[];
  /** Places that the text passes on its way to one of those: what is put there reaches it as well. */
  readonly entered: ReadonlySet<string>;
}

type Conflicts = Pick<TextGroup, 'conflicts' | 'otherHosts' | 'isInMessage' | 'inTests' | 'entered'>;

const NO_CONFLICTS: Conflicts = {
  conflicts: [],
  otherHosts: [],
  isInMessage: false,
  inTests: [],
  entered: new Set(),
};

export interface Draft {
  readonly file: string;
  readonly literal: number;
  readonly uses: Use[];
}

/** A conflict: what is put into the text is encoded with it, also a slash. */
export const ENCODED = 'it is encoded before it is sent';

function describeUse(use: Use): string {
  const place = use.request?.site ?? use.reference?.expression;
  const at = place === undefined ? '' : `${place.file}:${place.line}`;
  if (use.target.kind === 'elsewhere') return `${at} sends it to ${use.target.host}`;
  if (use.target.kind === 'relative')
    return `${at} uses it without a host, on the own server or where that hands it on`;
  if (use.target.kind === 'unknown') {
    const { variable } = use.target;
    if (variable === null) return `${at} sends it to a base that is not known`;
    return `${at} sends it to ${variable}, too (--base-url env:${variable} if that is the platform as well)`;
  }
  const held = describeHeldPrefix(use);
  if (held !== null) return `${at} puts it behind ${held}`;
  if (use.decision === 'v1') return `${at} needs it as it is (it is on v1 there)`;
  return `${at} needs it as it is (${use.match?.legacyPath ?? 'its path is not statically known'})`;
}

/** The requests with a URL on the platform, and the ways on which one is. */
export interface Placed {
  readonly requests: ReadonlySet<HttpRequest | null>;
  readonly ways: ReadonlySet<number>;
}

/** `new Client({ baseURL })` of a library, `new Client({ ...options, baseURL: this.baseURL })`: another address of the same server. */
const LEFT_TO_USERS = /no caller in the project gives|^it depends on itself$/;

function isLeftToUsers({ parts: [base] }: UrlValue): boolean {
  return base?.kind === 'hole' && LEFT_TO_USERS.test(base.reason);
}

/** `${options.proxy}/relay/voice` in front of the path: a route of one's own server, which hands it on. */
function hasRouteBefore({ parts: [base, route] }: UrlValue): boolean {
  return base?.kind === 'hole' && route?.kind === 'text' && /^\/[a-z]/i.test(route.text);
}

/**
 * A URL of which no one can tell whether it goes to the platform counts only when nothing else does on the same way:
 * `process.env.VOICE_URL ?? process.env.URL` is one base, two callers with a base each are two. Where a function puts a path
 * behind its base in two places, each is a request of its own, on one way.
 */
export function isUnknownBystander({ target, request, url }: Use, placed: Placed): boolean {
  if (target.kind !== 'unknown' || request === null) return false;
  if (url.ways?.some((way) => placed.ways.has(way)) === true) return false;
  if (!placed.requests.has(request)) return true;
  if (isLeftToUsers(url)) return false;
  // What a test gives in the place of a base stands for the platform, as a local address would.
  return url.givers === undefined && url.ways !== undefined;
}

/**
 * `fetch(`http://localhost:3000${AGENTS}`)`: the program asks a server of its own machine, and nothing else, by the path. A base that
 * is local in one of several settings, and what a test sets up, stands for the platform.
 */
function isToOwnMachine({ request }: Use, uses: readonly Use[]): boolean {
  if (request === null || isTestFile(request.site.file)) return false;
  return uses.every(
    (other) => other.request !== request || (other.target.kind === 'elsewhere' && isLoopback(other.target.host)),
  );
}

export function listPlaced(uses: readonly Use[]): Placed {
  const onPlatform = uses.filter(isOnPlatform);
  const ways = flatMap(onPlatform, ({ url }) => url.ways ?? []);
  return { requests: new Set(onPlatform.map(({ request }) => request)), ways: new Set(ways) };
}

function describeForeign(use: ForeignUse): string {
  return `${use.file}:${use.line} also uses it: ${use.text}`;
}

const VERSION = /^\/?v\d+\/?$/i;
/** Longer pieces are not looked at. */
const MAX_VERSION = 6;

interface Taker {
  readonly taken: Taken;
  readonly use: Use;
  /** It is a version: `path.replace(/^\/v1/, '')`. */
  readonly isVersion: boolean;
}

/** The uses that take characters of a file out of their URL. */
type Takers = ReadonlyMap<string, readonly Taker[]>;

export function listTakers(uses: readonly Use[], analysis: Pick<Analysis, 'getText'>): Takers {
  const takers = new Map<string, Taker[]>();
  for (const use of uses)
    for (const part of use.url.parts)
      for (const taken of part.taken ?? []) {
        const { file, start, end } = taken;
        const isVersion = end - start <= MAX_VERSION && VERSION.test(analysis.getText(file).slice(start, end));
        append(takers, file, { taken, use, isVersion });
      }
  return takers;
}

function isWithin(offset: number, { start, end }: Taken): boolean {
  return start <= offset && offset < end;
}

/** `url.replace('/agents', '/calls')` beside `url`: behind an edit, the program takes out less than it did, or nothing. */
function describeTakers({ file }: Draft, movers: readonly Use[], takers: Takers): readonly string[] {
  const own = takers.get(file) ?? [];
  if (own.length === 0) return [];
  return flatMap(movers, ({ place }) =>
    own
      .filter(({ taken, isVersion }) => {
        if (!place?.edit) return false;
        // Who takes a version out, be it under a condition, knows of another one: the text has both.
        const isBehindVersion = isVersion && taken.end <= place.segment && place.segment <= taken.end + 1;
        return isBehindVersion || isWithin(place.edit.start, taken) || isWithin(place.segment, taken);
      })
      .map(({ use }) => {
        const at = use.request?.site ?? use.reference?.expression;
        return `${at === undefined ? 'a request' : `${at.file}:${at.line}`} takes it out of its URL`;
      }),
  );
}

/** `new Request('http://localhost/agents')`: the host stands in the text itself, right before the path. */
function isWrittenWith({ file, end }: Taken, { place }: Use): boolean {
  return place !== null && place.file === file && end <= place.segment && place.segment <= end + 1;
}

/** `new URL(path, 'http://localhost')`: a host that only makes the URL whole owns no path. */
function owns(taken: Taken, host: string, use: Use): boolean {
  return isWrittenWith(taken, use) || (host.includes('.') && !isLoopback(host) && !isPlaceholder(host));
}

/** `API + new URL('https://app.example/agents').pathname`: the path is one of the other host, too. */
function describeOwners(movers: readonly Use[]): readonly string[] {
  const taking = movers.filter(({ url }) => url.parts.some((part) => part.taken !== undefined));
  return flatMap(taking, (use) =>
    flatMap(use.url.parts, (part) => part.taken ?? [])
      .flatMap((taken) => {
        const host = taken.host?.toLowerCase();
        return host !== undefined && owns(taken, host, use) ? [host] : [];
      })
      .filter((host) => use.target.kind === 'platform' && !use.target.base.toLowerCase().includes(host))
      .map((host) => `it is a path of ${host}`),
  );
}

/** `isLive ? 'https://platform' : 'https://staging.platform'`: none unless each of the uses is such a host. */
function listOtherHosts(bystanders: readonly Use[], movers: readonly Use[]): readonly string[] {
  const requests = new Set(movers.map(({ request }) => request));
  const hosts = flatMap(bystanders, ({ request, target }) =>
    target.kind === 'elsewhere' && requests.has(request) && /^[\w.-]+(?::\d+)?$/.test(target.host) ? target.host : [],
  );
  return hosts.length < bystanders.length ? [] : [...new Set(hosts)];
}

export interface Beside {
  readonly takers: Takers;
  /** The literals of which a path begins that gets its version. */
  readonly moving: ReadonlySet<number>;
  /** Those that are a part of any URL that is sent or named. */
  readonly sent: ReadonlySet<number>;
  /** The comparisons that are answered as before when the texts change. */
  readonly steps: Steps;
  /** Are they answered so because this text stays? */
  readonly keeps: (literal: number) => boolean;
  /** The literals that tests do not hold back. */
  readonly yielded: ReadonlySet<number>;
  readonly findForeign: (draft: Draft) => readonly ForeignUse[];
  /** Where the text is found by another one that stays. */
  readonly listFinders: (literal: number) => readonly ForeignUse[];
}

/** Is it a comparison of which both sides change? */
function isInStep({ findComparison }: ForeignUse, steps: Steps): boolean {
  const comparison = steps.size === 0 ? undefined : findComparison?.();
  return comparison != null && steps.has(comparison);
}

/** References beside requests: the same text in a mock that is no request of its own is no conflict. */
export function listConflicts(
  draft: Draft,
  movers: readonly Use[],
  deeper: readonly Use[],
  { takers, moving, sent, steps, keeps, yielded, findForeign, listFinders }: Beside,
): Conflicts {
  if (movers.length === 0) return NO_CONFLICTS;
  const placed = listPlaced(draft.uses);
  const beside = draft.uses.filter(
    (use) => isBystander(use) || isUnknownBystander(use, placed) || isToOwnMachine(use, draft.uses),
  );
  const own = new Set(draft.uses);
  // Where bases have a path, what has another base instead holds the text behind that path.
  const isBehindRoute = ({ request, url }: Use) => request !== null && hasRouteBefore(url);
  const behind = deeper.filter(
    (use) =>
      !own.has(use) &&
      (use.target.kind !== 'unknown' || use.request === null || isBehindRoute(use) || isUnknownBystander(use, placed)),
  );
  const bystanders = [...beside, ...behind];
  // A key that is written twice stays one key where both texts change.
  const foreign = findForeign(draft)
    .filter(({ unless }) => !unless?.some((other) => moving.has(other)))
    .filter(({ unlessSent }) => unlessSent === undefined || !sent.has(unlessSent));
  const messages = foreign.filter(({ isMessage }) => isMessage);
  const isKept = keeps(draft.literal);
  const uses = foreign.filter((use) => !use.isMessage && (isKept || !isInStep(use, steps)));
  const inTests = uses.filter(({ test }) => test !== undefined);
  const isYielded = yielded.has(draft.literal);
  const binding = isYielded ? uses.filter(({ test }) => test === undefined) : uses;
  const taken = [...describeTakers(draft, movers, takers), ...describeOwners(movers)];
  const special = flatMap(movers, (use) => (use.special === undefined ? [] : `for some callers it is ${use.special}`));
  const finders = listFinders(draft.literal).map(({ file, line }) => `${file}:${line} finds it by a text that stays`);
  const encoded = movers.some((use) => use.place?.isEncoded === true) ? [ENCODED] : [];
  const others = [...encoded, ...taken, ...special, ...finders];
  const isFree = others.length + binding.length === 0;
  return {
    conflicts: [...new Set([...others, ...bystanders.map(describeUse), ...binding.map(describeForeign)])],
    otherHosts: isFree ? listOtherHosts(bystanders, movers) : [],
    isInMessage: messages.length + (binding.length < uses.length ? 1 : 0) > 0,
    inTests,
    entered: new Set(flatMap(foreign, (use) => (isYielded && use.test !== undefined ? [] : use.entered))),
  };
}
