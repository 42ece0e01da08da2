import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { ANY, type Place } from '../uses/places.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** What a value holds at the end of the way that a place names: of a list that was gone through, each of its elements. */
export function evaluateHeld(
  evaluator: Evaluator,
  { node, module, path }: Pick<Place, 'node' | 'module' | 'path'>,
): Value {
  let value = evaluator.evaluate(node, module, evaluator.anyCaller);
  for (const name of path)
    value =
      name === ANY
        ? unite(listOptions(value).flatMap((option) => listElements(evaluator, option) ?? []))
        : evaluator.getProperty(value, name, node, module);
  return value;
}
