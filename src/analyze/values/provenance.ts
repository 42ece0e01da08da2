import type { TrailStep } from '../../model/url-value.ts';
import { getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { getLocation, type Module, quoteSource } from '../modules/module.ts';

/**
 * What a value has passed through. Values are joined far more often than anyone asks where they came from, so joining
 * only notes the two sides; the list is laid out at the end.
 */
type Rope<T> = { readonly item: T } | { readonly left: Rope<T>; readonly right: Rope<T> } | null;

/** References (identifiers, members) by their number. */
export type Refs = Rope<number>;

/** Places that a reader follows from the request to the base. */
export type Trail = Rope<TrailPoint>;

interface TrailPoint {
  readonly module: Module;
  readonly node: SyntaxNode;
}

/** Code that builds a text in a circle would add places for ever. */
const MAX_PIECES = 4096;
const MAX_TRAIL = 16;
const MAX_QUOTE = 100;

export function joinRopes<T>(left: Rope<T>, right: Rope<T>): Rope<T> {
  if (left === null || left === right) return right;
  return right === null ? left : { left, right };
}

/** The items from left to right; a piece that is joined in several times is listed once. */
function listRope<T>(rope: Rope<T>): readonly T[] {
  const items: T[] = [];
  const visited = new Set<Rope<T>>();
  const stack: Rope<T>[] = [rope];
  while (stack.length > 0 && visited.size < MAX_PIECES) {
    const piece = stack.pop() ?? null;
    if (piece === null || visited.has(piece)) continue;
    visited.add(piece);
    if ('item' in piece) items.push(piece.item);
    else stack.push(piece.right, piece.left);
  }
  return items;
}

/** One value is asked several times in a row. */
let last: { readonly refs: Refs; readonly list: readonly number[] } = { refs: null, list: [] };

export function listRefs(refs: Refs): readonly number[] {
  if (refs !== last.refs) last = { refs, list: [...new Set(listRope(refs))] };
  return last.list;
}

/** The places in order, each once; `isWanted`: only those in such files. */
export function listTrail(trail: Trail, isWanted = (_: string): boolean => true): readonly TrailStep[] {
  const points = new Map(listRope(trail).map((point) => [point.node, point]));
  const first = [...points.values()].slice(0, MAX_TRAIL).filter(({ module }) => isWanted(module.path));
  return first.map(({ module, node }) => {
    const { file, line, column } = getLocation(module, getStart(node));
    return { file, line, column, text: quoteSource(module, node, MAX_QUOTE) };
  });
}
