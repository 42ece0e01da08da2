import { isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';

/** `(value, step) => step(value)`: each of the list is a function, which gets what there is so far. */
export function callsElements(callback: SyntaxNode | undefined): boolean {
  if (callback === undefined || !isFunctionNode(callback)) return false;
  const [value, step] = callback.params;
  if (value?.type !== 'Identifier' || step?.type !== 'Identifier') return false;
  const names = (node: SyntaxNode, name: string): boolean => node.type === 'Identifier' && node.name === name;
  return someNode(
    callback.body,
    (node) =>
      node.type === 'CallExpression' &&
      names(unwrap(node.callee), step.name) &&
      node.arguments.some((one) => names(unwrap(one), value.name)),
  );
}
