import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Evaluator } from '../evaluator.ts';

/** Functions that nothing in the project calls, and somebody else does: handlers of a framework, what a library exports. */

const STANDING = /^(?:VariableDeclarator|ExportDefaultDeclaration|AssignmentExpression|ObjectProperty|ClassProperty)$/;

/** Is it one with a name, which no call that was found leads to? A callback is called by what it is handed to. */
export function isCalledFromOutside({ index }: Evaluator, fn: FunctionNode): boolean {
  const isDeclared = /^(?:FunctionDeclaration|ClassMethod|ObjectMethod)$/.test(fn.type);
  const parent = getParent(fn);
  if (!isDeclared && !(parent !== undefined && STANDING.test(parent.type))) return false;
  return index.listCallers(fn).length === 0;
}
