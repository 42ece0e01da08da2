import { type ClassNode, type FunctionNode, isClassNode, isFunctionNode } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** The functions and classes that a node stands in. */

export function findFunctionAround(node: SyntaxNode): FunctionNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isFunctionNode(at)) return at;
  return null;
}

/** The function that `this` is of: arrow functions have none of their own. */
export function findMethodAround(node: SyntaxNode): FunctionNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at))
    if (isFunctionNode(at) && at.type !== 'ArrowFunctionExpression') return at;
  return null;
}

/** All of them, innermost first. */
export function listFunctionsAround(node: SyntaxNode): readonly FunctionNode[] {
  const functions: FunctionNode[] = [];
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isFunctionNode(at)) functions.push(at);
  return functions;
}

export function findClassAround(node: SyntaxNode): ClassNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isClassNode(at)) return at;
  return null;
}
