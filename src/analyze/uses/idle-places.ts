import { describeName, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Where nothing is done with the text itself: something is added to what holds it, or it is asked whether it is there. */

const ADDING = /^(?:push|unshift|add|set|delete|clear|append)$/;

/** `headers['content-type'] = …`, `queue.push(…)`: something is added to the value. */
export function isAddedTo(parent: SyntaxNode, node: SyntaxNode): boolean {
  if (!isMemberNode(parent) || parent.object !== node) return false;
  const outer = getParent(parent);
  const name = nameMember(parent);
  return (
    (outer?.type === 'CallExpression' && outer.callee === parent && name !== null && ADDING.test(name)) ||
    (outer?.type === 'AssignmentExpression' && outer.left === parent) ||
    (outer?.type === 'UnaryExpression' && outer.operator === 'delete')
  );
}

/** `Array.isArray(row)`: of what kind it is, whatever it says. */
const ASKING_KIND = /^(?:Array\.isArray|Number\.is(?:Integer|Finite|NaN|SafeInteger)|isNaN|Boolean)$/;

/** Is the value only asked whether it is there, or of what kind it is? */
export function isTested(parent: SyntaxNode, node: SyntaxNode): boolean {
  // `case AGENTS:` compares.
  if ('test' in parent && parent.test === node) return parent.type !== 'SwitchCase';
  if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof') return true;
  if (parent.type === 'BinaryExpression' && /^[=!]==?$/.test(parent.operator)) {
    const other = unwrap(parent.left === node ? parent.right : parent.left);
    return other.type === 'NullLiteral' || isUndefinedNode(other);
  }
  if (parent.type === 'CallExpression' && parent.callee !== node)
    return ASKING_KIND.test(describeName(unwrap(parent.callee)));
  return (
    (parent.type === 'UnaryExpression' && parent.operator === '!') ||
    (parent.type === 'LogicalExpression' && parent.operator === '&&' && parent.left === node)
  );
}

/** `undefined`, and `void 0` of a compiler. */
export function isUndefinedNode(node: SyntaxNode): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void' && node.argument.type === 'NumericLiteral')
  );
}
