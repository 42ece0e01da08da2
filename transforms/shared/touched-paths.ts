import type { ASTPath, Collection, JSCodeshift } from 'jscodeshift';
import { sortEdits, type TextEdit } from '../../src/syntax/text-edits.ts';

/** The node paths that hold a whole planned edit, outermost first: what a transform looks through. */

export interface NodeRange {
  readonly start: number;
  readonly end: number;
}

/** The range of a node; null for a node that no source text made. */
export function findRange(node: object): NodeRange | null {
  // Babel's nodes carry offsets that the types of ast-types do not name.
  const { start, end } = node as { start?: unknown; end?: unknown };
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : null;
}

export function holds(range: NodeRange, edit: TextEdit): boolean {
  return range.start <= edit.start && edit.end <= range.end;
}

/** The range with the decorators in it: Babel begins a decorated parameter behind them. */
function findReach(node: object): NodeRange | null {
  const range = findRange(node);
  const decorators: readonly unknown[] = 'decorators' in node && Array.isArray(node.decorators) ? node.decorators : [];
  const [first] = decorators;
  const start = typeof first === 'object' && first !== null ? findRange(first)?.start : undefined;
  return range === null || start === undefined ? range : { start: Math.min(start, range.start), end: range.end };
}

function isNodeLike(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value.find((item) => item !== null) : value;
  return typeof first === 'object' && first !== null && 'type' in first && findRange(first) !== null;
}

/** Children that ast-types does not know and `find` therefore never enters: decorators of a field or a parameter. */
function listHiddenFields(node: object, j: JSCodeshift): readonly string[] {
  const known = new Set(j.types.getFieldNames(node));
  return Object.entries(node)
    .filter(([name, value]) => !known.has(name) && !name.endsWith('omments') && isNodeLike(value))
    .map(([name]) => name);
}

/** For each edit the paths of the nodes that hold it, outermost first. */
export type TouchedPaths = ReadonlyMap<TextEdit, readonly ASTPath[]>;

/** The edits, in order of place, that lie in a range. */
function listHeld(sorted: readonly TextEdit[], range: NodeRange): readonly TextEdit[] {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    const edit = sorted[middle];
    if (edit !== undefined && edit.start < range.start) low = middle + 1;
    else high = middle;
  }
  const held: TextEdit[] = [];
  for (let edit = sorted[low]; edit !== undefined && edit.start <= range.end; low += 1, edit = sorted[low])
    if (holds(range, edit)) held.push(edit);
  return held;
}

/**
 * Visits only the branches that lead to an edit, which costs a tenth of `root.find(j.Node)` and never meets a node
 * type, elsewhere in the file, that ast-types throws on.
 */
export function findTouched(roots: readonly Collection[], j: JSCodeshift, edits: readonly TextEdit[]): TouchedPaths {
  const sorted = sortEdits(edits);
  const touched = new Map<TextEdit, ASTPath[]>(edits.map((edit) => [edit, []]));
  for (const start of roots.flatMap((root) => root.paths())) {
    j.types.visit(start.node, {
      visitNode(path) {
        const range = findReach(path.node);
        const held = range === null ? [] : listHeld(sorted, range);
        if (held.length === 0) return false;
        for (const edit of held) touched.get(edit)?.push(path as ASTPath); // visitors are typed by the abstract Node, paths by the union of all nodes
        for (const field of listHiddenFields(path.node, j)) this.visit(path.get(field));
        this.traverse(path);
        return undefined;
      },
    });
  }
  return touched;
}
