import type { ASTNode, ASTPath, JSCodeshift } from 'jscodeshift';
import { holds, type OffsetRange, type TextEdit } from '../../src/syntax/text-edits.ts';
import { findParenStart, findRange } from './touched-paths.ts';

/** Where in a tree an edit may fall. Anything else would be a mistake of the plan, and is refused. */

const ESCAPE = /\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|[0-7]{1,3}|\r\n|[\s\S])/gi;
const ENTITY = /&(?:#\d+|#x[\da-f]+|\w+);/gi;

function splitsMatch(source: string, pattern: RegExp, at: number): boolean {
  for (const match of source.matchAll(pattern)) {
    if (match.index < at && at < match.index + match[0].length) return true;
  }
  return false;
}

/** The characters between the quotes of a string, or of a template's or a JSX element's text; null for other nodes. */
function findTextRange(node: ASTNode, j: JSCodeshift): OffsetRange | null {
  const range = findRange(node);
  if (range === null) return null;
  if (j.StringLiteral.check(node)) return { start: range.start + 1, end: range.end - 1 };
  return j.TemplateElement.check(node) || j.JSXText.check(node) ? range : null;
}

function isJsxText(path: ASTPath, j: JSCodeshift): boolean {
  return j.JSXText.check(path.node) || j.JSXAttribute.check(path.parent?.node);
}

/** Does the edit lie between the quotes of one text, and cut no escape in two? */
export function isInsideText(paths: readonly ASTPath[], j: JSCodeshift, edit: TextEdit, source: string): boolean {
  return paths.some((path) => {
    const range = findTextRange(path.node, j);
    if (range === null || !holds(range, edit)) return false;
    const text = source.slice(range.start, range.end);
    const pattern = isJsxText(path, j) ? ENTITY : ESCAPE;
    return ![edit.start, edit.end].some((offset) => splitsMatch(text, pattern, offset - range.start));
  });
}

/** Does the edit replace one whole expression, or stand directly before or behind one? */
export function isAtExpression(paths: readonly ASTPath[], j: JSCodeshift, edit: TextEdit): boolean {
  return paths.some(({ node }) => {
    const range = j.Expression.check(node) ? findRange(node) : null;
    if (range === null) return false;
    if (edit.start === edit.end)
      return edit.start === range.start || edit.end === range.end || edit.start === findParenStart(node);
    return edit.start === range.start && edit.end === range.end;
  });
}
