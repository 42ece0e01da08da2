import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { WrittenPath } from '../questions/asserted-messages.ts';

/** A literal as the path that it is, or begins. */

export function readText(literal: SyntaxNode): string {
  if (literal.type === 'StringLiteral') return literal.value;
  return literal.type === 'TemplateElement' ? (literal.value.cooked ?? literal.value.raw) : '';
}

/** A template goes on after what is put into it. */
export function readPath(literal: SyntaxNode, { versionPrefix }: Evaluator): WrittenPath {
  const text = readText(literal);
  const template = literal.type === 'TemplateElement' ? getParent(literal) : undefined;
  if (template?.type !== 'TemplateLiteral') return { text, rest: [], versionPrefix };
  const behind = template.quasis.slice(template.quasis.findIndex((piece) => piece === literal) + 1);
  return { text, rest: behind.map(readText), versionPrefix };
}
