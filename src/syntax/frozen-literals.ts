import { nameMember, unwrap } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/** They give back what they are given, and change nothing that it holds. */
const CLOSES = /^(?:freeze|seal|preventExtensions)$/;

/** `Object.freeze({ calls: '/calls' })` */
function findClosed(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || node.arguments.length !== 1 || node.typeParameters) return null;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'Object')
    return null;
  const [given] = node.arguments;
  if (given === undefined || !CLOSES.test(nameMember(callee) ?? '')) return null;
  const { type } = unwrap(given);
  return type === 'ObjectExpression' || type === 'ArrayExpression' ? given : null;
}

/** A literal that is frozen where it stands is read as the literal: nothing else can be in it, and nobody asks for the call. */
export function readAsLiteral(node: SyntaxNode): void {
  const literal = findClosed(node);
  if (literal === null) return;
  for (const key of ['callee', 'arguments', 'optional']) Reflect.deleteProperty(node, key);
  Object.assign(node, literal);
}
