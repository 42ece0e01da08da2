import type { Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { Span } from '../model/location.ts';
import type { UrlValue } from '../model/url-value.ts';
import type { Place, Use } from './uses.ts';

/**
 * Texts that mean the legacy address as such: `url.replace(legacy, v1)`, `{ from: legacy, to: v1 }`, `useV1 ? v1 : legacy` have
 * both forms side by side, and `{ $id: legacy }`, `{ audience: legacy }` are names that somebody else compares.
 */

/** Further apart they have nothing to do with each other. */
const MAX_APART = 240;
/** What ends a statement: a semicolon, or a line that neither it nor the next one goes on. */
const STATEMENT_END = /;|[^\s,([{:?&|+=>.][ \t]*\r?\n\s*(?![.?:,)\]}&|+])/;
/** Names of what identifies something. */
const IDENTIFYING = /(?:\$id|\$schema|@context|@id|audience|\baud|issuer|\biss|\bscopes?|xmlns)['"]?\s*[:=]\s*\[?\s*$/;
const MAX_NAME = 40;
/** Words of names, as in `LEGACY_URLS` and `isDeprecated`. */
const RETIRED = new Set('legacy deprecated obsolete forbidden banned disallowed retired removed outdated'.split(' '));

function nameTarget({ target, path }: Use, from: number): string | null {
  if (target.kind !== 'platform') return null;
  return `${target.base} ${path.segments
    .slice(from)
    .map((segment) => segment ?? '{}')
    .join('/')}`;
}

/** Where the text stands, and a name for it. */
function listSpans({ reference }: Use, place: Place | null): readonly Span[] {
  return [...(place === null ? [] : [place]), ...(reference?.standings ?? [])];
}

function stand(analysis: Pick<Analysis, 'getText'>, one: Span, other: Span): boolean {
  if (one.file !== other.file) return false;
  const [from, to] = one.start < other.start ? [one.end, other.start] : [other.end, one.start];
  return to - from <= MAX_APART && !STATEMENT_END.test(analysis.getText(one.file).slice(from, to));
}

/** `${BASE}${v1 ? '/v1' : ''}/calls`: one text of both. */
function holds({ parts }: UrlValue, { literal }: Place): boolean {
  return parts.some((part) => part.kind === 'text' && part.origin?.literal === literal);
}

/** Does the v1 form of what the use names stand in the same statement, be it under a name? */
function hasCounterpart(
  use: Use & { readonly place: Place },
  versioned: ReadonlyMap<string, readonly Use[]>,
  analysis: Pick<Analysis, 'getText'>,
): boolean {
  const name = nameTarget(use, 0);
  const same = name === null ? [] : (versioned.get(name) ?? []);
  // `{ list: '/calls', create: '/v1/calls' }`: of two requests one has moved already.
  const beside = same.filter(({ request, url }) => request === use.request && !holds(url, use.place));
  const spans = listSpans(use, use.place);
  return beside.some((other) => {
    if (other.place?.literal === use.place.literal) return false;
    const others = listSpans(other, other.place);
    return spans.some((span) => others.some((at) => stand(analysis, span, at)));
  });
}

function listMethods({ url, request }: Use): string {
  return [...((url.methods === undefined ? request?.methods : url.methods) ?? [])].sort().join(' ');
}

function listUnknown({ url }: Use): string {
  return url.parts.flatMap((part) => (part.kind === 'hole' ? [part.label] : [])).join(' ');
}

function isInOneFunction(use: Use, other: Use): boolean {
  const [one, second] = [use.request?.around ?? null, other.request?.around ?? null];
  return one !== null && second !== null && one.file === second.file && one.start === second.start;
}

/** `r.status === 404 ? fetch(legacy) : r` behind `fetch(v1)`, `try { … } catch { … }`: the same request is made on v1 already. */
function findFirstTry(
  use: Use & { readonly place: Place },
  versioned: ReadonlyMap<string, readonly Use[]>,
  analysis: Pick<Analysis, 'getText'>,
): Use | undefined {
  const name = use.request === null ? null : nameTarget(use, 0);
  const same = name === null ? [] : (versioned.get(name) ?? []);
  return same.find(
    (other) =>
      other.request !== null &&
      other.request !== use.request &&
      !holds(other.url, use.place) &&
      listMethods(use) === listMethods(other) &&
      listUnknown(use) === listUnknown(other) &&
      (isInOneFunction(use, other) || (other.place !== null && stand(analysis, use.place, other.place))),
  );
}

function identifies({ reference, url }: Use, place: Place, analysis: Pick<Analysis, 'getText'>): boolean {
  if (reference === null) return false;
  const start = Math.min(
    place.start,
    ...url.parts.flatMap((part) =>
      part.kind === 'text' && part.origin?.file === place.file ? [part.origin.start] : [],
    ),
  );
  const before = analysis.getText(place.file).slice(Math.max(0, start - MAX_NAME), start);
  return IDENTIFYING.test(before.replace(/['"`]$/, ''));
}

/** The statement around a place, as far as it is near. */
function readAround(text: string, { start, end }: Span): { readonly before: string; readonly behind: string } {
  const head = text.slice(Math.max(0, start - MAX_APART), start);
  const begun = [...head.matchAll(new RegExp(STATEMENT_END, 'g'))].at(-1);
  const before = begun === undefined ? head : head.slice(begun.index + begun[0].length);
  const tail = text.slice(end, end + MAX_APART);
  return { before, behind: tail.slice(0, STATEMENT_END.exec(tail)?.index) };
}

/** `url.replace(legacy, v1)` where no use tells of the other text: it stands there as it would be. */
function standsBesideText(use: Use, place: Place, analysis: Pick<Analysis, 'getText'>): boolean {
  if (use.reference === null || !use.match?.v1Path) return false;
  const [path = ''] = use.match.v1Path.split('{');
  const versioned = new RegExp(`${path.replace(/\W/g, '\\$&')}(?![\\w-])`);
  const around = listSpans(use, place).map((span) => {
    const { before, behind } = readAround(analysis.getText(span.file), span);
    return `${before}\n${behind}`;
  });
  return [...around, ...(use.reference.beside ?? [])].some((text) => versioned.test(text));
}

function isRetired(name: string): boolean {
  return name.split(/_|(?<=[a-z\d])(?=[A-Z])/).some((word) => RETIRED.has(word.toLowerCase()));
}

/** `const LEGACY = […]`, `isDeprecated = (url) => …`: what it stands in is named for what is not to be used any more. */
function findRetiredName(use: Use, place: Place, analysis: Pick<Analysis, 'getText'>): string | null {
  if (use.reference === null) return null;
  const names = listSpans(use, place).flatMap((span) => {
    const { before } = readAround(analysis.getText(span.file), span);
    return [...before.matchAll(/\b(?:const|let|var|function)\s+([\w$]+)|(?<![\w$.])([\w$]+)\s*[:=](?![=>])/g)];
  });
  const found = names.map(([, declared, key]) => declared ?? key ?? '').findLast(isRetired);
  return found ?? null;
}

/** `uses`, of which those that mean the legacy address as such are left to a person. */
export function leaveCounterparts(uses: readonly Use[], analysis: Pick<Analysis, 'getText'>): readonly Use[] {
  const versioned = new Map<string, Use[]>();
  for (const use of uses) {
    const name = use.decision === 'v1' ? nameTarget(use, 1) : null;
    if (name !== null) append(versioned, name, use);
  }
  return uses.map((use) => {
    const { place, decision } = use;
    if (decision !== 'rewrite' || place === null) return use;
    if (hasCounterpart({ ...use, place }, versioned, analysis) || standsBesideText(use, place, analysis))
      return {
        ...use,
        decision: 'manual',
        left: 'Its v1 form stands beside it: both would be the same. Remove what is no longer needed, or keep the legacy address with a comment.',
      };
    const site = findFirstTry({ ...use, place }, versioned, analysis)?.request?.site;
    if (site !== undefined)
      return {
        ...use,
        decision: 'manual',
        left: `The same request is made on v1 at ${site.file}:${site.line}: on v1 as well, this one would only repeat it. Remove it, or keep it on its legacy path with a comment.`,
      };
    const retired = findRetiredName(use, place, analysis);
    if (retired !== null)
      return {
        ...use,
        decision: 'manual',
        left: `It stands in ${retired}, as what is not to be used any more: whether it is to change with the requests is for you to say.`,
      };
    if (identifies(use, place, analysis))
      return {
        ...use,
        decision: 'manual',
        left: 'It names something that others compare: change it only together with them.',
      };
    return use;
  });
}
