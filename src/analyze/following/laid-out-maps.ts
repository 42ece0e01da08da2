import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { ANY, KEY, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { ExternalValue, Value } from '../values/values.ts';

/** Maps that are gone through: where their values are, and where their keys. */

/** The way to the keys where a map is gone through pair by pair. */
export const OF_PAIRS: readonly string[] = [ANY, '0'];

export function isMade(option: ExternalValue, name: RegExp): boolean {
  return option.made?.by.module === 'global' && option.path.length === 0 && name.test(option.made.by.path.join('.'));
}

export function isMap(option: Value): boolean {
  return option.type === 'external' && isMade(option, /^(?:Weak)?Map$/);
}

/** `for (const [name, path] of map)`, `[...map]`: a map is gone through pair by pair. */
export function layOut(evaluator: Evaluator, node: SyntaxNode, { module, path }: Place): readonly string[] {
  if (path[0] === KEY) return OF_PAIRS;
  const [index, ...rest] = path;
  const isOfMap = index !== undefined && listOptions(evaluator.evaluate(node, module, null)).some(isMap);
  return isOfMap ? [index, '1', ...rest] : path;
}
