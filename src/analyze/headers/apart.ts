import { leaves } from '../../syntax/leaving.ts';
import { getStart } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { endsCase } from '../chains/reachable.ts';

/** Two places of one file of which a run comes by only one: the arms of a condition, what stands behind a `return`. */

function listUp(node: SyntaxNode): readonly SyntaxNode[] {
  const path: SyntaxNode[] = [];
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = getParent(at)) path.unshift(at);
  return path;
}

/** `if (token) return { Authorization };` in front of the other one. */
function endsBefore(statement: SyntaxNode, inner: SyntaxNode | undefined): boolean {
  if (statement.type === 'ReturnStatement') return true;
  if (statement.type === 'SwitchCase') return statement.consequent.some(endsCase);
  return statement.type === 'IfStatement' && inner !== undefined && inner !== statement.test && leavesBranch(inner);
}

function leavesBranch(arm: SyntaxNode): boolean {
  return leaves(arm) || (arm.type === 'BlockStatement' && arm.body.some(leaves));
}

/** `(token && { Authorization }) || { 'x-api-key' }`: an object is true, and what stands behind it is not asked for. */
function isOtherwise(left: SyntaxNode, path: readonly SyntaxNode[]): boolean {
  for (const node of path.slice(path.indexOf(left))) {
    if (node.type === 'ObjectExpression') return true;
    if (!/^(?:LogicalExpression|ConditionalExpression|TS\w+Expression)$/.test(node.type)) return false;
  }
  return false;
}

export function areApart(one: SyntaxNode, other: SyntaxNode): boolean {
  const [first, second] =
    getStart(one) <= getStart(other) ? [listUp(one), listUp(other)] : [listUp(other), listUp(one)];
  let depth = 0;
  while (first[depth] !== undefined && first[depth] === second[depth]) depth += 1;
  const [around, before, behind] = [first[depth - 1], first[depth], second[depth]];
  if (around === undefined || before === undefined || behind === undefined) return false;
  if (around.type === 'IfStatement' || around.type === 'ConditionalExpression')
    return before !== around.test && behind !== around.test;
  if (around.type === 'LogicalExpression') return around.operator !== '&&' && isOtherwise(before, first);
  const isList = /^(?:BlockStatement|Program|SwitchStatement|SwitchCase)$/.test(around.type);
  return isList && endsBefore(before, first[depth + 1]);
}
