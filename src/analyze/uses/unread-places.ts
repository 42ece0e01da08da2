import type { SyntaxNode } from '../../syntax/tree.ts';
import { isArrayQuestion, isLeftToOtherKinds } from '../expressions/kind-questions.ts';
import type { Place } from './places.ts';

/** Positions at which a value stands and is not used. */

/** `(url: string) => void`: the name is one of the type alone. */
const NAMED_IN_TYPE = /^TS(?:Function|Constructor)Type$|^TS(?:Method|Call|Construct)Signature/;

/** Positions that do not use the value: `typeof X`, `Array.isArray(X)`, an export list, a type, the left of an assignment. */
export function isUnread(parent: SyntaxNode, { node, path, isUrl, module }: Place): boolean {
  if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return true;
  if (NAMED_IN_TYPE.test(parent.type) || isArrayQuestion(parent, node)) return true;
  if (parent.type === 'TSTypeQuery' || parent.type === 'ExportSpecifier') return true;
  if (parent.type === 'ExpressionStatement') return true;
  if (path.length === 0 && !isUrl && isLeftToOtherKinds(node, module)) return true;
  return parent.type === 'AssignmentExpression' && parent.left === node;
}
