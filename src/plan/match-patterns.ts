import type { Analysis, UrlPattern } from '../model/analysis.ts';
import type { Location } from '../model/location.ts';
import type { Edit } from '../model/plan.ts';
import { isTestFile } from '../model/test-files.ts';
import type { Seam } from '../model/url-value.ts';
import type { FindingDraft } from './findings.ts';
import type { Judgement } from './judgement.ts';
import { isLoopback } from './origins.ts';
import type { PlanContext } from './plan-context.ts';
import { draftPattern } from './rules/patterns.ts';
import { isOnPlatform, type Use } from './uses.ts';

/** Which patterns match legacy paths that requests send, now and when the edits are made. */

export interface Matched {
  readonly pattern: UrlPattern;
  readonly draft: FindingDraft;
}

/**
 * What a test compares paths with is sent by the code that it loads, where that sends something: `/agents` in a test of another
 * client is no path of the platform. A helper that loads none of it may serve anybody.
 */
function listSentNear(
  { isPath, expression: { file } }: UrlPattern,
  uses: readonly Use[],
  analysis: Pick<Analysis, 'listReached'>,
): readonly Use[] {
  if (isPath !== true || !isTestFile(file)) return uses;
  const reached = analysis.listReached(file);
  const isNear = (sender: string): boolean => reached.has(sender) && !isTestFile(sender);
  const near = uses.filter(({ request }) => request !== null && isNear(request.site.file));
  // A wrapper that only the test calls sends what the test gives it.
  const own = uses.filter((use) => use.request?.site.file === file && isOnPlatform(use));
  return near.length === 0 && own.length === 0 ? uses : [...near, ...own];
}

/** The requests that go to the platform, or to a server of the own machine of which the file says the address. */
function listServed({ expression: { file } }: UrlPattern, uses: readonly Use[]): readonly Use[] {
  const served = new Set(
    uses.flatMap(({ request, target, url }) => {
      const isHere = url.parts.some((part) => part.kind === 'text' && part.origin?.file === file);
      return isHere && target.kind === 'elsewhere' && isLoopback(target.host) ? [request] : [];
    }),
  );
  return uses.filter(({ request }) => request !== null && served.has(request));
}

/** The requests that go to one of these ports of the own machine, be it in another setting. */
function listAtPorts(ports: readonly string[], uses: readonly Use[]): readonly Use[] {
  const served = new Set(
    uses.flatMap(({ request, target }) => {
      const isHere = target.kind === 'elsewhere' && isLoopback(target.host);
      return isHere && ports.some((port) => target.host.endsWith(`:${port}`)) ? [request] : [];
    }),
  );
  return uses.filter(({ request }) => request !== null && served.has(request));
}

/** What the code sends that the script loads, whose server a setting puts in the place of the platform. */
function listStarted(
  { file, variables }: NonNullable<UrlPattern['startedBy']>,
  uses: readonly Use[],
  analysis: Pick<Analysis, 'listReached'>,
): readonly Use[] {
  const reached = analysis.listReached(file);
  return uses.filter(({ request }) => {
    if (request === null || (request.site.file !== file && !reached.has(request.site.file))) return false;
    const asked = request.urls.flatMap(({ parts: [first] }) => (first?.kind === 'env' ? [first.name] : []));
    return variables.length === 0 || asked.some((name) => variables.includes(name));
  });
}

/** Clients of other kinds know nothing of such a type. */
const UNTYPED = /^(?:fetch|axios|got|ky|undici|node-fetch|superagent|needle|request|http|https|xhr)$/;

/** The requests of clients that know their paths by a type: of those that load it, where any does. */
function listTyped(
  { expression: { file } }: UrlPattern,
  uses: readonly Use[],
  analysis: Pick<Analysis, 'listReached'>,
): readonly Use[] {
  const typed = uses.filter(({ request }) => request !== null && !UNTYPED.test(request.client));
  const near = typed.filter(({ request }) => request !== null && analysis.listReached(request.site.file).has(file));
  return near.length > 0 ? near : typed;
}

function listNear(pattern: UrlPattern, uses: readonly Use[], analysis: Pick<Analysis, 'listReached'>): readonly Use[] {
  if (pattern.ports !== undefined) return listAtPorts(pattern.ports, uses);
  if (pattern.startedBy !== undefined) return listStarted(pattern.startedBy, uses, analysis);
  if (pattern.isOwnServer === true) return listServed(pattern, uses);
  return pattern.isTypeKey === true ? listTyped(pattern, uses, analysis) : listSentNear(pattern, uses, analysis);
}

/** The legacy paths that requests send to the platform. */
function listSentPaths(uses: readonly Use[]): ReadonlySet<string> {
  return new Set(
    uses.flatMap((use) =>
      use.request !== null && isOnPlatform(use) && use.match?.outcome === 'rewrite' ? [use.match.legacyPath] : [],
    ),
  );
}

