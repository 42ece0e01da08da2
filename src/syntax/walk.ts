import { CHILD_KEYS } from './child-keys.ts';
import type { SyntaxNode } from './tree.ts';

/** Trees hang comments and tokens on nodes as well, where somebody asked for them. */
const ASIDE = new Set(['leadingComments', 'trailingComments', 'innerComments', 'comments', 'tokens', 'errors', 'loc']);

function isNode(value: object): value is SyntaxNode {
  return 'type' in value && typeof value.type === 'string';
}

function listKeys(node: SyntaxNode): readonly string[] {
  return CHILD_KEYS.get(node.type) ?? Object.keys(node).filter((key) => !ASIDE.has(key));
}

/** Adds each direct child of a node to a list, in source order of their keys. */
function addChildren(node: SyntaxNode, list: SyntaxNode[]): void {
  for (const key of listKeys(node)) {
    const value: unknown = node[key as keyof SyntaxNode];
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const entry of value) if (typeof entry === 'object' && entry !== null && isNode(entry)) list.push(entry);
    } else if (isNode(value)) list.push(value);
  }
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
  // Three lists beside each other: an object for each step would be one for each node.
  const nodes: SyntaxNode[] = [root];
  const parents: (SyntaxNode | null)[] = [null];
  const contexts: C[] = [context];
  const children: SyntaxNode[] = [];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const inner = visit(node, parents.pop() as SyntaxNode | null, contexts.pop() as C);
    if (inner === null) continue;
    addChildren(node, children);
    for (let child = children.pop(); child !== undefined; child = children.pop()) {
      nodes.push(child);
      parents.push(node);
      contexts.push(inner);
    }
  }
}

/** Is there a node that the test holds for? Stops at the first, in the order of `walk`; null leaves out what is in a node. */
export function someNode(root: SyntaxNode, test: (node: SyntaxNode) => boolean | null): boolean {
  const nodes: SyntaxNode[] = [root];
  const children: SyntaxNode[] = [];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const answer = test(node);
    if (answer === true) return true;
    if (answer === null) continue;
    addChildren(node, children);
    for (let child = children.pop(); child !== undefined; child = children.pop()) nodes.push(child);
  }
  return false;
}
