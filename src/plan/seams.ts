import type { Catalog } from '../contract/catalog.ts';
import { matchPathForMethods } from '../contract/match.ts';
import { ANYWHERE, type Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { FileEdit } from '../model/message.ts';
import { nameSeam, type Seam } from '../model/url-value.ts';
import { isHeldByVariable } from './held-paths.ts';
import { isUnknownBystander, listPlaced, type TextGroup } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { findPrefix, isBystander, isOnPlatform, isWithoutText, type Use } from './uses.ts';

/**
 * Where a text cannot change, or is made when the code runs, the version is put where the text enters the URL: in the
 * template of the one use that must change, or in a wrapper's own template when every request through it moves (contract
 * 6.6, 6.7).
 */
export interface SeamGroup {
  readonly seam: Seam;
  readonly edit: FileEdit;
  readonly uses: readonly Use[];
}

export interface SeamPlan {
  /** The groups without the uses that a seam takes care of. */
  readonly groups: readonly TextGroup[];
  readonly seams: readonly SeamGroup[];
}

/** A seam at the beginning of a path: before its first slash, or between that and its first segment. */
interface PathSeam {
  readonly seam: Seam;
  readonly isBeforeSlash: boolean;
}

/** The seams at the beginning of a use's path, from the inside out. */
function listSeams(use: Use): readonly PathSeam[] {
  const { first, slash } = use.path;
  if (first === null) return [];
  const atSegment = first.index === 0 ? (use.url.parts[first.part]?.seams ?? []) : [];
  const atSlash = slash !== null && slash.index === 0 ? (use.url.parts[slash.part]?.seams ?? []) : [];
  return [
    ...atSegment.map((seam) => ({ seam, isBeforeSlash: false })),
    ...atSlash.map((seam) => ({ seam, isBeforeSlash: true })),
  ];
}

interface SeamUses {
  readonly uses: Use[];
  /** Worked out once: many groups ask for the same seam. */
  edit?: FileEdit | null;
}

type SeamIndex = ReadonlyMap<string, SeamUses>;

function indexSeams(uses: readonly Use[]): SeamIndex {
  const index = new Map<string, SeamUses>();
  for (const use of uses) {
    // What was taken out entered the URL before: what is put there reaches it no more.
    const passed = use.url.parts.flatMap((part) => [part, ...(part.taken ?? [])]);
    const entered = [...passed.flatMap(({ seams }) => seams ?? []), ...(use.url.ending ?? [])];
    const keys = new Set(entered.map(nameSeam));
    for (const key of keys) {
      const known = index.get(key);
      if (known === undefined) index.set(key, { uses: [use] });
      else known.uses.push(use);
    }
  }
  return index;
}

const indexes = new WeakMap<readonly Use[], SeamIndex>();

/** The same for each round in which more texts are left to their seams. */
function getSeamIndex(uses: readonly Use[]): SeamIndex {
  const index = indexes.get(uses) ?? indexSeams(uses);
  indexes.set(uses, index);
  return index;
}

/** What is put before the path; null where it is no text that is put there. */
function findPut(use: Use): string | null {
  if (isWithoutText(use)) return isHeldByVariable(use.target) ? null : findPrefix(use);
  const edit = use.place?.edit;
  return edit && edit.start === edit.end ? edit.text : null;
}

/** What would be put at the seam for one use; null when it does not move, or its path does not begin there. */
function findInsertion(use: Use, seam: Seam): string | null {
  const isOwn = use.target.kind === 'platform' && use.target.proxy === undefined;
  const put = use.decision === 'rewrite' && isOwn ? findPut(use) : null;
  const own = listSeams(use).find((entry) => nameSeam(entry.seam) === nameSeam(seam));
  if (put === null || own === undefined) return null;
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

/** Those that count: an address of one's own machine, or one that nobody knows, in place of the platform's moves with it. */
function listCounting(uses: readonly Use[]): readonly Use[] {
  const own = uses.filter(isOnPlatform);
  const requests = new Set(own.map(({ request }) => request));
  const placed = listPlaced(uses);
  return uses.filter((use) => {
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
function findEdit(seam: Seam, uses: readonly Use[], context: PlanContext): FileEdit | null {
  const { analysis } = context;
  const [text, ...others] = new Set(listCounting(uses).map((use) => findInsertion(use, seam)));
  if (text === undefined || text === null || others.length > 0 || !analysis.isInScope(seam.file)) return null;
  const isHandedOver = !uses.every((use) => entersAtHome(use, seam));
  if (isHandedOver && (analysis.isOffered(seam.file, seam.start) || analysis.hasUnseenCallers(seam.file))) return null;
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

/** What has to get the version where it enters a URL: the uses of a text that cannot change, those of a request without one. */
type Settled = Pick<TextGroup, 'movers' | 'entered'>;

/** `send(`${path}?page=1`)`: is what is put together there shown or kept as well? The text beside the path goes the same ways. */
function goesElsewhere({ url: { parts, references } }: Use, { seam }: PathSeam, analysis: Analysis): boolean {
  const at = parts.findIndex(({ seams = [] }) => seams.some((entry) => nameSeam(entry) === nameSeam(seam)));
  const beside = parts.slice(at).flatMap((part) => {
    const origin = part.kind === 'text' ? part.origin : null;
    return origin !== null && origin.file === seam.file && origin.start > seam.start ? [origin.literal] : [];
  });
  const [literal] = beside;
  return (
    literal !== undefined && analysis.findForeignUses(literal, new Set(references)).some(({ isMessage }) => !isMessage)
  );
}

function isHandedAlone({ request }: Use, seams: readonly [Seam, Seam], analysis: Analysis): boolean {
  return request !== null && analysis.isHandedAlone(request.siteSpan, seams);
}

function groupWithoutText(uses: readonly Use[], analysis: Analysis): readonly Settled[] {
  const groups = new Map<unknown, Use[]>();
  for (const use of uses) {
    if (!isWithoutText(use)) continue;
    const seams = listSeams(use);
    const [only = seams[0], other, ...others] = seams.filter(
      ({ seam: { kind } }) => kind !== 'argument' && kind !== 'cast' && kind !== 'shorthand',
    );
    if (only === undefined || others.length > 0 || goesElsewhere(use, only, analysis)) continue;
    // Who else is shown what is put together in between, nobody has asked.
    const isAlone = other === undefined || isHandedAlone(use, [only.seam, other.seam], analysis);
    if (!isAlone) continue;
    append(groups, use.request ?? use.reference, use);
  }
  return Array.from(groups.values(), (movers) => ({ movers, entered: new Set() }));
}

const NOWHERE: ReadonlySet<string> = new Set();

/** Would what is put at the seam have to be in what else is made of the text as well? */
function reaches(entered: ReadonlySet<string>, seam: Seam): boolean {
  return entered.has(nameSeam(seam)) || entered.has(ANYWHERE);
}

/** By use: the places behind which its text goes somewhere else as well. */
type Entered = ReadonlyMap<Use, ReadonlySet<string>>;

function indexEntered(groups: readonly TextGroup[]): Entered {
  return new Map(groups.flatMap(({ movers, entered }) => movers.map((use) => [use, entered] as const)));
}

interface Seams {
  readonly index: SeamIndex;
  readonly entered: Entered;
  /** The uses that a chosen seam moves already. */
  readonly covered: Set<Use>;
  readonly context: PlanContext;
}

/** Finds a seam for every mover of a group, or none at all; no use passes two of them. */
function settle(group: Settled, { index, entered, covered, context }: Seams, chosen: Map<string, SeamGroup>): void {
  const found: SeamGroup[] = [];
  const own = new Set<Use>();
  const isCovered = (use: Use) => covered.has(use) || own.has(use);
  for (const use of group.movers) {
    if (isCovered(use)) continue;
    const options = listSeams(use).flatMap(({ seam }): readonly SeamGroup[] => {
      if (reaches(group.entered, seam)) return [];
      const through = index.get(nameSeam(seam));
      if (through === undefined) return [];
      if (through.edit === undefined) through.edit = findEdit(seam, through.uses, context);
      const isFree = through.uses.every((other) => !isCovered(other) && !reaches(entered.get(other) ?? NOWHERE, seam));
      return through.edit === null || !isFree
        ? []
        : [{ seam, edit: through.edit, uses: through.uses.filter(isOnPlatform) }];
    });
    // The nearest place to the text that serves all of its requests; else the nearest for this one.
    const all = options.find((entry) => group.movers.every((other) => isCovered(other) || entry.uses.includes(other)));
    const option = all ?? options[0];
    if (option === undefined) return;
    found.push(option);
    for (const other of option.uses) own.add(other);
  }
  for (const option of found) chosen.set(nameSeam(option.seam), option);
  for (const use of own) covered.add(use);
}

/** What is left of a text of which some uses were taken to seams can stay as it is only when the others find theirs, too. */
function settleRest(groups: readonly TextGroup[], seams: Seams, chosen: Map<string, SeamGroup>): void {
  const { covered } = seams;
  for (let before = -1; before < covered.size; ) {
    before = covered.size;
    for (const group of groups) {
      const left = group.movers.filter((use) => !covered.has(use));
      if (left.length > 0 && left.length < group.movers.length) settle({ ...group, movers: left }, seams, chosen);
    }
  }
}

/** Takes groups with conflicts, and those that share a seam with them, to their seams. */
export function planSeams(groups: readonly TextGroup[], uses: readonly Use[], context: PlanContext): SeamPlan {
  const conflicting: readonly Settled[] = [
    ...groups.filter((group) => (group.conflicts.length > 0 || group.isInMessage) && group.movers.length > 0),
    ...groupWithoutText(uses, context.analysis),
  ];
  if (conflicting.length === 0) return { groups, seams: [] };
  const seams = { index: getSeamIndex(uses), entered: indexEntered(groups), covered: new Set<Use>(), context };
  const chosen = new Map<string, SeamGroup>();
  for (const group of conflicting) settle(group, seams, chosen);
  const handled = seams.covered;
  settleRest(groups, seams, chosen);
  // A use whose seam is edited must not be edited at its own text as well: the rest of its group goes the same way, or stays.
  const reduced = groups.map((group) => {
    if (!group.movers.some((use) => handled.has(use))) return group;
    const movers = group.movers.filter((use) => !handled.has(use));
    const conflicts =
      movers.length === 0
        ? []
        : [...group.conflicts, 'some of its requests get the version where they build their URL'];
    return { ...group, movers, conflicts };
  });
  return { groups: reduced, seams: [...chosen.values()] };
}
