import { isLoopback } from './origins.ts';
import type { Use } from './uses.ts';

/** Where a request goes once the plan is carried out. */

/** `later`: to v1 when a person has moved it; until then it is on its legacy path. */
export type Destination = 'v1' | 'later' | 'legacy' | 'elsewhere';

export interface Staying {
  readonly blocked: ReadonlySet<Use>;
  readonly suppressed: ReadonlySet<Use>;
}

/** Where one URL of a request goes once the plan is carried out; null where nobody knows. */
function findDestination(use: Use, { blocked, suppressed }: Staying): Destination | null {
  if (use.target.kind === 'elsewhere') return isLoopback(use.target.host) ? null : 'elsewhere';
  if (use.target.kind !== 'platform' || use.decision === 'unresolved') return null;
  // What a comment keeps, or a description of the API does not have, stays on its legacy path.
  if (suppressed.has(use) || use.match?.missing !== undefined) return 'legacy';
  // The legacy path may know no other header (§5.5), so it stays as long as the path does.
  if (use.decision === 'manual' || blocked.has(use)) return 'later';
  return use.decision === 'v1' || use.decision === 'rewrite' || use.decision === 'move' ? 'v1' : 'legacy';
}

/** All that one request does: a table of paths makes one call send to several places. */
export function listDestinations(uses: readonly Use[], staying: Staying): ReadonlySet<Destination> {
  const known = new Set(uses.flatMap((use) => findDestination(use, staying) ?? []));
  if (known.size > 0) return known;
  return new Set<Destination>([uses.some((use) => use.target.kind === 'platform') ? 'legacy' : 'elsewhere']);
}
