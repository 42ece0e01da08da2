import { confirmTarget } from '../contract/api-description.ts';
import type { Catalog } from '../contract/catalog.ts';
import { splitPath, startsWithSegments } from '../contract/catalog.ts';
import { type Match, matchPathForMethods, type PathSegment } from '../contract/match.ts';
import type { Analysis, HttpRequest, UrlReference } from '../model/analysis.ts';
import { flatMap } from '../model/flat-map.ts';
import { isWithinRegion, type Region } from '../model/location.ts';
import type { MessageAnswer } from '../model/message.ts';
import type { PlanOptions } from '../model/options.ts';
import { getSourceOffset, type UrlValue } from '../model/url-value.ts';
import { alignTarget } from './align-target.ts';
import type { BaseTable, UrlTarget } from './bases.ts';
import { leaveCounterparts } from './counterparts.ts';
import { listTargets } from './endpoints.ts';
import { isGlob, stripGlob } from './globs.ts';
import { isHeldByProxy, isHeldByVariable, isKnownByVariable } from './held-paths.ts';
import { findServed } from './mock-servers.ts';
import { planMove } from './moves.ts';
import { noteNeighbours } from './neighbours.ts';
import { leaveNested } from './nested-urls.ts';
import { isLoopback, isNowhere, isPlaceholder, parseOrigin, readAuthority } from './origins.ts';
import { findSpecial } from './special-segments.ts';
import { keepDoublesInStep } from './test-doubles.ts';
import { leaveUnset } from './unset-paths.ts';
import { getTextPart, readUrlPath, type UrlPath } from './url-path.ts';
import { confirmLive } from './verdicts.ts';

/** What is to happen with one use of one URL. */
type Decision =
  /** The path gets its v1 form. */
  | 'rewrite'
  /** It becomes another operation, by edits of path, method and body. */
  | 'move'
  /** It has a v1 form that a person must bring about. */
  | 'manual'
  /** It stays on its legacy path. */
  | 'stay'
  | 'unlisted'
  | 'unresolved'
  | 'v1'
  | 'silent';

/** The literal in which the path begins, and what an edit there would be. */
export interface Place {
  readonly file: string;
  readonly literal: number;
  /** Source offsets of the text that changes, or should change. */
  readonly start: number;
  readonly end: number;
  /** Where its first segment begins: the same with and without a slash before it. */
  readonly segment: number;
  /** Null when the v1 path cannot be had by changing this text alone. */
  readonly edit: { readonly start: number; readonly end: number; readonly text: string } | null;
  /** The text is encoded on the way, so that a version put there would lose its slash. */
  readonly isEncoded?: true;
}

/** One URL that one request or reference can use. */
export interface Use {
  readonly request: HttpRequest | null;
  readonly reference: UrlReference | null;
  readonly url: UrlValue;
  readonly target: UrlTarget;
  readonly path: UrlPath;
  readonly match: Match | null;
  readonly decision: Decision;
  readonly place: Place | null;
  /** For an operation that changes its method: the edits, or why there are none. */
  readonly move?: MessageAnswer;
  /** The legacy path of an operation that does not move like this, and that the URL of some caller is. */
  readonly special?: string;
  /** Where the same function updates the same agent (`file:line`). */
  readonly neighbour?: string;
  /** Why a person has to look at it, where its text says that. */
  readonly left?: string;
}

const EVIDENCE_RANK = { assumed: 0, family: 1, config: 2, documented: 3, openapi: 4, probed: 5 } as const;

/** Different answers for the possible methods: the one that needs most care decides, and a person with it. */
function pickMatch(matches: readonly Match[]): Match | null {
  return matches.find((match) => match.outcome !== 'rewrite') ?? matches[0] ?? null;
}

function isVersioned(catalog: Catalog, segments: readonly PathSegment[]): boolean {
  const prefix = splitPath(catalog.versionPrefix);
  if (prefix.length > 0 && startsWithSegments(segments, prefix)) return true;
  // A catalogue of one's own may have v1 paths without a common prefix.
  return catalog.families.some((family) => {
    const target = splitPath(family.v1);
    return target.length > 0 && startsWithSegments(segments, target);
  });
}

function decide(matches: readonly Match[], isOpen: boolean, options: PlanOptions): Decision {
  const match = pickMatch(matches);
  if (match?.outcome === 'rewrite' && isOpen) return 'manual';
  if (match === null || match.outcome === 'unlisted') return 'unlisted';
  if (match.outcome === 'keep') return 'silent';
  if (match.outcome === 'no-equivalent') return matches.length === 1 ? 'stay' : 'manual';
  if (match.outcome !== 'rewrite' || matches.length > 1) return 'manual';
  if (match.missing !== undefined) return 'manual';
  const isStrong = options.evidence === 'family' || EVIDENCE_RANK[match.evidence ?? 'assumed'] >= EVIDENCE_RANK.config;
  return isStrong ? 'rewrite' : 'manual';
}

