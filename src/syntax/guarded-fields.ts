import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** `if (options.base) this.base = options.base;`: where the condition does not hold, what stood there before stays. */
export function isSetInAnyCase(target: SyntaxNode): boolean {
  const assignment = getParent(target);
  const statement = assignment === undefined ? undefined : getParent(assignment);
  const around = statement === undefined ? undefined : getParent(statement);
  const condition = around?.type === 'BlockStatement' ? getParent(around) : around;
  const isGuarded = condition?.type === 'IfStatement' && condition.alternate == null;
  const isJoined = statement?.type === 'LogicalExpression' && statement.right === assignment;
  return !isGuarded && !isJoined;
}
