import { type FunctionNode, unwrap } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/** What a function gives back at its end, as it is written: `() => ({ path })`, `() => { …; return { path }; }`. */
export function findReturned({ body }: FunctionNode): SyntaxNode | null {
  if (body.type !== 'BlockStatement') return unwrap(body);
  const last = body.body.findLast((statement) => statement.type === 'ReturnStatement');
  return last?.type === 'ReturnStatement' && last.argument ? unwrap(last.argument) : null;
}
