import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { ArrayValue } from '../values/values.ts';
import { createFinder, type Done } from './list-literals.ts';

/** Lists whose elements change places while the code runs: known is which they are, and not where they stand. */

const MOVES = /^(?:unshift|shift|pop|splice|reverse|sort|fill|copyWithin)$/;

function findMoved(call: SyntaxNode): SyntaxNode | null {
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee)) return null;
  return MOVES.test(nameMember(callee) ?? '') ? callee.object : null;
}

/** `list.unshift(…)`, `list[0] = …`, `list[index] = …` */
function collectMoves({ scripts }: Module): readonly Done[] {
  return scripts
    .flatMap(({ calls, computedAssignments, memberAssignments }) => [
      ...calls.map(findMoved),
      ...computedAssignments.map(({ left }) => (isMemberNode(left) ? left.object : null)),
      ...memberAssignments.map(({ name, object }) => (/^\d+$/.test(name) ? object : null)),
    ])
    .flatMap((receiver) => (receiver === null ? [] : [{ receiver }]));
}

const findMoves = createFinder(collectMoves);

/** Do elements of the list, or of one that is spread into it, move? */
export function hasMoved(evaluator: Evaluator, list: ArrayValue): boolean {
  if (list.node !== null && findMoves(evaluator, list.node).length > 0) return true;
  return list.elements.some((slot) => {
    const spread = slot.kind === 'spread' ? evaluator.evaluateSlot(slot.slot, null) : null;
    return spread?.type === 'array' && hasMoved(evaluator, spread);
  });
}

/** Is it known up to this place which element stands where? */
export function isOrdered(evaluator: Evaluator, list: ArrayValue, upTo: number): boolean {
  if (list.isShuffled || hasMoved(evaluator, list)) return false;
  const open = list.elements.findIndex((slot) => {
    const spread = slot.kind === 'spread' ? evaluator.evaluateSlot(slot.slot, null) : null;
    return spread !== null && (spread.type !== 'array' || spread.isShuffled === true);
  });
  return open === -1 || open > upTo;
}
