import { findOutermost } from '../../syntax/enclosing.ts';
import { isMemberNode, nameCallee, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/**
 * Addresses that others are compared with: `url === 'https://…/calls'`, the keys of a table, the elements of a set, a case. They
 * change with the requests for them, and mean nothing any more where those stay.
 */

const ASKING = /^(?:has|includes|startsWith|endsWith|indexOf|lastIndexOf|equals)$/;

/** `new Set(['https://…'])`, `new Map([['https://…', 60]])` */
function isOfCollection(list: SyntaxNode): boolean {
  const outer = getParent(list);
  const made = outer?.type === 'ArrayExpression' ? getParent(outer) : outer;
  return made?.type === 'NewExpression' && /^(?:Set|Map)$/.test(nameCallee(made.callee) ?? '');
}

export function isCompared(address: SyntaxNode): boolean {
  const node = findOutermost(address);
  const parent = getParent(node);
  switch (parent?.type) {
    case 'BinaryExpression':
      return /^[=!]==?$/.test(parent.operator);
    case 'SwitchCase':
      return parent.test === node;
    case 'ObjectProperty':
      return parent.key === node;
    case 'ArrayExpression':
      return parent.elements[0] === node ? isOfCollection(parent) : isElementOfSet(parent);
    case 'CallExpression':
    case 'OptionalCallExpression':
      return (
        parent.arguments[0] === node && isMemberNode(parent.callee) && ASKING.test(nameMember(parent.callee) ?? '')
      );
    default:
      // `url.slice('https://…/calls'.length)`
      return parent !== undefined && isMemberNode(parent) && parent.object === node && nameMember(parent) === 'length';
  }
}

function isElementOfSet(list: SyntaxNode): boolean {
  const made = getParent(list);
  return made?.type === 'NewExpression' && nameCallee(made.callee) === 'Set';
}
