import { describeName, nameKey } from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** The names that CommonJS exports what stands somewhere by. */

/** `module.exports = { get }` */
function findMember(member: SyntaxNode, value: SyntaxNode): string | null {
  if (member.type !== 'ObjectProperty' || member.value !== value) return null;
  const literal = getParent(member);
  const assignment = literal === undefined ? undefined : getParent(literal);
  if (literal?.type !== 'ObjectExpression' || assignment?.type !== 'AssignmentExpression') return null;
  const isWhole = assignment.right === literal && describeName(assignment.left) === 'module.exports';
  return isWhole ? nameKey(member) : null;
}

/** `exports.get = get;`, `module.exports = { get };`: null where it is exported by no name. */
export function findExportedName(value: SyntaxNode): string | null {
  const around = getParent(value);
  if (around?.type !== 'AssignmentExpression') return around === undefined ? null : findMember(around, value);
  const isAlone = getParent(around)?.type === 'ExpressionStatement' && around.operator === '=';
  if (!isAlone || around.right !== value) return null;
  return /^(?:module\.)?exports\.(\w+)$/.exec(describeName(around.left))?.[1] ?? null;
}
