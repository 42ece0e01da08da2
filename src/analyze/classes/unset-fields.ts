import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { omitProperties } from '../members/objects.ts';
import { listOptions } from '../values/unions.ts';
import type { InstanceValue, Value } from '../values/values.ts';

/** Fields that a class leaves empty, for somebody to set. */

/** A text with something in it. */
function isGiven(value: Value): boolean {
  return value.type === 'text' && value.atoms.length > 0;
}

/** `config = { base: '' }` of an instance on which somebody sets its members: `others` are what is set. */
export function dropUnset(
  evaluator: Evaluator,
  initial: Value,
  others: readonly Value[],
  { construction, of }: InstanceValue,
  field: SyntaxNode,
): Value {
  if (initial.type !== 'object' || construction === null || others.length === 0) return initial;
  const unset = initial.entries.flatMap((entry) => {
    const isEmpty =
      entry.kind === 'slot' &&
      entry.slot.kind === 'expression' &&
      entry.slot.node.type === 'StringLiteral' &&
      entry.slot.node.value === '';
    return isEmpty ? [entry.name] : [];
  });
  const isSet = (name: string) =>
    others
      .flatMap(listOptions)
      .some(
        (option) =>
          option.type === 'object' && listOptions(evaluator.getProperty(option, name, field, of.module)).some(isGiven),
      );
  return omitProperties(initial, unset.filter(isSet));
}
