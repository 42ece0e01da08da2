import { ANYWHERE, type Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import type { FileEdit } from '../model/message.ts';
import { nameSeam, type Seam } from '../model/url-value.ts';
import type { TextGroup } from './places.ts';
import type { PlanContext } from './plan-context.ts';
import { findEdit, findHandedSeam, listSeams, type PathSeam } from './seam-edits.ts';
import { isOnPlatform, isWithoutText, type Use } from './uses.ts';

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
    const { ending = [], handed } = use.url;
    const entered = [
      ...passed.flatMap(({ seams }) => seams ?? []),
      ...ending,
      ...(handed === undefined ? [] : [handed]),
    ];
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

/** What has to get the version where it enters a URL: the uses of a text that cannot change, those of a request without one. */
interface Settled extends Pick<TextGroup, 'movers' | 'entered'> {
  /** The version may also go in front of what a function is handed. */
  readonly isHanded: boolean;
}

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
  return Array.from(groups.values(), (movers) => ({ movers, entered: new Set(), isHanded: false }));
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
    const handed = group.isHanded ? findHandedSeam(use, context.analysis) : null;
    const seams = handed === null ? listSeams(use) : [...listSeams(use), handed];
    const options = seams.flatMap(({ seam }): readonly SeamGroup[] => {
      if (reaches(group.entered, seam)) return [];
      const through = index.get(nameSeam(seam));
      if (through === undefined) return [];
      if (through.edit === undefined) through.edit = findEdit(seam, through.uses, context);
      if (seam === handed?.seam && !context.analysis.isHandedToUrl(use.url, seam)) return [];
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
function settleRest(groups: readonly Settled[], seams: Seams, chosen: Map<string, SeamGroup>): void {
  const { covered } = seams;
  for (let before = -1; before < covered.size; ) {
    before = covered.size;
    for (const group of groups) {
      const left = group.movers.filter((use) => !covered.has(use));
      if (left.length > 0 && left.length < group.movers.length) settle({ ...group, movers: left }, seams, chosen);
    }
  }
}

/** Takes groups with conflicts, and those that share a seam with them, to their seams. `handed`: literals that have no other place. */
export function planSeams(
  groups: readonly TextGroup[],
  uses: readonly Use[],
  context: PlanContext,
  handed: ReadonlySet<number>,
): SeamPlan {
  const allow = (group: TextGroup) => ({ ...group, isHanded: handed.has(group.literal) });
  const stuck = groups.filter((group) => (group.conflicts.length > 0 || group.isInMessage) && group.movers.length > 0);
  const conflicting = [...stuck.map(allow), ...groupWithoutText(uses, context.analysis)];
  if (conflicting.length === 0) return { groups, seams: [] };
  const seams = { index: getSeamIndex(uses), entered: indexEntered(groups), covered: new Set<Use>(), context };
  const chosen = new Map<string, SeamGroup>();
  for (const group of conflicting) settle(group, seams, chosen);
  const handled = seams.covered;
  settleRest(groups.map(allow), seams, chosen);
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
