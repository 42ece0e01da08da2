import { isMemberNode, nameMember } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { findPieces, mayRunAgain, mentions, putTogether } from '../expressions/grown-texts.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import type { Env, Value } from '../values/values.ts';
import type { Assigned } from './owned-assignments.ts';

/** What a member is behind an assignment, `state.url = BASE`, `state.url += path`; `literal`: the object as it is written. */
export function evaluateGiven(
  evaluator: Evaluator,
  assigned: Assigned,
  env: Env,
  declared: Value,
  literal: SyntaxNode,
): Value {
  const { operator, target, value, name, module } = assigned;
  const given = evaluateAssigned(evaluator, value, module, env);
  const isAppended = operator === '+=' && declared.type !== 'primitive';
  const before = listTexts(declared, target, module);
  const after = isAppended ? concatTexts([before, listTexts(given, value, module)], value, module) : given;
  if (after.type !== 'union' || !mayRunAgain(target, literal)) return after;
  const isOfItself = isAppended || mentions(value, module, (node) => isMemberNode(node) && nameMember(node) === name);
  const pieces = isOfItself ? findPieces(before, listTexts(after, value, module)) : null;
  return pieces === null ? after : putTogether(declared, pieces, value, module);
}
