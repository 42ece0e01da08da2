import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { getKnownText } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';
import { isAddressByDefault } from './stored-defaults.ts';

/** `yield* Config.string('VOICE_URL').pipe(Config.withDefault('https://…'))` of Effect. */

const READS = /^Config\.(?:string|nonEmptyString|url)$/;

function readOne(evaluator: Evaluator, { made }: ExternalValue, module: Module): readonly Value[] {
  if (made === null || made.by.module !== 'effect') return [];
  const name = made.by.path.join('.');
  const given = made.args.map((argument) => evaluator.evaluateArgument(argument));
  if (READS.test(name)) {
    const variable = getKnownText(given[0]);
    return variable === null ? [] : [makeEnvironmentText(evaluator, variable, module)];
  }
  // What stands before the dot, and what is handed to `pipe` or to `withDefault(config, …)`.
  const before = made.by.made === null ? [] : readOne(evaluator, { ...made.by, path: [] }, module);
  const inner = given.flatMap((value) => {
    if (value.type === 'external') return readOne(evaluator, value, module);
    return name === 'Config.withDefault' && isAddressByDefault(value) ? [value] : [];
  });
  return [...before, ...inner];
}

/** What a setting is, from the environment or by default; null for everything else that is waited for. */
export function readEffectConfig(evaluator: Evaluator, value: Value, module: Module): Value | null {
  const found = value.type === 'external' ? readOne(evaluator, value, module) : [];
  return found.length === 0 ? null : unite(found);
}
