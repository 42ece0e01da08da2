import type { Statement } from '@babel/types';
import type { ClassNode } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `class Calls {} Calls.path = '/calls';`: what a class is given right behind its body is as good as a static field, which is how
 * compilers write one for engines that have none.
 */

function findStatement(node: ClassNode): SyntaxNode {
  const parent = getParent(node);
  return parent !== undefined && /^Export(?:Named|Default)Declaration$/.test(parent.type) ? parent : node;
}

function isAssignment(statement: Statement): boolean {
  return statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression';
}

/** `target`: what is assigned to. Nothing but other assignments may stand between. */
export function isGivenWithClass(node: ClassNode, target: SyntaxNode): boolean {
  const assignment = getParent(target);
  const statement = assignment?.type === 'AssignmentExpression' ? getParent(assignment) : undefined;
  const body = statement === undefined ? undefined : getParent(statement);
  if (body?.type !== 'Program' && body?.type !== 'BlockStatement') return false;
  const start = body.body.indexOf(findStatement(node) as Statement);
  const end = body.body.indexOf(statement as Statement);
  return start !== -1 && end > start && body.body.slice(start + 1, end).every(isAssignment);
}
