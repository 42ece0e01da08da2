import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findHeld } from '../following/pass-through.ts';
import { findChainStart, type Place } from './places.ts';

/** What a request explains of the places of a text. */

/** `covered`: the references through which requests get the text. Is one of them between the place and `node`? */
export function isCovered(evaluator: Evaluator, covered: ReadonlySet<number>, place: Place, node: SyntaxNode): boolean {
  // What a method gives back came from what stands before its dot.
  for (let at: SyntaxNode | undefined = findChainStart(place.node); at !== undefined; at = getParent(at)) {
    if (covered.has(evaluator.identify(at))) return true;
    if (at === node) return false;
  }
  return false;
}

/** `joinPath(BASE, 'agents')`: what the function does with it is how the URL is put together. */
export function isJoined(evaluator: Evaluator, place: Place, literal: number): boolean {
  for (let { handed } = place; handed !== null; handed = handed.before.handed)
    if (handed.isCovered && findHeld(evaluator, handed.call, handed.module, literal) !== null) return true;
  return false;
}
