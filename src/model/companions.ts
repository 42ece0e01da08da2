import type { Edit, Plan } from './plan.ts';

/** The findings whose edits would be wrong without those that are left out, or without one of their own. */
function listDropped(left: ReadonlySet<string>, companions: Plan['companions']): ReadonlySet<string> {
  const dropped = new Set<string>();
  for (let before = -1; before < dropped.size; ) {
    before = dropped.size;
    for (const [finding, needed] of companions)
      if (needed.some((other) => left.has(other) || dropped.has(other))) dropped.add(finding);
  }
  return dropped;
}

/**
 * The chosen edits, without those that are wrong by themselves: a request that stays on its legacy path keeps its headers
 * (contract 6.8), and what its path is compared with.
 */
export function keepWithCompanions(
  { edits, companions }: Pick<Plan, 'edits' | 'companions'>,
  isChosen: (edit: Edit) => boolean,
): readonly Edit[] {
  const left = new Set(edits.filter((edit) => !isChosen(edit)).map(({ finding }) => finding));
  const dropped = listDropped(left, companions);
  return edits.filter((edit) => isChosen(edit) && !dropped.has(edit.finding));
}

/** What a choice of findings takes apart, in words for stderr. */
export function describeApart(
  { edits, companions }: Pick<Plan, 'edits' | 'companions'>,
  chosen: ReadonlySet<string>,
): readonly string[] {
  const planned = new Set(edits.map(({ finding }) => finding));
  const headers = new Set(edits.flatMap(({ transform, finding }) => (transform === 'api-key-header' ? [finding] : [])));
  return [...companions].flatMap(([finding, all]) => {
    const needed = all.filter((other) => planned.has(other));
    const left = needed.filter((other) => !chosen.has(other));
    if (!planned.has(finding) || needed.length === 0) return [];
    const isHeader = headers.has(finding);
    if (chosen.has(finding) && left.length > 0)
      return [
        `${finding} is not made without ${left.join(', ')}: ${isHeader ? 'a request that stays on its legacy path keeps its headers' : 'the one is compared or signed with the other'}`,
      ];
    if (isHeader && !chosen.has(finding) && left.length < needed.length)
      return [`${finding} is left out: /v1 does not accept the x-api-key of what was accepted (§5.5)`];
    return [];
  });
}
