import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { makeAtomsValue, splitAtoms } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';

/** `'{{process.env.BASE_URL}}/calls'`: Zapier puts the variable in before it sends. */
const VARIABLE = /^\{\{process\.env\.(\w+)\}\}(?=\/|$)/;

/** The text with the variable at its beginning. */
export function readVariable(evaluator: Evaluator, text: Value, written: string, module: Module): Value {
  const [whole, name] = VARIABLE.exec(written) ?? [];
  if (whole === undefined || name === undefined || text.type !== 'text') return text;
  const [, rest] = splitAtoms(text.atoms, whole.length);
  return makeAtomsValue([...makeEnvironmentText(evaluator, name, module).atoms, ...rest], text);
}
