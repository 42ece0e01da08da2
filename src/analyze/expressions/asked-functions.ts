import type { FunctionNode } from '../../syntax/nodes.ts';
import { unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Questions that a function or a constant of one asks for others. */

/** The expression that is all of a function. */
export function findQuestion({ body, async, generator }: FunctionNode): SyntaxNode | null {
  if (async || generator) return null; // what it gives back is always there
  if (body.type !== 'BlockStatement') return body;
  const [only, ...others] = body.body;
  return only?.type === 'ReturnStatement' && others.length === 0 ? (only.argument ?? null) : null;
}

/** What can be true or false, and is no value that goes on. */
export function isQuestion(node: SyntaxNode): boolean {
  return /^(?:(?:Optional)?Call|Binary|Logical|Unary)Expression$/.test(unwrap(node).type);
}

/** `const isAbsolute = /^https?:/.test(url)`: the question whose answer a constant of a function holds. */
export function findLocalAnswer(binding: Binding | undefined): SyntaxNode | null {
  if (binding?.source.kind !== 'value' || binding.scope.parent === null || binding.assignments.length > 0) return null;
  const { node, steps } = binding.source;
  return node !== null && steps.length === 0 && isQuestion(node) ? node : null;
}
