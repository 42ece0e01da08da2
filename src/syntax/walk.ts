import type { SyntaxNode } from './tree.ts';

/** Trees hang comments and tokens on nodes as well, where somebody asked for them. */
const ASIDE = new Set(['leadingComments', 'trailingComments', 'innerComments', 'comments', 'tokens', 'errors', 'loc']);

function isNode(value: object): value is SyntaxNode {
  return 'type' in value && typeof value.type === 'string';
}

/** The direct children of a node in source order of their keys. */
export function listChildren(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (const key in node) {
    const value: unknown = node[key as keyof SyntaxNode]; // own enumerable keys of the node itself
    if (typeof value !== 'object' || value === null || ASIDE.has(key)) continue;
    if (Array.isArray(value)) {
      for (const entry of value) if (typeof entry === 'object' && entry !== null && isNode(entry)) children.push(entry);
    } else if (isNode(value)) children.push(value);
  }
  return children;
}

/**
 * Depth-first, parents first, without recursion: generated code nests thousands of levels deep.
 * `visit` gets the context of the parent and returns the one for the children; null leaves them out.
 */
export function walk<C>(
  root: SyntaxNode,
  context: C,
  visit: (node: SyntaxNode, parent: SyntaxNode | null, context: C) => C | null,
): void {
  const nodes: SyntaxNode[] = [root];
  const parents: (SyntaxNode | null)[] = [null];
  const contexts: C[] = [context];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const outer = contexts.pop() ?? context;
    const inner = visit(node, parents.pop() ?? null, outer);
    if (inner === null) continue;
    const children = listChildren(node);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child === undefined) continue;
      nodes.push(child);
      parents.push(node);
      contexts.push(inner);
    }
  }
}
