import { makeAtomsValue, splitAtoms } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';

/** `'{{process.env.BASE_URL}}/calls'`: Zapier puts the variable in before it sends. */
const VARIABLE = /^\{\{process\.env\.(\w+)\}\}(?=\/|$)/;

/** The text with the variable at its beginning. */
export function readVariable(text: Value, written: string): Value {
  const [whole, name] = VARIABLE.exec(written) ?? [];
  if (whole === undefined || name === undefined || text.type !== 'text') return text;
  const [, rest] = splitAtoms(text.atoms, whole.length);
  return makeAtomsValue([{ kind: 'env', name, via: null }, ...rest], text);
}
