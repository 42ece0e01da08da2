import { type Catalog, splitPath } from '../contract/catalog.ts';
import { namePath } from '../contract/match.ts';
import type { Analysis } from '../model/analysis.ts';
import { append } from '../model/append.ts';
import { isTestFile } from '../model/test-files.ts';
import type { FindingDraft, Positions } from './findings.ts';
import { addDraft, type Judgement } from './judgement.ts';
import { isOwnUse } from './own-uses.ts';
import type { TextGroup } from './places.ts';
import { draftMove } from './rules/text-rules.ts';
import { isOnPlatform, type Use } from './uses.ts';

/** Tests of requests that are left to a person: moved alone, they would stand for a request that nobody sends. */

/** Only tests name the path here, and none of them sends it. */
export function isOfTests({ movers }: Pick<TextGroup, 'movers'>): boolean {
  return movers.length > 0 && movers.every(({ request, reference }) => request === null && isInTest(reference));
}

/** No request sends the text, and each place that has it compares with it. */
export function isOfComparisons({ movers }: Pick<TextGroup, 'movers'>): boolean {
  return (
    movers.length > 0 && movers.every(({ request, reference }) => request === null && reference?.isCompared === true)
  );
}

function isInTest(reference: Use['reference']): boolean {
  return reference !== null && isTestFile(reference.expression.file);
}

function canBe({ url, request, reference }: Use, other: Use): boolean {
  const own = url.methods ?? (request ?? reference)?.methods ?? null;
  const others = other.url.methods ?? other.request?.methods ?? null;
  return own === null || others === null || own.some((method) => others.includes(method));
}

/** The requests to the platform. */
interface Requested {
  /** By their legacy path, also those that have moved before. */
  readonly byPath: ReadonlyMap<string, readonly Use[]>;
  /** Those of which nobody knows the path. */
  readonly open: readonly Use[];
  /** Requests with a path of the platform of which nobody knows whom they are sent to. */
  readonly baseless: readonly Use[];
  /** The files that send any request. */
  readonly sending: ReadonlySet<string>;
  /** Addresses outside of tests that are named and not compared. */
  readonly named: readonly Use[];
}

function nameLegacyPath({ match, decision, path }: Use, catalog: Catalog): string | null {
  if (match !== null) return match.legacyPath;
  return decision === 'v1' ? namePath(catalog, path.segments.slice(splitPath(catalog.versionPrefix).length)) : null;
}

/** `waiting`: the texts of tests and comparisons. */
export function groupByPath(uses: readonly Use[], waiting: Iterable<TextGroup>, catalog: Catalog): Requested {
  const byPath = new Map<string, Use[]>();
  const sent = uses.filter((use) => use.request !== null && isOnPlatform(use));
  for (const use of sent) {
    const name = nameLegacyPath(use, catalog);
    if (name !== null) append(byPath, name, use);
  }
  const baseless = uses.filter(({ request, target }) => request !== null && target.kind === 'unknown');
  const sending = new Set(uses.flatMap(({ request }) => request?.site.file ?? []));
  const waits = new Set([...waiting].flatMap(({ movers }) => movers));
  const named = uses.filter(
    (use) => use.request === null && use.decision === 'rewrite' && !isInTest(use.reference) && !waits.has(use),
  );
  return { byPath, named, open: sent.filter(({ decision }) => decision === 'unresolved'), baseless, sending };
}

/**
 * The requests that a test can stand for: those of the files that it imports, where these send any; of those with the path, and
 * where there is none, of those with a path that nobody knows.
 */
function listMeant(mover: Use, { byPath, open }: Requested, analysis: Pick<Analysis, 'listReached'>): readonly Use[] {
  const all = (byPath.get(mover.match?.legacyPath ?? '') ?? []).filter((use) => canBe(mover, use));
  if (mover.reference === null || (all.length < 2 && open.length === 0)) return all;
  const reached = analysis.listReached(mover.reference.expression.file);
  const isNear = ({ request }: Use) => request !== null && reached.has(request.site.file);
  const near = all.filter(isNear);
  if (near.length > 0) return near;
  const unknown = open.filter((use) => canBe(mover, use));
  const nearUnknown = unknown.filter(isNear);
  if (nearUnknown.length > 0) return nearUnknown;
  return all.length > 0 ? all : unknown;
}

function nameFamily(path: string | undefined): string {
  return path?.split('/')[1] ?? '';
}

function meets(
  one: Use,
  other: Use,
  { numberPackage, canPackagesMeet }: Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>,
): boolean {
  const getFile = ({ request, reference }: Use): string => request?.site.file ?? reference?.expression.file ?? '';
  return canPackagesMeet(numberPackage(getFile(one)), numberPackage(getFile(other)));
}

