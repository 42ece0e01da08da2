import type { SwitchStatement } from '@babel/types';
import { leaves } from '../../syntax/leaving.ts';
import { getEnd, getStart, isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { decide } from '../expressions/decide.ts';
import { isSetting } from '../expressions/stage-settings.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import type { Env } from '../values/values.ts';

/** `if (path.startsWith('http')) return fetch(path); return fetch(BASE + path);`: which of the two is run on one way. */

/** Does an `if` before `node` in the same block always leave the function? */
function isLeftBefore(evaluator: Evaluator, block: SyntaxNode, node: SyntaxNode, module: Module, env: Env): boolean {
  if (block.type !== 'BlockStatement') return false;
  return block.body.some(
    (statement) =>
      statement.type === 'IfStatement' &&
      getEnd(statement) <= getStart(node) &&
      leaves(statement.consequent) &&
      decide(evaluator, statement.test, module, env) === true,
  );
}

/** Which case a `switch` goes to whose text is known, and behind its last one if to none; null where it is not known. */
export function findCase(
  evaluator: Evaluator,
  { discriminant, cases }: SwitchStatement,
  module: Module,
  env: Env,
): number | null {
  if (
    env === null ||
    evaluator.isLeftOpen ||
    isSetting(discriminant, module) ||
    !cases.every(({ test }) => !test || test.type === 'StringLiteral')
  )
    return null;
  const asked = evaluator.evaluate(discriminant, module, env);
  const known = findKnownText(asked);
  if (known === null) return null;
  const named = cases.findIndex(({ test }) => test?.type === 'StringLiteral' && test.value === known);
  const byDefault = cases.findIndex(({ test }) => !test);
  return named !== -1 ? named : byDefault === -1 ? cases.length : byDefault;
}

function isInOtherCase(evaluator: Evaluator, at: SyntaxNode, fork: SwitchStatement, module: Module, env: Env): boolean {
  const own = fork.cases.findIndex((entry) => entry === at);
  const chosen = own === -1 ? null : findCase(evaluator, fork, module, env);
  if (chosen === null || chosen === own) return false;
  return chosen > own || fork.cases.slice(chosen, own).some(({ consequent }) => consequent.some(endsCase));
}

export function endsCase(statement: SyntaxNode): boolean {
  if (statement.type === 'BlockStatement') return statement.body.some(endsCase);
  return statement.type === 'BreakStatement' || leaves(statement);
}

/** False where a condition on the way to `node`, within its function, is known to go the other way. */
export function isReachable(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): boolean {
  for (
    let at = node, parent = getParent(at);
    parent !== undefined && !isFunctionNode(at);
    at = parent, parent = getParent(at)
  ) {
    if (parent.type === 'IfStatement' || parent.type === 'ConditionalExpression') {
      const isConsequent = parent.consequent === at;
      if (!isConsequent && parent.alternate !== at) continue;
      if (decide(evaluator, parent.test, module, env) === !isConsequent) return false;
    }
    if (parent.type === 'SwitchStatement' && isInOtherCase(evaluator, at, parent, module, env)) return false;
    if (isLeftBefore(evaluator, parent, at, module, env)) return false;
  }
  return true;
}
