import { unwrap } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/**
 * `api?.get(path)` sends what `api.get(path)` sends: both are read alike from here on, and `optional` still says where it
 * is asked first whether there is an `api`.
 */
export function readAsPlain(node: SyntaxNode): void {
  const changed = node as { type: string };
  if (node.type === 'OptionalCallExpression') changed.type = 'CallExpression';
  else if (node.type === 'OptionalMemberExpression') changed.type = 'MemberExpression';
  readCallee(node);
}

/** `(0, api.get)(path)`, as compilers call what is imported, sends what `api.get(path)` sends. */
function readCallee(node: SyntaxNode): void {
  if (node.type === 'CallExpression') node.callee = findCalled(node.callee) as typeof node.callee;
  else if (node.type === 'TaggedTemplateExpression') node.tag = findCalled(node.tag) as typeof node.tag;
}

function findCalled(callee: SyntaxNode): SyntaxNode {
  return callee.type === 'SequenceExpression' ? unwrap(callee) : callee;
}
