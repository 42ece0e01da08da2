import { isCallNode } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { holdsLiteral } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** Of an object: it is written out elsewhere, and takes over no other one's members. */
function isAnother(evaluator: Evaluator, value: Value, literal: number, { path }: Place): boolean {
  if (value.type === 'text') return value.atoms[0]?.kind === 'text' && !holdsLiteral(value, literal);
  if (value.type !== 'object' || value.node === null || path.length > 0 || value.pairs !== undefined) return false;
  return evaluator.identify(value.node) !== literal && value.entries.every(({ kind }) => kind === 'slot');
}

/** `findPath(false)`, `authHeader('bearer')`, of a function that gives back the literal otherwise: the call is known to give another. */
export function givesAnother(evaluator: Evaluator, literal: number, place: Place): boolean {
  if (!isCallNode(place.node)) return false;
  const given = listOptions(evaluator.evaluate(place.node, place.module, null));
  return given.every((option) => isAnother(evaluator, option, literal, place));
}