/** How a legacy path becomes its v1 path: by text put before it, or in place of its first segments. */
function describeChange(
  match: Match,
): { readonly prefix: string } | { readonly replaces: number; readonly by: readonly string[] } | null {
  if (match.v1Path === null) return null;
  // The version goes before the path; the rest of such a move is planned with its method and body.
  if (match.outcome === 'post-call-llm') {
    const aligned = alignTarget(match);
    if (aligned === null) return null;
    const { replaces, by } = aligned;
    return replaces === 0 ? { prefix: `/${by.join('/')}` } : { replaces, by };
  }
  if (match.outcome !== 'rewrite') return null;
  if (match.v1Path.endsWith(match.legacyPath)) return { prefix: match.v1Path.slice(0, -match.legacyPath.length) };
  const legacy = splitPath(match.legacyPath);
  const target = splitPath(match.v1Path);
  let common = 0;
  while (common < Math.min(legacy.length, target.length) && legacy.at(-1 - common) === target.at(-1 - common))
    common += 1;
  const replaced = legacy.slice(0, legacy.length - common);
  const by = target.slice(0, target.length - common);
  if (replaced.length === 0 || [...replaced, ...by].some((segment) => segment.startsWith('{'))) return null;
  return { replaces: replaced.length, by };
}

/** What is put before the legacy path of a use, `/v1`; null where it becomes a v1 path in another way. */
export function findPrefix({ match }: Use): string | null {
  const change = match === null ? null : describeChange(match);
  return change !== null && 'prefix' in change ? change.prefix : null;
}

/** The literal where the path's first segment stands, with the edit that a match asks for. */
function findPlace(url: UrlValue, path: UrlPath, match: Match | null): Place | null {
  if (path.first === null) return null;
  const part = getTextPart(url.parts, path.first);
  if (part === null || part.origin === null) return null;
  const { origin } = part;
  const hasSlash =
    path.slash !== null && path.slash.part === path.first.part && path.slash.index === path.first.index - 1;
  const from = hasSlash ? path.first.index - 1 : path.first.index;
  const change = match === null ? null : describeChange(match);
  const length = measureSegments(
    part.text.slice(path.first.index),
    change !== null && 'replaces' in change ? change.replaces : 1,
  );
  const start = getSourceOffset(origin, from);
  const end = getSourceOffset(
    origin,
    path.first.index + (length ?? measureSegments(part.text.slice(path.first.index), 1) ?? 0),
  );
  const encoded = origin.isEncoded === true ? { isEncoded: true as const } : {};
  const place = {
    file: origin.file,
    literal: origin.literal,
    start,
    end,
    segment: getSourceOffset(origin, path.first.index),
    ...encoded,
  };
  if (change === null || length === null) return { edit: null, ...place };
  if ('prefix' in change) {
    const text = hasSlash ? change.prefix : `${change.prefix.slice(1)}/`;
    return { edit: { start, end: start, text }, ...place };
  }
  return { edit: { start, end, text: `${hasSlash ? '/' : ''}${change.by.join('/')}` }, ...place };
}

/** A path that is put together when the code runs has no text that could change. */
export function isWithoutText(use: Use): boolean {
  return isOnPlatform(use) && use.place === null && use.decision === 'rewrite';
}

/** Does the same place occur in the URL more than once, `path + path`? An edit there would change each occurrence. */
export function isRepeated({ parts }: UrlValue, { file, start }: Place): boolean {
  const origins = flatMap(parts, (part) => (part.kind === 'text' && part.origin !== null ? [part.origin] : []));
  const holders = origins.filter((origin) => origin.file === file && origin.start <= start && start < origin.end);
  return holders.length > 1;
}