/** `https://api.voice.example/api`: the paths of bases, each once. */
function listPrefixes(uses: readonly Use[]): readonly (readonly string[])[] {
  const found = new Map(
    uses.flatMap(({ target }) =>
      target.kind === 'platform' && target.prefix.length > 0 ? [[target.prefix.join('/'), target.prefix] as const] : [],
    ),
  );
  return [...found.values()];
}

function namePlace({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** Texts of tests of which it is known whom they stand for, behind their quotes: those that change, or have a finding, and those of others. */
function listSettledPlaces(uses: readonly Use[], drafts: readonly FindingDraft[]): ReadonlySet<string> {
  const others = uses.flatMap(({ reference, target }) => {
    const isKnown = reference?.server === undefined ? target.kind === 'elsewhere' : target.kind !== 'unknown';
    if (reference === null || !isKnown) return [];
    return [namePlace({ ...reference.expression, column: reference.expression.column + 1 })];
  });
  return new Set([
    ...others,
    ...drafts.filter(({ code }) => code === 'legacy-path').map(({ region }) => namePlace(region)),
  ]);
}

/** In a template, the braces stand between the two. */
const MAX_BEFORE_SEAM = 8;

function isAtSeam(edit: Omit<Edit, 'finding'>, { file, start }: Seam): boolean {
  return edit.file === file && edit.start <= start && start <= edit.start + MAX_BEFORE_SEAM;
}

/** Does a test expect a path of texts that do not change? */
export function staysAsExpected({ follows }: UrlPattern, changes: readonly Omit<Edit, 'finding'>[]): boolean {
  if (follows === undefined) return false;
  return !follows.some(({ file, start, end, seams = [] }) =>
    changes.some(
      (edit) =>
        (edit.file === file && start <= edit.start && edit.start <= end) || seams.some((seam) => isAtSeam(edit, seam)),
    ),
  );
}

/** `https://…/calls` is never `/calls`; of a base that nobody knows, it may be. */
function isWithoutHost({
  url: {
    parts: [first],
  },
}: Use): boolean {
  return first?.kind !== 'text' || !/^(?:https?:)?\/\//i.test(first.text);
}

/** Does the program ask its own server for just that path? */
function isAskedOfOwn({ text }: UrlPattern, uses: readonly Use[]): boolean {
  return uses.some(
    ({ request, target, path: { segments } }) =>
      request !== null && target.kind === 'relative' && `/${segments.join('/')}` === text.replace(/\?.*$/, ''),
  );
}

/** Is it sent as it is until somebody does something? */
function isLeft(use: Use, { blocked, suppressed }: Judgement): boolean {
  return use.decision === 'manual' || blocked.has(use) || suppressed.has(use);
}

/** Does the test look at what goes to one of these hosts? */
function mayBeOf({ host, hostPart }: UrlPattern, hosts: readonly string[]): boolean {
  if (host !== undefined) return hosts.includes(host);
  return hostPart === undefined || hosts.some((known) => known.includes(hostPart));
}

/** `uses`: those of `all` that are this run's own. Asked when all texts that change are known. */
export function matchPatterns(
  uses: readonly Use[],
  all: readonly Use[],
  { analysis, bases, catalog }: PlanContext,
  judgement: Judgement,
): readonly Matched[] {
  const hosts = bases.listHosts();
  const sent = listSentPaths(uses);
  const prefixes = listPrefixes(uses);
  const settledPlaces = listSettledPlaces(all, judgement.drafts);
  const saidPlaces = listSettledPlaces([], judgement.drafts);
  const changes = [...judgement.edits.values()].flat();
  const moved = uses.filter((use) => !isLeft(use, judgement));
  return analysis.patterns.flatMap((pattern) => {
    if (!mayBeOf(pattern, hosts)) return [];
    // A part of a host reads like another host.
    const settled = pattern.hostPart === undefined ? settledPlaces : saidPlaces;
    const isSettled = settled.has(namePlace(pattern.expression));
    const asked = pattern.isLikely === true ? moved : uses;
    const meant = listNear(pattern, asked, analysis);
    if (meant === moved) return [];
    const near = pattern.isOfWhole === true && isAskedOfOwn(pattern, all) ? meant.filter(isWithoutHost) : meant;
    const known = { hosts, prefixes, sent: near === uses ? sent : listSentPaths(near) };
    const { follows, ...seen } = pattern;
    const isKept = staysAsExpected(pattern, changes);
    const asserted = isKept ? seen : pattern;
    const draft = isSettled || (isKept && pattern.isListed !== true) ? null : draftPattern(asserted, known, catalog);
    return draft === null ? [] : [{ pattern: asserted, draft }];
  });
}

/** The patterns that match nothing of what is left. */
export function listSettled(
  matched: readonly Matched[],
  uses: readonly Use[],
  { bases, catalog }: PlanContext,
  judgement: Judgement,
): ReadonlySet<FindingDraft> {
  const known = {
    hosts: bases.listHosts(),
    sent: listSentPaths(uses.filter((use) => isLeft(use, judgement))),
    prefixes: listPrefixes(uses),
  };
  return new Set(
    matched.flatMap(({ pattern, draft }) => (draftPattern(pattern, known, catalog) === null ? [draft] : [])),
  );
}
