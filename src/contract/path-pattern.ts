import { suggest } from '../nearest.ts';
import { splitPath } from './catalog.ts';

/** Checks of the path patterns that users write; each answer is what is wrong, or null. */

/** What nobody writes in a path: groups and classes that repeat, anchors, alternatives, escapes. */
const REGULAR_EXPRESSION = /\\|\[.*\]|\)[*+?{]|\(\?|[.\]][*+]|^\^|\$$|\|/;
const PARAMETER = /^\{[A-Za-z_][A-Za-z0-9_]*\}$/;

function listParameters(pattern: string): readonly string[] {
  return splitPath(pattern).filter((segment) => segment.startsWith('{'));
}

/** The pattern with all parameters alike: two patterns with one shape match the same paths. */
export function getPatternShape(pattern: string): string {
  return splitPath(pattern)
    .map((segment) => (segment.startsWith('{') ? '{}' : segment))
    .join('/');
}

function explainSegment(segment: string, isLast: boolean): string | null {
  if (segment === '') return 'has an empty segment; write it without a double or trailing slash';
  if (segment === '**') return isLast ? null : 'has ** before its end; ** is allowed as the last segment only';
  if (REGULAR_EXPRESSION.test(segment))
    return `has the segment "${segment}"; a pattern is no regular expression: {name} stands for one segment, ** for any number`;
  if (segment.includes('*')) return `has the segment "${segment}"; write {name} for one segment, ** for any number`;
  if (!/[{}]/.test(segment)) return null;
  if (PARAMETER.test(segment)) return null;
  const opened = segment.split('{').length;
  const closed = segment.split('}').length;
  if (opened !== closed) return `has an unbalanced brace in "${segment}"`;
  return `has the segment "${segment}"; a parameter is a whole segment, such as {id}`;
}

/** What is wrong with one legacy or v1 path pattern, as the end of a sentence that begins with the pattern. */
export function explainPattern(pattern: string): string | null {
  if (!pattern.startsWith('/'))
    return 'does not begin with a slash; a pattern is a path below the base, such as /calls';
  if (/[?#\s]/.test(pattern)) return 'holds a query, a fragment or a space; a pattern is a path only';
  const segments = pattern.slice(1).split('/');
  if (pattern === '/') return 'matches everything';
  if (segments.every((segment) => segment === '**' || PARAMETER.test(segment))) return 'matches everything';
  for (const [index, segment] of segments.entries()) {
    const problem = explainSegment(segment, index === segments.length - 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** A target may only use what its source pattern names. */
export function explainTarget(target: string, source: string): string | null {
  const problem = explainPattern(target);
  if (problem !== null) return problem;
  if (/['"`<>]/.test(target)) return 'holds a quote, which would end the texts that it is written into';
  const known = listParameters(source);
  const unknown = listParameters(target).find((parameter) => !known.includes(parameter));
  if (unknown !== undefined)
    return `uses ${unknown}, which ${source} does not have.${suggest(unknown, known)}`.replace(/\.$/, '');
  if (target.endsWith('/**') && !source.endsWith('/**')) return `ends with **, which ${source} does not`;
  return target === source ? 'is the legacy path itself' : null;
}
