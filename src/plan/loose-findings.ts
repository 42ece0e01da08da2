import type { Analysis, HttpRequest } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { BaseTable } from './bases.ts';
import type { FindingDraft } from './findings.ts';
import { hasOnlyOrigin, isLoopback, parseAddress } from './origins.ts';
import { draftStayAtRequest } from './rules/text-rules.ts';
import { draftUnresolvedBase } from './rules/unresolved.ts';
import { isOnPlatform, isRelevantReference, type Use } from './uses.ts';

/** Findings that belong to no text of their own: a URL or a base that is not known, a path that is put together. */

/** The base alone, `BASE + (path ?? '')`, beside paths of the same request: of those there is something to say. */
function isBareBase({ request, path, decision }: Use, byRequest: ReadonlyMap<HttpRequest, readonly Use[]>): boolean {
  if (request === null || decision !== 'unlisted' || path.segments.length > 0) return false;
  return (byRequest.get(request) ?? []).some((other) => isOnPlatform(other) && other.decision !== 'unlisted');
}

/** Findings of uses whose path text stands in no literal of its own. */
export function planWithoutText(
  use: Use,
  analysis: Analysis,
  byRequest: ReadonlyMap<HttpRequest, readonly Use[]>,
): FindingDraft | null {
  if (!isOnPlatform(use) || use.match === null || !isRelevantReference(use)) return null;
  if (isBareBase(use, byRequest)) return null;
  if (use.decision === 'v1' || use.decision === 'silent' || use.match.code === null) return null;
  return draftStayAtRequest(use.match.code, use, analysis);
}

function suggestBase(use: Use): string | null {
  if (use.target.kind === 'unknown') return use.target.variable === null ? null : `env:${use.target.variable}`;
  if (use.target.kind !== 'elsewhere') return null;
  return `${isLoopback(use.target.host) ? 'http' : 'https'}://${use.target.host}`;
}

/** `options.baseUrl ?? 'https://…'`: what the request goes to where the unknown does not say otherwise. */
function suggestOther(uses: readonly Use[], bases: BaseTable): string | null {
  const hosts = bases.isEmpty
    ? uses.filter(({ target }) => target.kind === 'elsewhere').flatMap((use) => suggestBase(use) ?? [])
    : [];
  const [only, ...others] = new Set(hosts);
  return only === undefined || others.length > 0 ? null : only;
}

/** What a file sets the variable to: who reads that knows whether it is the platform. */
function findSetting({ target }: Use, env: Analysis['env']): string | null {
  const variable = target.kind === 'unknown' ? target.variable : null;
  if (variable === null) return null;
  for (const { name, value, file, line } of env) {
    const address = name === variable ? parseAddress(value) : null;
    if (address !== null && !isLoopback(address.host)) return `${address.host}, as ${file}:${line} says,`;
  }
  return null;
}

/** What is known of where requests go: all uses of each, and the ways through the program on which one is placed. */
interface Placed {
  readonly byRequest: ReadonlyMap<HttpRequest, readonly Use[]>;
  readonly ways: ReadonlySet<number>;
}

function saysWhere({ target }: Use, bases: BaseTable): boolean {
  return target.kind === 'platform' || (target.kind === 'elsewhere' && !bases.isEmpty);
}

export function listPlacedWays(uses: readonly Use[], bases: BaseTable): ReadonlySet<number> {
  return new Set(uses.flatMap((use) => (saysWhere(use, bases) ? (use.url.ways ?? []) : [])));
}

function isSameText({ place }: Use, other: Use): boolean {
  return place !== null && place.file === other.place?.file && place.segment === other.place.segment;
}

/** Does the same path, in another text of the same file, get its version beside this one, of which nobody knows where it goes? */
function isLeftBehind(use: Use, placed: readonly Use[]): boolean {
  const { target, place, match } = use;
  if (target.kind !== 'unknown' || target.variable !== null || place === null || match === null) return false;
  const moving = placed.filter(({ decision }) => decision === 'rewrite');
  return (
    !placed.some((other) => isSameText(use, other)) &&
    moving.some((other) => other.place?.file === place.file && other.match?.legacyPath === match.legacyPath)
  );
}

/**
 * Does something of the same request say where it goes, or another place of a join through which the same URL comes? What one
 * caller gives a base says nothing of another's, unless it is the same text that goes to both.
 */
function isPlaced(use: Use, bases: BaseTable, { byRequest, ways }: Placed): boolean {
  const { request, url } = use;
  const placed = (request === null ? [] : (byRequest.get(request) ?? [])).filter((other) => saysWhere(other, bases));
  // `try { url = new URL('/calls', env.BASE) } catch { url = new URL('/calls', PLATFORM) }`: what moves beside it is another text.
  if (hasOnlyOrigin(url) && use.place !== null && !placed.some((other) => isSameText(use, other))) return false;
  // `if (!custom) return 'https://…/calls'; return `${custom}/calls``: the text of the other branch moves, and this one would stay.
  if (isLeftBehind(use, placed)) return false;
  if (url.ways === undefined || url.ways.length === 0) return placed.length > 0;
  if (url.ways.every((way) => ways.has(way))) return true;
  return placed.some((other) => url.givers !== undefined || isSameText(use, other));
}

/** Without any base, hosts that are asked for legacy-looking paths are worth a note, too. */
export function planUnresolvedBase(
  use: Use,
  bases: BaseTable,
  placed: Placed,
  env: Analysis['env'],
): FindingDraft | null {
  if (use.request === null || use.match === null || use.decision === 'unlisted' || use.decision === 'v1') return null;
  const isUnknown = use.target.kind === 'unknown';
  const isContender = bases.isEmpty && use.target.kind === 'elsewhere';
  if (!isUnknown && !isContender) return null;
  if (isPlaced(use, bases, placed)) return null;
  const suggestion = suggestBase(use) ?? suggestOther(placed.byRequest.get(use.request) ?? [], bases);
  return draftUnresolvedBase(use, suggestion, findSetting(use, env));
}

/** Each place once; where it is asked with more than one method, nobody knows which it is. */
function joinRequests(requests: FindingDraft['requests']): FindingDraft['requests'] {
  const distinct = new Map<string, FindingDraft['requests'][number]>();
  for (const request of requests) {
    const place = `${request.file}:${request.line}:${request.column}`;
    const known = distinct.get(place);
    const isOther = known !== undefined && known.method !== request.method;
    distinct.set(place, isOther ? { ...request, method: null } : request);
  }
  return [...distinct.values()];
}

function measureShortest({ legacyPaths }: FindingDraft): number {
  return Math.min(...legacyPaths.map(({ length }) => length));
}

/** One draft per place and code, with the paths and requests of all. */
export function dedupe(drafts: readonly FindingDraft[]): readonly FindingDraft[] {
  const groups = new Map<string, FindingDraft[]>();
  for (const draft of drafts) {
    const key = `${draft.region.file}:${draft.region.line}:${draft.region.column}:${draft.code}`;
    append(groups, key, draft);
  }
  return [...groups.values()].flatMap((group) => {
    // The shortest path names the finding, and the message speaks of it.
    const [first] = [...group].sort((a, b) => measureShortest(a) - measureShortest(b));
    if (first === undefined || group.length === 1) return group;
    const legacyPaths = [...new Set(group.flatMap((draft) => draft.legacyPaths))];
    return [{ ...first, legacyPaths, requests: joinRequests(group.flatMap((draft) => draft.requests)) }];
  });
}
