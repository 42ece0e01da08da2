import type { PatternStep } from '../../syntax/destructuring.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { omitProperties } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { noteDefault } from '../settings/noted-defaults.ts';
import { makeUnknown } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Env, Value } from '../values/values.ts';
import { listAddresses } from './text-questions.ts';

/** What a pattern takes from a value. */

/** Walks a destructuring pattern from the whole value to one name. */
export function applySteps(
  evaluator: Evaluator,
  start: Value,
  steps: readonly PatternStep[],
  module: Module,
  env: Env,
  node: SyntaxNode,
): Value {
  let value = start;
  for (const step of steps) {
    switch (step.kind) {
      case 'property':
        value = evaluator.getProperty(value, step.name, node, module);
        break;
      case 'index':
        value = evaluator.getProperty(value, String(step.index), node, module);
        break;
      case 'computed':
        value = makeUnknown(node, module, 'the key is not known');
        break;
      case 'rest':
        value = omitProperties(value, step.without);
        break;
      case 'rest-elements':
        value = makeUnknown(node, module, 'it is the rest of a list');
        break;
      case 'default':
        value = applyDefault(evaluator, value, step.value, module, env);
        break;
    }
  }
  return value;
}

export function applyDefault(evaluator: Evaluator, value: Value, node: SyntaxNode, module: Module, env: Env): Value {
  const options = listOptions(value);
  const given = options.filter((option) => !isUndefined(option));
  const isGiven = given.length === options.length && !given.some(mayBeMissing);
  const isEnvironment = given.some(isEnvironmentText);
  if (isGiven && !isEnvironment && !evaluator.isLeftOpen) return value;
  // `API_URL ?? 'https://…'` is given: that has its default, and is never missing.
  if (isGiven && isEnvironment && listAddresses(given) !== null) return value;
  const fallback = evaluator.evaluate(node, module, env);
  // Whose host it is, is no matter of which way is taken.
  if (isGiven && !isEnvironment && listAddresses(listOptions(fallback)) !== null) return value;
  // A variable beside an address is one base with its default; a variable alone is another base.
  const isOtherBase = listOptions(fallback).some(isEnvironmentText) && listAddresses(listOptions(fallback)) === null;
  if (isGiven && isOtherBase) return value;
  // `base = API` of one caller that leaves it out goes with what else that caller gives.
  const missing = options.filter((option) => isUndefined(option) && option.choices !== undefined);
  const isOfCallers =
    missing.length > 0 && given.length + missing.length === options.length && !given.some(mayBeMissing);
  const fallbacks = isOfCallers ? missing.map(({ choices }) => withChoices(fallback, choices)) : [fallback];
  const noted = given.map((option) => (isHanded(option) ? option : noteDefault(option, fallback)));
  return unite([...noted, ...fallbacks]);
}

/** What a call handed over says nothing of what others have who leave it out. */
export function isHanded(option: Value): boolean {
  const [first] = option.type === 'text' ? option.atoms : [];
  return first?.kind === 'env' && first.via !== null;
}

/** What nobody here sees: an argument from outside, what a package gives back, a member of what it exports. */
function mayBeMissing(option: Value): boolean {
  if (option.type !== 'external') return option.type === 'param' || option.type === 'unknown';
  return option.made !== null || (option.module !== 'global' && option.path.length > 1);
}

function isEnvironmentText(value: Value): boolean {
  return value.type === 'text' && value.atoms.length > 0 && value.atoms.every((atom) => atom.kind === 'env');
}