const ONE_SEGMENT = /^[^/?#]+/;

/** Length of the first `count` segments of a text; null when they do not all stand in it. */
function measureSegments(text: string, count: number): number | null {
  const match = (count === 1 ? ONE_SEGMENT : new RegExp(`^[^/?#]+(?:/+[^/?#]+){${count - 1}}`)).exec(text);
  return match === null ? null : match[0].length;
}

function judgeMove(use: Use, analysis: Analysis): Use {
  const move = planMove(use, analysis);
  return { ...use, move, decision: move.ok && use.place?.edit ? 'move' : 'manual' };
}

/** The host, where a local address stands for another base; the base itself may be local, too. */
function findLoopbackDouble(url: UrlValue, base: string): string | null {
  const host = parseOrigin(readAuthority(url) ?? '')?.host;
  return host !== undefined && isLoopback(host) && parseOrigin(base)?.host !== host ? host : null;
}

/** Judges every URL of the analysis against the bases and the catalogue. */
export function classifyUses(
  analysis: Analysis,
  bases: BaseTable,
  catalog: Catalog,
  options: PlanOptions,
): readonly Use[] {
  const judge = (
    url: UrlValue,
    request: HttpRequest | null,
    reference: UrlReference | null,
    target = bases.locate(url),
  ): Use => {
    const skip = target.kind === 'platform' ? target.prefix.length : 0;
    const read = readUrlPath(url, skip);
    const isOfProxy = isHeldByProxy(target, catalog);
    const path = isOfProxy || isKnownByVariable(target, catalog) ? { ...read, unknown: null } : read;
    const segments = target.kind === 'platform' ? [...target.implied, ...path.segments] : path.segments;
    const use = { request, reference, url, target, path };
    if (path.unknown !== null) return { match: null, decision: 'unresolved', place: null, ...use };
    const methods = url.methods === undefined ? (request?.methods ?? reference?.methods ?? null) : url.methods;
    const named = request === null ? segments.map(stripGlob) : segments;
    const matches = matchPathForMethods(catalog, methods, named).map((entry) => {
      const described = confirmTarget(entry, methods, catalog.description);
      if (options.asked === undefined) return described;
      const targets = listTargets({ ...use, match: described, decision: 'rewrite' }, catalog);
      return confirmLive(described, targets, request === null, options.asked);
    });
    const match = pickMatch(matches);
    // It changes where the proxy has its path.
    if (isOfProxy && match?.outcome === 'rewrite') return judge(url, request, reference, { kind: 'relative' });
    // What the code writes goes behind what the variable holds: a version put there would be in the middle of the path.
    const findOwnPlace = (found: Match | null) => (isHeldByVariable(target) ? null : findPlace(url, path, found));
    if (isVersioned(catalog, segments) && match?.outcome !== 'rewrite')
      return { match: null, decision: 'v1', place: findOwnPlace(null), ...use };
    const place = findOwnPlace(match);
    const decision =
      place !== null && isRepeated(url, place) ? 'manual' : decide(matches, isGlob(catalog, segments), options);
    const double = decision === 'unlisted' && target.kind === 'platform' ? findLoopbackDouble(url, target.base) : null;
    // `http://localhost:4010/__admin`: a double of the platform has paths of its own.
    if (double !== null) return judge(url, request, reference, { kind: 'elsewhere', host: double });
    const isOwnPath = request !== null && decision === 'rewrite' && target.kind === 'platform' && skip === 0;
    const special = isOwnPath && target.implied.length === 0 ? findSpecial(url, path, catalog, analysis) : null;
    const judged: Use = { match, decision, place, ...use, ...(special === null ? {} : { special }) };
    const isMove = match?.outcome === 'post-call-llm' && match.missing === undefined && matches.length === 1;
    return target.kind === 'platform' && isMove ? judgeMove(judged, analysis) : judged;
  };
  const sent = flatMap(analysis.requests, (request) => request.urls.map((url) => judge(url, request, null)));
  const named = flatMap(analysis.references, (reference) => {
    const served = reference.server === undefined ? null : findServed(reference.server, sent);
    const locate = (url: UrlValue) => (reference.isHandler === true ? bases.locateDouble(url) : undefined);
    return reference.urls.map((url) => judge(url, null, reference, served ?? locate(url)));
  });
  const judged = [...sent, ...named];
  const open = listOpenExpressions(sent);
  const own = judged.filter((use) => !isIdle(use) && !isOfOpen(use, open));
  return noteNeighbours(keepDoublesInStep(leaveCounterparts(leaveNested(leaveUnset(own)), analysis)));
}

/** The URLs of requests to the platform of which nobody can tell what becomes of their path. */
function listOpenExpressions(sent: readonly Use[]): readonly Region[] {
  const open = sent.filter(({ target, path }) => target.kind === 'platform' && path.unknown !== null);
  const known = new Set(sent.flatMap(({ request, path }) => (path.unknown === null ? [request] : [])));
  return open.flatMap(({ request }) => (request === null || known.has(request) ? [] : [request.expression]));
}

/** `patched(`${API}/calls`)`: what is said of the request is said of the text in it. */
function isOfOpen({ reference }: Use, open: readonly Region[]): boolean {
  return reference !== null && open.some((region) => isWithinRegion(reference.expression, region));
}

/** `<a href="/calls">` in a page holds the text for another server; that the platform's address is in a message says nothing. */
function isIdle({ reference, target }: Use): boolean {
  return reference?.isEmbedded === true && target.kind !== 'elsewhere' && target.kind !== 'relative';
}

/** Could this text not be changed without harm to this use? */
export function isBystander(use: Use): boolean {
  if (use.target.kind === 'platform')
    return use.decision !== 'rewrite' && use.decision !== 'move' && use.decision !== 'v1';
  if (use.target.kind === 'elsewhere') {
    const { host } = use.target;
    return !isLoopback(host) && !isNowhere(host) && !(use.request === null && isPlaceholder(host));
  }
  return use.target.kind === 'relative';
}

export function isOnPlatform(use: Use): boolean {
  return use.target.kind === 'platform';
}

/** Of a URL that is only named, an unlisted path is nothing to say: links to pages and files look the same. */
export function isRelevantReference(use: Use): boolean {
  return use.reference === null || use.decision !== 'unlisted';
}
