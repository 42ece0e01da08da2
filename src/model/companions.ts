import type { Edit, Plan } from './plan.ts';

/**
 * The chosen edits, without those that are wrong by themselves: a request that stays on its legacy path keeps its headers
 * (contract 6.8).
 */
export function keepWithCompanions(
  { edits, companions }: Pick<Plan, 'edits' | 'companions'>,
  isChosen: (edit: Edit) => boolean,
): readonly Edit[] {
  const left = new Set(edits.filter((edit) => !isChosen(edit)).map(({ finding }) => finding));
  return edits.filter(
    (edit) => isChosen(edit) && !(companions.get(edit.finding) ?? []).some((finding) => left.has(finding)),
  );
}

/** What a choice of findings takes apart, in words for stderr. */
export function describeApart(
  { edits, companions }: Pick<Plan, 'edits' | 'companions'>,
  chosen: ReadonlySet<string>,
): readonly string[] {
  const planned = new Set(edits.map(({ finding }) => finding));
  return [...companions].flatMap(([header, all]) => {
    const paths = all.filter((path) => planned.has(path));
    const left = paths.filter((path) => !chosen.has(path));
    if (!planned.has(header) || paths.length === 0) return [];
    if (chosen.has(header) && left.length > 0)
      return [
        `${header} is not made without ${left.join(', ')}: a request that stays on its legacy path keeps its headers`,
      ];
    if (!chosen.has(header) && left.length < paths.length)
      return [`${header} is left out: /v1 does not accept the x-api-key of what was accepted (§5.5)`];
    return [];
  });
}
