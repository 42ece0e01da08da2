import { getKnownText } from '../texts/texts.ts';
import { listOptions, withOwnChoices } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';

/**
 * What `table[key] = value` puts under one name, where `key` can be several and each goes with its own value; null where it puts
 * nothing there. `name` is null where any is asked for.
 */
export function listUnder(
  keys: readonly TextValue[],
  name: string | null,
  evaluate: () => Value,
): readonly Value[] | null {
  const names = keys.map(getKnownText);
  const own = keys.filter((_, index) => names[index] === name);
  const isKnown = !names.includes(null);
  if (name !== null && own.length === 0 && isKnown) return null;
  const value = evaluate();
  if (name === null || !isKnown || keys.length === 1) return listOptions(value);
  return own.flatMap(({ choices }) => listOptions(withOwnChoices(value, choices)));
}
