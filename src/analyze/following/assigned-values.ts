import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { CALL, type Place } from '../uses/places.ts';

/** `return (this.made ??= make())`: an assignment keeps a value, and gives it on. */

/** Is the value of an assignment given on: to another name, or, of what keeps paths to be asked for them, to who asks for it? */
export function isReadAsValue(assignment: SyntaxNode, { path }: Place): boolean {
  const outer = getParent(assignment)?.type ?? 'ExpressionStatement';
  if (outer === 'AssignmentExpression') return true;
  return path.includes(CALL) && !/^(?:Expression|For)Statement$|^SequenceExpression$/.test(outer);
}
