import type { SyntaxNode } from './tree.ts';

/** Does it always leave the function? */
export function leaves(statement: SyntaxNode): boolean {
  if (statement.type === 'BlockStatement') {
    const last = statement.body.at(-1);
    return last !== undefined && leaves(last);
  }
  return statement.type === 'ReturnStatement' || statement.type === 'ThrowStatement';
}
