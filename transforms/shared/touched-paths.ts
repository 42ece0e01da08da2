import type { ASTPath, Collection } from 'jscodeshift';
import { CHILD_KEYS } from '../../src/syntax/child-keys.ts';
import { findFilledEnd } from '../../src/syntax/filled-objects.ts';
import { holdsSome, listHeld, type OffsetRange, sortEdits, type TextEdit } from '../../src/syntax/text-edits.ts';

/** The node paths that hold a whole planned edit, outermost first: what a transform looks through. */

/** The range of a node; null for a node that no source text made. */
export function findRange(node: object): OffsetRange | null {
  // Babel's nodes carry offsets that the types of ast-types do not name.
  const { start, end } = node as { start?: unknown; end?: unknown };
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : null;
}

/** The range with the statements that fill an object in it. */
function findFilledRange(node: object): OffsetRange | null {
  const range = findRange(node);
  const end = findFilledEnd(node as { extra?: Record<string, unknown> });
  return range === null || end === undefined ? range : { start: range.start, end };
}

/** Where the parentheses around an expression begin, outside of its range; null where there are none. */
export function findParenStart(node: object): number | null {
  const { extra } = node as { extra?: { parenthesized?: unknown; parenStart?: unknown } };
  return extra?.parenthesized === true && typeof extra.parenStart === 'number' ? extra.parenStart : null;
}

/** The range with what is written in front of it: Babel begins a decorated parameter, and what stands in parentheses, behind that. */
function findReach(node: object): OffsetRange | null {
  const own = findFilledRange(node);
  const paren = findParenStart(node);
  const range = own === null || paren === null ? own : { start: Math.min(paren, own.start), end: own.end };
  const decorators: readonly unknown[] = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : [];
  const [first] = decorators;
  const start = typeof first === 'object' && first !== null ? findRange(first)?.start : undefined;
  return range === null || start === undefined ? range : { start: Math.min(start, range.start), end: range.end };
}

/** For each edit the paths of the nodes that hold it, outermost first. */
type TouchedPaths = ReadonlyMap<TextEdit, readonly ASTPath[]>;

/** Fields that say something of a node and hold none of its parts. */
const ASIDE = /^(?:loc|tokens|errors|.*[cC]omments)$/;

function isTouched(value: unknown, sorted: readonly TextEdit[]): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  // Most end before the first edit, and no decorator stands behind its node.
  const end = findFilledRange(value)?.end;
  if (end !== undefined && end < (sorted[0]?.start ?? 0)) return false;
  const range = findReach(value);
  return range !== null && holdsSome(sorted, range);
}

function listFields(node: object): readonly string[] {
  const known = 'type' in node && typeof node.type === 'string' ? CHILD_KEYS.get(node.type) : undefined;
  return known ?? Object.keys(node).filter((field) => !ASIDE.test(field));
}

/**
 * The paths of the direct children that hold edits, those included that `find` never enters: decorators of a field or a
 * parameter. A path is made for these only: to make one for each statement of a file takes longer than all the rest.
 */
function listChildPaths(path: ASTPath, sorted: readonly TextEdit[]): readonly ASTPath[] {
  const found: ASTPath[] = [];
  for (const field of listFields(path.node)) {
    const value: unknown = path.node[field as keyof typeof path.node];
    if (!Array.isArray(value)) {
      if (isTouched(value, sorted)) found.push(path.get(field));
      continue;
    }
    for (const [index, entry] of value.entries()) if (isTouched(entry, sorted)) found.push(path.get(field, index));
  }
  return found;
}

/**
 * Enters only the branches that lead to an edit, which costs a tenth of `root.find(j.Node)` and never meets a node
 * type, elsewhere in the file, that ast-types throws on.
 */
export function findTouched(roots: readonly Collection[], edits: readonly TextEdit[]): TouchedPaths {
  const sorted = sortEdits(edits);
  const touched = new Map<TextEdit, ASTPath[]>(edits.map((edit) => [edit, []]));
  const open: ASTPath[] = roots.flatMap((root) => root.paths()).reverse();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const range = findReach(path.node);
    for (const edit of range === null ? [] : listHeld(sorted, range)) touched.get(edit)?.push(path);
    open.push(...listChildPaths(path, sorted));
  }
  return touched;
}
