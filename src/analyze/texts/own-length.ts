import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { type Module, readCode } from '../modules/module.ts';

/** `base.substring(0, base.length - 1)`: a place that a program counts from the end of the very text it cuts. */

function isLengthOf(node: SyntaxNode, text: SyntaxNode, module: Module): boolean {
  const member = unwrap(node);
  if (!isMemberNode(member) || nameMember(member) !== 'length') return false;
  const [own, whole] = [unwrap(member.object), unwrap(text)];
  // What a call gives may be another text each time.
  const isSteady = own.type === 'Identifier' || own.type === 'ThisExpression' || isMemberNode(own);
  return isSteady && readCode(module, own) === readCode(module, whole);
}

/** How many characters before its end the place is, whatever the text is; null where it is counted otherwise. */
export function countFromEnd(place: SyntaxNode | undefined, text: SyntaxNode, module: Module): number | null {
  if (place === undefined) return null;
  const node = unwrap(place);
  if (node.type !== 'BinaryExpression' || node.operator !== '-') return null;
  const count = unwrap(node.right);
  return count.type === 'NumericLiteral' && count.value > 0 && isLengthOf(node.left, text, module) ? count.value : null;
}

/** The text that a call is made on. */
export function findReceiver(call: SyntaxNode): SyntaxNode | null {
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) ? callee.object : null;
}

/** `base.at(-1)`, `base.charAt(base.length - 1)`, `base[base.length - 1]`, `base.slice(-1)`: the text whose last character that is. */
export function findLastAsked(node: SyntaxNode, module: Module): SyntaxNode | null {
  if (isMemberNode(node))
    return node.computed && countFromEnd(node.property, node.object, module) === 1 ? node.object : null;
  const text = findReceiver(node);
  if (text === null || !('arguments' in node)) return null;
  const [place, ...others] = node.arguments;
  const name = nameMember(unwrap('callee' in node ? node.callee : node));
  const isOne = others.length === 0 && place !== undefined;
  if (!isOne || !/^(?:at|charAt|slice|substr|substring)$/.test(name ?? '')) return null;
  return (isMinusOne(place) && /^(?:at|slice|substr)$/.test(name ?? '')) || countFromEnd(place, text, module) === 1
    ? text
    : null;
}

function isMinusOne(node: SyntaxNode): boolean {
  if (node.type !== 'UnaryExpression' || node.operator !== '-') return false;
  return node.argument.type === 'NumericLiteral' && node.argument.value === 1;
}
