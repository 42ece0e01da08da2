import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import { listOptions } from '../values/unions.ts';
import { type Emission, Refusal } from './emission.ts';
import { readBody } from './read-body.ts';

/** The members of a JSON body that is written as an object; null where it is not, or has none. */
export function listBodyMembers(evaluator: Evaluator, emissions: readonly Emission[]): readonly string[] | null {
  const [emission] = emissions;
  if (emission === undefined) return null;
  evaluator.ask();
  try {
    const body = readBody(evaluator, emission);
    const options = body === undefined ? [] : listOptions(body.value);
    if (options.length === 0 || !options.every((option) => option.type === 'object')) return null;
    const names = options.flatMap((option) => listProperties(evaluator, option).map(([name]) => name));
    return [...new Set(names)].filter((name) => name !== '[computed]');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
