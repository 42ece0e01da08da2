import type * as t from '@babel/types';
import { isMemberNode, nameMember, unwrap } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `(function (Client) { … })(Client = exports.Client || (exports.Client = {}))`: a namespace that has the name of a class, as
 * TypeScript compiles it. It is put on the class that is there.
 */

/** Is it `{}` for the case that nothing has the name yet: `exports.Client || (exports.Client = {})`, `Client || (Client = {})`? */
function isForNothing(assignment: SyntaxNode, isSame: (left: SyntaxNode) => boolean): boolean {
  let around = getParent(assignment);
  // `Client || (exports.Client = Client = {})`
  while (around?.type === 'AssignmentExpression' || (around !== undefined && unwrap(around) !== around))
    around = getParent(around);
  return around?.type === 'LogicalExpression' && around.operator === '||' && isSame(unwrap(around.left));
}

/** `Client`, `exports.Client` */
function isNamed(node: SyntaxNode, name: string): boolean {
  return node.type === 'Identifier' ? node.name === name : isMemberNode(node) && nameMember(node) === name;
}

/** `exports.Client = {}` of it. */
export function opensExported(target: SyntaxNode, name: string): boolean {
  const assignment = getParent(target);
  return assignment?.type === 'AssignmentExpression' && isForNothing(assignment, (left) => isNamed(left, name));
}

/** Does an assignment give a name only what it has already? */
export function reopens(node: t.AssignmentExpression, name: string): boolean {
  if (isForNothing(node, (left) => isNamed(left, name))) return true;
  const right = unwrap(node.right);
  if (right.type !== 'LogicalExpression' || right.operator !== '||' || !isNamed(unwrap(right.left), name)) return false;
  const made = unwrap(right.right);
  return made.type === 'AssignmentExpression' && isNamed(unwrap(made.left), name);
}
