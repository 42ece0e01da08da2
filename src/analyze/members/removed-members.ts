import { COMPUTED, nameRemoval } from '../../syntax/merged-members.ts';
import { getStart, isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { findEnclosingFunction } from '../expressions/reaching-assignments.ts';
import { type Module, readCode } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { ObjectValue } from '../values/values.ts';
import { isGivenTo } from './given-members.ts';
import type { Assigned } from './owned-assignments.ts';

/** What is taken from an object: `delete options.base`, `delete options[key]`, `Reflect.deleteProperty(options, 'base')`. */

const NOTHING = ['undefined', 'null', "''", '""', 'void0'];

/** Has the member been taken from the object by then: `delete options.base` before `options.base ?? DEFAULT`? */
export function mayBeRemoved(
  evaluator: Evaluator,
  object: ObjectValue,
  literal: SyntaxNode,
  name: string,
  at: { readonly node: SyntaxNode; readonly module: Module },
): boolean {
  const list = (removal: string) => evaluator.index.listAssignmentsTo(evaluator, literal, removal, 'object');
  const computed = list(nameRemoval(COMPUTED)).filter((removed) => canRemove(evaluator, removed, name));
  return [...list(nameRemoval(name)), ...computed].some((removed) => {
    const isLater =
      removed.module === at.module &&
      getStart(removed.target) > getStart(at.node) &&
      findEnclosingFunction(removed.target) === findEnclosingFunction(at.node);
    return !isLater && isGivenTo(evaluator, removed, object);
  });
}

/** `for (const key of KEYS) delete options[key]`, where the key can be the name. */
function canRemove(evaluator: Evaluator, { target, value: key, module }: Assigned, name: string): boolean {
  if (isMissingFirst(target, module)) return false;
  const value = evaluateAssigned(evaluator, key, module, evaluator.anyCaller);
  return listTexts(value, key, module).some((text) => (findKnownText(text) ?? name) === name);
}

/** `if (options[key] === undefined) delete options[key]`: what is not there is taken away. */
function isMissingFirst(target: SyntaxNode, module: Module): boolean {
  const read = readCode(module, target);
  const answers = [`!${read}`, ...NOTHING.flatMap((nothing) => [`${read}==${nothing}`, `${read}===${nothing}`])];
  for (let at = getParent(target), inner = target; at !== undefined; inner = at, at = getParent(at)) {
    if (isFunctionNode(at)) return false;
    const test =
      at.type === 'LogicalExpression' && at.operator === '&&' && at.right === inner ? at.left : findTest(at, inner);
    const asked = test === null ? '' : readCode(module, test).replaceAll(' ', '');
    if (answers.some((answer) => asked.includes(answer))) return true;
  }
  return false;
}

function findTest(node: SyntaxNode, inner: SyntaxNode): SyntaxNode | null {
  const isBranch = node.type === 'IfStatement' || node.type === 'ConditionalExpression';
  return isBranch && node.consequent === inner ? node.test : null;
}
