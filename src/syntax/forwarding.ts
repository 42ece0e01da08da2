import { findOutermost } from './enclosing.ts';
import { type FunctionNode, isFunctionNode } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** `(...args) => get(...args)`: the function that hands all it is given on to the call, in the same order. */
export function findForwarding(call: SyntaxNode): FunctionNode | null {
  let parent = getParent(findOutermost(call));
  if (parent?.type === 'ReturnStatement') {
    const block = getParent(parent);
    parent = block?.type === 'BlockStatement' && block.body.length === 1 ? getParent(block) : undefined;
  } else if (parent?.type !== 'ArrowFunctionExpression') return null;
  if (parent === undefined || !isFunctionNode(parent) || !('arguments' in call)) return null;
  const args = call.arguments as readonly SyntaxNode[];
  const isSame = (param: SyntaxNode, argument: SyntaxNode | undefined): boolean =>
    param.type === 'RestElement'
      ? argument?.type === 'SpreadElement' && isSame(param.argument, argument.argument)
      : param.type === 'Identifier' && argument?.type === 'Identifier' && param.name === argument.name;
  const isForwarded = args.length === parent.params.length && args.length > 0;
  return isForwarded && parent.params.every((param, index) => isSame(param, args[index])) ? parent : null;
}
