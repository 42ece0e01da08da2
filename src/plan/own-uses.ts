import type { Analysis } from '../model/analysis.ts';
import type { TextGroup } from './places.ts';
import type { SeamPlan } from './seams.ts';
import type { Use } from './uses.ts';

/**
 * What the given paths have to do with. Files around them are read, so that a text is not changed under somebody's
 * feet; a request there that uses a text of its own is not asked about.
 */

export function isOwnUse({ request, reference, place }: Use, analysis: Pick<Analysis, 'isInScope'>): boolean {
  if (request?.isSetting === true) return true;
  const site = request?.site ?? reference?.expression;
  return (site !== undefined && analysis.isInScope(site.file)) || (place !== null && analysis.isInScope(place.file));
}

function keepOwn(group: TextGroup, analysis: Analysis): readonly TextGroup[] {
  const movers = group.movers.filter((use) => isOwnUse(use, analysis));
  const others = group.others.filter((use) => isOwnUse(use, analysis));
  return movers.length + others.length === 0 ? [] : [{ ...group, movers, others }];
}

/** The texts that are changed or spoken of, once all their uses had a say. */
export function keepOwnGroups({ groups, seams }: SeamPlan, analysis: Analysis): SeamPlan {
  // A seam is only looked for within the given paths.
  return { seams, groups: groups.flatMap((group) => keepOwn(group, analysis)) };
}