/** Is there an address of the same family that is no comparison, and moves? Whoever is handed it sends it. */
function isNamedElsewhere(
  mover: Use,
  { named }: Requested,
  blocked: ReadonlySet<Use>,
  analysis: Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>,
): boolean {
  const own = nameFamily(mover.match?.legacyPath);
  return named.some(
    (use) => nameFamily(use.match?.legacyPath) === own && !blocked.has(use) && meets(mover, use, analysis),
  );
}

/** `seen.get('https://…/calls')`: those for the path itself, whatever becomes of `/calls/c5`; none where another address names it, too. */
function listOfPath(
  mover: Use,
  { byPath, named }: Requested,
  analysis: Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>,
): readonly Use[] {
  const path = mover.match?.legacyPath ?? '';
  const isNamed = named.some((use) => use.match?.legacyPath === path && meets(mover, use, analysis));
  return isNamed ? [] : (byPath.get(path) ?? []).filter((use) => meets(mover, use, analysis));
}

/** `url.startsWith('https://…/agents')` is asked of all below it; where no request has such a path, of those with any. */
function listOfFamily(
  mover: Use,
  { byPath, open }: Requested,
  analysis: Pick<Analysis, 'numberPackage' | 'canPackagesMeet'>,
): readonly Use[] {
  const own = nameFamily(mover.match?.legacyPath);
  const isNear = (use: Use): boolean => meets(mover, use, analysis);
  const same = [...byPath].flatMap(([path, uses]) => (nameFamily(path) === own ? uses.filter(isNear) : []));
  return same.length > 0 ? same : open.filter(isNear);
}

/** A request that a test, or a comparison, stands for, where all that it can stand for are left; null where one moves, or there is none. */
export function findLeftRequest(
  { movers }: TextGroup,
  requested: Requested,
  { blocked, suppressed }: Pick<Judgement, 'blocked' | 'suppressed'>,
  analysis: Pick<Analysis, 'isInScope' | 'listReached' | 'numberPackage' | 'canPackagesMeet'>,
): Use | null {
  const isTested = isOfTests({ movers });
  // What is not among the given paths may have moved before.
  const isLeft = (use: Use): boolean =>
    isOwnUse(use, analysis) &&
    (use.decision === 'manual' ||
      use.decision === 'unresolved' ||
      suppressed.has(use) ||
      (use.decision === 'rewrite' && blocked.has(use)));
  const findLeft = (meant: readonly Use[]): Use | null => {
    const left = meant.find(isLeft);
    // `isV1 ? `/v1${path}` : path`: the one request has both forms.
    const isLeftToo = ({ decision, request }: Use): boolean => decision === 'v1' && request === left?.request;
    return left !== undefined && meant.every((use) => isLeft(use) || isLeftToo(use)) ? left : null;
  };
  const ofPath = isTested ? null : findLeft(movers.flatMap((mover) => listOfPath(mover, requested, analysis)));
  if (ofPath !== null) return ofPath;
  const meant = movers.flatMap((mover) =>
    isTested ? listMeant(mover, requested, analysis) : listOfFamily(mover, requested, analysis),
  );
  if (
    !isTested &&
    (meant.length === 0 || movers.some((mover) => isNamedElsewhere(mover, requested, blocked, analysis)))
  )
    return null;
  if (meant.length === 0) return findBaseless(movers, requested, analysis);
  return findLeft(meant);
}

/**
 * A request with that path of which nobody knows that it goes to the platform: in the files that the test imports, and for a helper
 * of tests, which imports none that sends anything, in any.
 */
function findBaseless(
  movers: readonly Use[],
  { baseless, sending }: Requested,
  analysis: Pick<Analysis, 'listReached' | 'numberPackage' | 'canPackagesMeet'>,
): Use | null {
  for (const mover of movers) {
    const same = baseless.filter((use) => use.match?.legacyPath === mover.match?.legacyPath && canBe(mover, use));
    if (mover.reference === null || same.length === 0) continue;
    const reached = analysis.listReached(mover.reference.expression.file);
    const isHelper = [...reached].every((file) => !sending.has(file));
    const found = same.find((use) =>
      isHelper ? meets(mover, use, analysis) : reached.has(use.request?.site.file ?? ''),
    );
    if (found !== undefined) return found;
  }
  return null;
}

/** Says what the texts of a test, or of a comparison, wait for. */
export function planWithRequest(group: TextGroup, left: Use, positions: Positions, judgement: Judgement): void {
  const { movers } = group;
  const site = left.request?.site;
  const place = site === undefined ? '' : ` at ${site.file}:${site.line}`;
  const base: FindingDraft = draftMove({ ...group, conflicts: [] }, movers, positions, true);
  const message = `${base.message.replace(/\.$/, '')}; it is not changed, because the request${place} is left to you.`;
  for (const use of movers) judgement.blocked.add(use);
  addDraft(judgement, { ...base, fix: 'manual', message, hint: 'Change it together with that request.' }, movers);
}
