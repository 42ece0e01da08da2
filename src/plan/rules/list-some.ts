/** How many reasons of one kind a finding names. */
export const MAX_NAMED = 5;

/** The first of many reasons and how many more there are: one that is left over takes no more room than to say so. */
export function listSome(reasons: readonly string[]): string {
  const more = reasons.length - MAX_NAMED;
  return more < 2 ? reasons.join('; ') : `${reasons.slice(0, MAX_NAMED).join('; ')}; and ${more} more`;
}
