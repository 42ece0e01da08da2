import { isCallNode } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { holdsLiteral } from '../texts/texts.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';

/** `findPath(false)`, of a function that gives back the literal for `true`: the call is known to give another text. */
export function givesAnother(evaluator: Evaluator, literal: number, { node, module }: Place): boolean {
  if (!isCallNode(node)) return false;
  return listOptions(evaluator.evaluate(node, module, null)).every(
    (option) => option.type === 'text' && option.atoms[0]?.kind === 'text' && !holdsLiteral(option, literal),
  );
}
