import { type Catalog, splitPath } from '../contract/catalog.ts';
import type { PathSegment } from '../contract/match.ts';

/** Paths that stand for many: globs, and the templates of rewrites. */

/** `/agents/*` and `/agents/**` match paths, as a glob does: what they match is for a person to change. */
export function isGlob(catalog: Catalog, segments: readonly PathSegment[]): boolean {
  const whole = segments.at(-1);
  // `/agents/:path*` of a rewrite stands for any path of a family. What becomes another operation is found where it is asked for.
  const isTemplate = whole != null && /^:[\w-]+[*+]?$/.test(whole) && movesAsWhole(catalog, segments.slice(0, -1));
  return (isTemplate ? segments.slice(0, -1) : segments).some((segment) => segment?.includes('*'));
}

function movesAsWhole({ rules }: Catalog, segments: readonly PathSegment[]): boolean {
  return (
    segments.length > 0 &&
    rules.every(({ outcome, legacy }) => {
      const path = splitPath(legacy);
      return (
        /^(?:rewrite|post-call-llm)$/.test(outcome) || !segments.every((segment, index) => segment === path[index])
      );
    })
  );
}

/** A glob for a path and any query, `/calls*`, names the path; a `*` of its own is a segment. */
export function stripGlob(segment: PathSegment): PathSegment {
  return segment === null ? null : segment.replace(/(?<=[^*])\*+$/, '');
}
