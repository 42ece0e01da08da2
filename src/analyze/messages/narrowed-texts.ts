import { leaves } from '../../syntax/leaving.ts';
import { contains, getEnd, getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, findScript, type Module, readCode } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';

/** The texts that a program has compared an expression with where it uses it: `if (kind === 'web' || kind === 'outbound') …` */

/** Where else the same name or member is read. */
export function listSameReadings(node: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const binding = findBindingOf(module, node);
  if (binding !== undefined) return listReadings(binding.declaration, module);
  const name = isMemberNode(node) ? nameMember(node) : null;
  if (name === null) return [];
  const code = readCode(module, node);
  return findScript(module, node)
    .members.get(name)
    .filter((member) => readCode(module, member) === code);
}

/** Does the program come to `node` where a condition has this answer, and not where it has the other? */
function isReachedBy(condition: SyntaxNode, answer: boolean, node: SyntaxNode): boolean {
  const parent = getParent(condition);
  if (parent === undefined) return false;
  if (unwrap(parent) === unwrap(condition)) return isReachedBy(parent, answer, node);
  switch (parent.type) {
    case 'UnaryExpression':
      return parent.operator === '!' && isReachedBy(parent, !answer, node);
    case 'LogicalExpression':
      if (parent.left === condition && contains(parent.right, node)) return parent.operator === (answer ? '&&' : '||');
      return parent.operator !== '??' && isReachedBy(parent, answer, node);
    case 'ConditionalExpression':
      return parent.test === condition && contains(answer ? parent.consequent : parent.alternate, node);
    case 'IfStatement': {
      if (parent.test !== condition) return false;
      const [own, other] = answer ? [parent.consequent, parent.alternate] : [parent.alternate, parent.consequent];
      if (own && contains(own, node)) return true;
      // `if (kind !== 'web') throw …` leaves what follows to the other answer.
      const block = getParent(parent);
      const isBehind = block !== undefined && contains(block, node) && getStart(node) > getEnd(parent);
      return isBehind && other != null && leaves(other) && !(own && leaves(own));
    }
    default:
      return false;
  }
}

/** The text of one comparison by which the program comes to `node`. */
export function listCompared(reading: SyntaxNode, node: SyntaxNode): readonly string[] {
  const comparison = getParent(reading);
  if (comparison?.type !== 'BinaryExpression' || !/^[=!]==?$/.test(comparison.operator)) return [];
  const other = unwrap(comparison.left === reading ? comparison.right : comparison.left);
  if (other.type !== 'StringLiteral') return [];
  return isReachedBy(comparison, comparison.operator.startsWith('='), node) ? [other.value] : [];
}
