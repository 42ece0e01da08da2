import type { SyntaxNode } from './tree.ts';

/**
 * `api?.get(path)` sends what `api.get(path)` sends: both are read alike from here on, and `optional` still says where it
 * is asked first whether there is an `api`.
 */
export function readAsPlain(node: SyntaxNode): void {
  const changed = node as { type: string };
  if (node.type === 'OptionalCallExpression') changed.type = 'CallExpression';
  else if (node.type === 'OptionalMemberExpression') changed.type = 'MemberExpression';
}
