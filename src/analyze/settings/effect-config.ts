import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import type { ExternalValue, Value } from '../values/values.ts';
import { makeEnvironmentText } from './environment.ts';
import { uniteDefaults } from './noted-defaults.ts';
import { isAddressByDefault } from './stored-defaults.ts';

/** `yield* Config.string('VOICE_URL').pipe(Config.withDefault('https://…'))` of Effect. */

const READS = /^Config\.(?:string|nonEmptyString|url)$/;
/** Steps that give what they are given, and the call of a made one; any other may make an address of its own. */
const KEEPS = /^(?:Config\.(?:withDefault|withDescription|validate)|Effect\.(?:orDie|tap|withSpan)|(?:.+\.)?pipe|)$/;

/** Null where a step on the way is not known. */
function readOne(evaluator: Evaluator, { made, path }: ExternalValue, module: Module): readonly Value[] | null {
  // `Effect.orDie`, which a pipe calls
  if (made === null) return KEEPS.test(path.join('.')) ? [] : null;
  if (made.by.module !== 'effect') return null;
  const name = made.by.path.join('.');
  const given = made.args.map((argument) => evaluator.evaluateArgument(argument));
  if (READS.test(name)) {
    const variable = findKnownText(given[0]);
    return variable === null ? null : [makeEnvironmentText(evaluator, variable, module)];
  }
  const isOpen = /(?:^|\.)pipe$/.test(name) && given.some(({ type }) => type !== 'external');
  if (!KEEPS.test(name) || isOpen) return null;
  // What stands before the dot, and what is handed to `pipe` or to `withDefault(config, …)`.
  const found: Value[] = [];
  const steps = given.filter((value) => value.type === 'external');
  for (const step of made.by.made === null ? steps : [{ ...made.by, path: [] }, ...steps]) {
    const inner = readOne(evaluator, step, module);
    if (inner === null) return null;
    found.push(...inner);
  }
  if (name === 'Config.withDefault') found.push(...given.filter(isAddressByDefault));
  return found;
}

/** What a setting is, from the environment or by default; null for everything else that is waited for. */
export function readEffectConfig(evaluator: Evaluator, value: Value, module: Module): Value | null {
  const found = value.type === 'external' ? readOne(evaluator, value, module) : null;
  return found === null || found.length === 0 ? null : uniteDefaults(found);
}
