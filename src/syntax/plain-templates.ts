import type * as t from '@babel/types';
import type { SyntaxNode } from './tree.ts';

/**
 * `` `/calls` `` says what `'/calls'` says: a template without a place to fill is read as the string that it stands for. What a
 * tag is handed stays a template.
 */
export function readAsString(node: SyntaxNode, parent: SyntaxNode | null): void {
  if (node.type !== 'TemplateLiteral' || node.expressions.length > 0) return;
  const text = node.quasis[0]?.value.cooked;
  if (text == null || parent?.type === 'TaggedTemplateExpression') return;
  const changed = node as Partial<Omit<t.TemplateLiteral, 'type'>> & { type: string; value?: string };
  changed.type = 'StringLiteral';
  changed.value = text;
  delete changed.quasis;
  delete changed.expressions;
}

/** `${String(id)}` is what `${id}` is. */
export function readAsTexts(node: SyntaxNode, parent: SyntaxNode | null): void {
  if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return;
  node.expressions = node.expressions.map((expression) => {
    const isConverted =
      expression.type === 'CallExpression' &&
      expression.callee.type === 'Identifier' &&
      expression.callee.name === 'String' &&
      expression.arguments.length === 1;
    const [given] = isConverted ? expression.arguments : [];
    return given === undefined || given.type === 'SpreadElement' || given.type === 'ArgumentPlaceholder'
      ? expression
      : given;
  });
}
