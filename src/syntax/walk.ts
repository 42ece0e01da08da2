import type { SyntaxNode } from './tree.ts';

/** Trees hang comments and tokens on nodes as well, where somebody asked for them. */
const ASIDE = new Set(['leadingComments', 'trailingComments', 'innerComments', 'comments', 'tokens', 'errors', 'loc']);

function isNode(value: object): value is SyntaxNode {
  return 'type' in value && typeof value.type === 'string';
}

/** Calls `take` for each direct child of a node, in source order of their keys. */
function eachChild(node: SyntaxNode, take: (child: SyntaxNode) => void): void {
  for (const key in node) {
    const value: unknown = node[key as keyof SyntaxNode]; // own enumerable keys of the node itself
    if (typeof value !== 'object' || value === null || ASIDE.has(key)) continue;
    if (Array.isArray(value)) {
      for (const entry of value) if (typeof entry === 'object' && entry !== null && isNode(entry)) take(entry);
    } else if (isNode(value)) take(value);
  }
}

interface Step<C> {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | null;
  readonly context: C;
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
  const steps: Step<C>[] = [{ node: root, parent: null, context }];
  const children: SyntaxNode[] = [];
  const take = (child: SyntaxNode) => children.push(child);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { node } = step;
    const inner = visit(node, step.parent, step.context);
    if (inner === null) continue;
    eachChild(node, take);
    for (let child = children.pop(); child !== undefined; child = children.pop())
      steps.push({ node: child, parent: node, context: inner });
  }
}
