import type { SyntaxNode } from './tree.ts';

/**
 * Which node a node stands in. It is kept on the node itself: a map of all nodes would take more memory than what it
 * says, and be asked more often than anything else. A symbol, so that nobody who lists the fields of a node meets it.
 */
const PARENT = Symbol('parent');

interface Child {
  [PARENT]?: SyntaxNode;
}

export function setParent(node: SyntaxNode & Child, parent: SyntaxNode): void {
  node[PARENT] = parent;
}

/** The node around; undefined for a program, and for a node that no walk over a script has met. */
export function getParent(node: SyntaxNode & Child): SyntaxNode | undefined {
  return node[PARENT];
}

/** The outermost node around: the program of its script. */
export function getRoot(node: SyntaxNode): SyntaxNode {
  let root = node;
  for (let at = getParent(node); at !== undefined && root.type !== 'Program'; at = getParent(at)) root = at;
  return root;
}
