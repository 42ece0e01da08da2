import { type Catalog, splitPath } from '../contract/catalog.ts';
import type { PathSegment } from '../contract/match.ts';
import type { UrlValue } from '../model/url-value.ts';

/** Paths that stand for many: globs, and the templates of rewrites. */

/** `/agents/*` and `/agents/**` match paths, as a glob does: what they match is for a person to change. */
export function isGlob(catalog: Catalog, segments: readonly PathSegment[], { parts: [first] }: UrlValue): boolean {
  const isWhole = first?.kind === 'text' && /^https?:\/\//i.test(first.text);
  if (isWhole && namesOnePath(catalog, segments)) return false;
  const whole = segments.at(-1);
  // `/agents/:path*` of a rewrite stands for any path of a family. What becomes another operation is found where it is asked for.
  const isTemplate = whole != null && /^:[\w-]+[*+]?$/.test(whole) && movesAsWhole(catalog, segments.slice(0, -1));
  return (isTemplate ? segments.slice(0, -1) : segments).some((segment) => segment?.includes('*'));
}

/**
 * `https://api.voice.example/agents*`: the path with any query, where no other row of the catalogue begins like that. `**` takes in
 * what stands below it as well, all of which has to move.
 */
function namesOnePath(catalog: Catalog, segments: readonly PathSegment[]): boolean {
  const [, name, stars] = /^([\w-]+)(\*\*?)$/.exec(segments.at(-1) ?? '') ?? [];
  const before = segments.slice(0, -1);
  if (name === undefined || before.some((segment) => segment === null || segment.includes('*'))) return false;
  if (stars === '**' && !movesAsWhole(catalog, [...before, name])) return false;
  return [...catalog.families, ...catalog.rules].every(({ legacy }) => {
    const path = splitPath(legacy);
    const other = path[before.length] ?? '';
    return other === name || !other.startsWith(name) || !before.every((segment, index) => segment === path[index]);
  });
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
