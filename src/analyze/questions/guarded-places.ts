import { leaves } from '../../syntax/leaving.ts';
import { isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { OPEN } from './text-operations.ts';
import { type Knowledge, workOut } from './worked-out.ts';

/** `if (path.startsWith('/')) path = path.slice(1);`: what is done behind a condition is not done with a text for which it does not hold. */

interface Condition {
  readonly test: SyntaxNode;
  readonly holds: boolean;
}

/** `if (…) return path;` in front of what follows in its block. */
function findLeaving(statement: SyntaxNode): Condition | null {
  if (statement.type !== 'IfStatement' || statement.alternate || !leaves(statement.consequent)) return null;
  return { test: statement.test, holds: false };
}

function listOf(around: SyntaxNode, inner: SyntaxNode): readonly Condition[] {
  switch (around.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return around.test === inner ? [] : [{ test: around.test, holds: around.consequent === inner }];
    case 'LogicalExpression':
      if (around.left === inner || around.operator === '??') return [];
      return [{ test: around.left, holds: around.operator === '&&' }];
    case 'BlockStatement': {
      const at = around.body.findIndex((statement) => statement === inner);
      return around.body.slice(0, Math.max(0, at)).flatMap((statement) => findLeaving(statement) ?? []);
    }
    default:
      return [];
  }
}

/** Does every condition under which the node is reached hold, or may hold? */
export function isReached(node: SyntaxNode, knowledge: Knowledge): boolean {
  for (
    let inner = node, around = getParent(node);
    around !== undefined && !isFunctionNode(around);
    inner = around, around = getParent(around)
  ) {
    for (const { test, holds } of listOf(around, inner)) {
      const value = workOut(test, knowledge);
      if (value !== OPEN && Boolean(value) !== holds) return false;
    }
  }
  return true;
}
