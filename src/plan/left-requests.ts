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
export function isOfTests({ movers }: TextGroup): boolean {
  return movers.length > 0 && movers.every(({ request, reference }) => request === null && isInTest(reference));
}

function isInTest(reference: Use['reference']): boolean {
  return reference !== null && isTestFile(reference.expression.file);
}

function canBe({ url, request, reference }: Use, other: Use): boolean {
  const own = url.methods ?? (request ?? reference)?.methods ?? null;
  const others = other.url.methods ?? other.request?.methods ?? null;
  return own === null || others === null || own.some((method) => others.includes(method));
}

/** The requests to the platform by their legacy path, also those that have moved before. */
type Requested = ReadonlyMap<string, readonly Use[]>;

function nameLegacyPath({ match, decision, path }: Use, catalog: Catalog): string | null {
  if (match !== null) return match.legacyPath;
  return decision === 'v1' ? namePath(catalog, path.segments.slice(splitPath(catalog.versionPrefix).length)) : null;
}

export function groupByPath(uses: readonly Use[], catalog: Catalog): Requested {
  const requested = new Map<string, Use[]>();
  for (const use of uses) {
    const name = use.request === null || !isOnPlatform(use) ? null : nameLegacyPath(use, catalog);
    if (name !== null) append(requested, name, use);
  }
  return requested;
}

/** The requests that a test can stand for: those of the files that it imports, where these send any. */
function listMeant(mover: Use, requested: Requested, analysis: Pick<Analysis, 'listReached'>): readonly Use[] {
  const all = (requested.get(mover.match?.legacyPath ?? '') ?? []).filter((use) => canBe(mover, use));
  if (mover.reference === null || all.length < 2) return all;
  const reached = analysis.listReached(mover.reference.expression.file);
  const near = all.filter(({ request }) => request !== null && reached.has(request.site.file));
  return near.length === 0 ? all : near;
}

/** A request that a test stands for, where all that it can stand for are left; null where one moves, or there is none. */
export function findLeftRequest(
  { movers }: TextGroup,
  requested: Requested,
  { blocked }: Pick<Judgement, 'blocked'>,
  analysis: Pick<Analysis, 'isInScope' | 'listReached'>,
): Use | null {
  const meant = movers.flatMap((mover) => listMeant(mover, requested, analysis));
  const isLeft = (use: Use) => use.decision === 'manual' || (use.decision === 'rewrite' && blocked.has(use));
  // What is not among the given paths may have moved before.
  return meant.every((use) => isLeft(use) && isOwnUse(use, analysis)) ? (meant[0] ?? null) : null;
}

/** Says what the texts of a test wait for. */
export function planWithRequest(group: TextGroup, left: Use, positions: Positions, judgement: Judgement): void {
  const { movers } = group;
  const site = left.request?.site;
  const place = site === undefined ? '' : ` at ${site.file}:${site.line}`;
  const base: FindingDraft = draftMove({ ...group, conflicts: [] }, movers, positions, true);
  const message = `${base.message.replace(/\.$/, '')}; it is not changed, because the request${place} is left to you.`;
  for (const use of movers) judgement.blocked.add(use);
  addDraft(judgement, { ...base, fix: 'manual', message, hint: 'Change it together with that request.' }, movers);
}
