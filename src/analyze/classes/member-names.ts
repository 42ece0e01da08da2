import type * as t from '@babel/types';
import { nameKey } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameSymbol } from '../frameworks/injected-tokens.ts';
import { findKnownText } from '../texts/texts.ts';
import type { ClassValue } from '../values/values.ts';

/** Has a member of a class this name, be it written there, `[PATH]` with a text, or `[Symbol.for('path')]`? */
export function hasName(
  evaluator: Evaluator,
  of: ClassValue,
  member: t.ClassBody['body'][number],
  name: string,
): boolean {
  const written = nameKey(member);
  if (written !== null) return written === name;
  if (!('computed' in member) || member.computed !== true || !('key' in member)) return false;
  const key = evaluator.evaluate(member.key, of.module, of.env);
  return (nameSymbol(evaluator, key) ?? findKnownText(key)) === name;
}
