import { splitPath } from '../contract/catalog.ts';
import type { Match } from '../contract/match.ts';

/** How the path of a helper becomes that of the record it belongs to: its beginning changes, and its end goes. */
interface Alignment {
  /** Segments of the legacy path that `by` takes the place of; 0 when it only comes before them. */
  readonly replaces: number;
  readonly by: readonly string[];
  /** Segments of the legacy path up to where it ends then. */
  readonly kept: number;
}

/** Null when the two paths have no record in common: no edit makes one of the other. */
export function alignTarget({ legacyPath, v1Path }: Match): Alignment | null {
  const legacy = splitPath(legacyPath);
  const target = splitPath(v1Path ?? '');
  for (let shared = Math.min(legacy.length, target.length); shared > 0; shared -= 1) {
    const by = target.slice(0, target.length - shared);
    const record = target.slice(-shared).join('/');
    const replaces = legacy.findIndex((_, index) => legacy.slice(index, index + shared).join('/') === record);
    const isWhole = record.endsWith('}') && ![...by, ...legacy.slice(0, replaces)].some((word) => word.startsWith('{'));
    if (replaces !== -1 && isWhole) return { replaces, by, kept: replaces + shared };
  }
  return null;
}
