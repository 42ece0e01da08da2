import type { Catalog } from '../contract/catalog.ts';
import { matchPathForMethods } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import type { FileEdit } from '../model/message.ts';
import { nameSeam, type Seam } from '../model/url-value.ts';
import { isHeldByVariable } from './held-paths.ts';
import { isUnknownBystander, listPlaced } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { findPrefix, isBystander, isOnPlatform, isWithoutText, type Use } from './uses.ts';

/** Where the version can be put that a text cannot take up, and what would be put there for all that comes through. */

/** A seam at the beginning of a path: before its first slash, or between that and its first segment. */
export interface PathSeam {
  readonly seam: Seam;
  readonly isBeforeSlash: boolean;
}

/** The seams at the beginning of a use's path, from the inside out. */
export function listSeams(use: Use): readonly PathSeam[] {
  const { first, slash } = use.path;
  if (first === null) return [];
  const atSegment = first.index === 0 ? (use.url.parts[first.part]?.seams ?? []) : [];
  const atSlash = slash !== null && slash.index === 0 ? (use.url.parts[slash.part]?.seams ?? []) : [];
  return [
    ...atSegment.map((seam) => ({ seam, isBeforeSlash: false })),
    ...atSlash.map((seam) => ({ seam, isBeforeSlash: true })),
  ];
}

/**
 * `get(PATHS.agents)`: what is put in front of the argument begins as its text does, with a slash or without one; null where that is
 * no longer the beginning of what is written.
 */
export function findHandedSeam({ url: { handed }, place }: Use, analysis: Pick<Analysis, 'getText'>): PathSeam | null {
  if (handed === undefined || place === null) return null;
  const source = analysis.getText(place.file);
  const isBeforeSlash = source[place.segment - 1] === '/';
  const isWhole = /['"`]/.test(source[place.segment - (isBeforeSlash ? 2 : 1)] ?? '');
  return isWhole ? { seam: handed, isBeforeSlash } : null;
}

/** What is put before the path; null where it is no text that is put there. */
function findPut(use: Use): string | null {
  if (isWithoutText(use)) return isHeldByVariable(use.target) ? null : findPrefix(use);
  const edit = use.place?.edit;
  return edit && edit.start === edit.end ? edit.text : null;
}

/** What would be put at the seam for one use; null when it does not move, or its path does not begin there. */
function findInsertion(use: Use, seam: Seam, analysis: Analysis): string | null {
  const isOwn = use.target.kind === 'platform' && use.target.proxy === undefined;
  const put = use.decision === 'rewrite' && isOwn ? findPut(use) : null;
  const own = [...listSeams(use), findHandedSeam(use, analysis)].find(
    (entry) => entry !== null && nameSeam(entry.seam) === nameSeam(seam),
  );
  if (put === null || !own) return null;
  const version = put.replace(/^\/|\/$/g, '');
  return own.isBeforeSlash ? `/${version}` : `${version}/`;
}

/** Does the text come from the function in which it enters the URL, and not from who calls that? */
function entersAtHome({ request }: Use, seam: Seam): boolean {
  if (request === null || request.site.file !== seam.file) return false;
  const { around } = request;
  return !around || (around.start <= seam.start && seam.start < around.end);
}

/** `process.env.URL ?? extra?.url ?? 'https://platform'`: does the same text go to the platform in the same request? */
function isSameText({ request, place }: Use, other: Use): boolean {
  return place !== null && other.request === request && other.place?.start === place.start;
}

/** `return `${root}${rest}``, looked at by itself: neither base nor path is known, so it says nothing of who calls. */
function isBlank({ request, target, decision }: Use): boolean {
  return request === null && target.kind === 'unknown' && decision === 'unresolved';
}

/** Those that count: an address of one's own machine, or one that nobody knows, in place of the platform's moves with it. */
function listCounting(uses: readonly Use[]): readonly Use[] {
  const own = uses.filter(isOnPlatform);
  const requests = new Set(own.map(({ request }) => request));
  const placed = listPlaced(uses);
  return uses.filter((use) => {
    if (isBlank(use)) return false;
    if (use.request === null || !requests.has(use.request) || isBystander(use)) return true;
    if (use.target.kind === 'unknown')
      return isUnknownBystander(use, placed) || !own.some((other) => isSameText(use, other));
    return use.target.kind !== 'elsewhere';
  });
}

/** Would all of these requests move with the name in front, as with their own? */
function movesAlike(name: string, uses: readonly Use[], catalog: Catalog): boolean {
  return uses.filter(isOnPlatform).every(({ path, url, request, reference }) => {
    const methods = url.methods ?? (request ?? reference)?.methods ?? null;
    const matches = matchPathForMethods(catalog, methods, [name, ...path.segments.slice(1)]);
    return matches.every(({ outcome }) => outcome === 'rewrite');
  });
}

/** Do callers put texts there as well that no request is made of: of a client that only shows them, or that nobody knows? */
function servesOthers(seam: Seam, uses: readonly Use[], { analysis, catalog }: PlanContext): boolean {
  const parts = uses.flatMap(({ url }) => url.parts.flatMap((part) => [part, ...(part.taken ?? [])]));
  const own = new Set(parts.flatMap((part) => ('origin' in part && part.origin ? part.origin.literal : [])));
  return analysis
    .listSeamTexts(seam.file, seam.start)
    .some(({ literal, name }) => !own.has(literal) && (name === null || !movesAlike(name, uses, catalog)));
}

/** The edit that puts the version at a seam; null when not every use through it moves in the same way. */
export function findEdit(seam: Seam, uses: readonly Use[], context: PlanContext): FileEdit | null {
  const { analysis } = context;
  const [text, ...others] = new Set(listCounting(uses).map((use) => findInsertion(use, seam, analysis)));
  if (text === undefined || text === null || others.length > 0 || !analysis.isInScope(seam.file)) return null;
  const isHandedOver = !uses.every((use) => entersAtHome(use, seam));
  if (isHandedOver && (analysis.isOffered(seam.file, seam.start) || analysis.hasUnseenCallers(seam.file))) return null;
  const mayBeHanded = isHandedOver || uses.some(({ request }) => !request?.around);
  if (analysis.isGivenAway(seam.file, seam.start, mayBeHanded)) return null;
  if (servesOthers(seam, uses, context)) return null;
  if (seam.kind === 'sum' || seam.kind === 'argument')
    return { file: seam.file, start: seam.start, end: seam.start, text: `'${text}' + ` };
  // The list's own slashes stand around it.
  if (seam.kind === 'segment')
    return text.startsWith('/')
      ? null
      : { file: seam.file, start: seam.start, end: seam.start, text: `'${text.slice(0, -1)}', ` };
  if (seam.kind === 'piece') return { file: seam.file, start: seam.start, end: seam.start, text: `'${text}', ` };
  const source = analysis.getText(seam.file);
  if (seam.kind === 'cast') {
    const cast = source.slice(seam.start, seam.end);
    return { file: seam.file, start: seam.start, end: seam.end, text: `'${text}' + (${cast})` };
  }
  if (seam.kind === 'shorthand') {
    const name = source.slice(seam.start, seam.end);
    return { file: seam.file, start: seam.start, end: seam.start, text: `${name}: '${text}' + ` };
  }
  const at = source.lastIndexOf('${', seam.start);
  const isBefore = at !== -1 && source.slice(at + 2, seam.start).trim() === '';
  return isBefore ? { file: seam.file, start: at, end: at, text } : null;
}
