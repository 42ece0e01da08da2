import {
  type FunctionNode,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findReturns } from '../../syntax/returned.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** What stands where an answer would, when there is none: `return null`, `catch { return text }`, `let data = []`. */

/** Readers of the same answer in another form. */
const READERS = new Set(['text', 'json', 'blob', 'arrayBuffer']);

function readsAnswer(node: SyntaxNode): boolean {
  const call = unwrap(node);
  return (
    isCallNode(call) && 'callee' in call && isMemberNode(call.callee) && READERS.has(nameMember(call.callee) ?? '')
  );
}

/** Is the value none that could be the body in another shape? */
export function isSubstitute(value: SyntaxNode, module: Module): boolean {
  const node = unwrap(value);
  switch (node.type) {
    case 'NullLiteral':
    case 'BooleanLiteral':
    case 'NumericLiteral':
    case 'StringLiteral':
    case 'TemplateLiteral':
      return true;
    case 'ArrayExpression':
      return node.elements.length === 0;
    case 'ObjectExpression':
      return node.properties.every(({ type }) => type === 'ObjectProperty');
    case 'UnaryExpression':
      return node.operator === 'void';
    case 'Identifier': {
      if (node.name === 'undefined') return true;
      const source = findBindingOf(module, node)?.source;
      return source?.kind === 'value' && source.node !== null && source.steps.length === 0 && readsAnswer(source.node);
    }
    default:
      return readsAnswer(node);
  }
}

function nameFunction(fn: FunctionNode): string | null {
  if ('id' in fn && fn.id) return fn.id.name;
  const parent = getParent(fn);
  if (parent?.type === 'VariableDeclarator') return nameCallee(parent.id);
  return fn.type === 'ObjectMethod' || fn.type === 'ClassMethod' ? nameKey(fn) : null;
}

/** `return request(path, attempt + 1)`: once more the same. */
function isRetry(value: SyntaxNode, fn: FunctionNode): boolean {
  const node = unwrap(value);
  const name = nameFunction(fn);
  return name !== null && isCallNode(node) && 'callee' in node && nameCallee(node.callee) === name;
}

/** Does a function give back one answer, or nothing that is like it? */
export function givesOnly(fn: FunctionNode, returned: SyntaxNode, module: Module): boolean {
  return findReturns(fn).values.every(
    (value) => value === returned || isSubstitute(value, module) || isRetry(value, fn),
  );
}

/** Is a name given one answer, and before or otherwise nothing that is like it? */
export function holdsOnly({ source, assignments }: Binding, given: SyntaxNode, module: Module): boolean {
  if (source.kind !== 'value' || (source.node !== null && !isSubstitute(source.node, module))) return false;
  return assignments.every(({ node }) => node.right === given || isSubstitute(node.right, module));
}
