import { nameKey } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Which name of a function holds an argument, or a member of one. */

interface Picked {
  readonly param: SyntaxNode;
  /** The way on from there. */
  readonly keys: readonly string[];
}

/** The name, with what it is given where nothing is, that holds the argument or the member of it: `get` of `({ get = api })`. */
export function pickParam(given: SyntaxNode | undefined, keys: readonly string[]): Picked | null {
  if (given === undefined) return null;
  const param = given.type === 'TSParameterProperty' ? given.parameter : given;
  const pattern = param.type === 'AssignmentPattern' ? param.left : param;
  if (pattern.type !== 'ObjectPattern') return { param, keys };
  const [first, ...rest] = keys;
  const member = pattern.properties.find((one) => one.type === 'ObjectProperty' && nameKey(one) === first);
  if (member?.type !== 'ObjectProperty') return null;
  if (member.value.type === 'AssignmentPattern' || member.value.type === 'Identifier')
    return { param: member.value, keys: rest };
  return null;
}
