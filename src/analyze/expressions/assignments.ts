import type * as t from '@babel/types';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { contains, getEnd, getStart } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Assignment, Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isReachable } from '../chains/reachable.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { convertToText } from '../texts/text-conversion.ts';
import { dropSeams, getTextHead, listTexts, makeUnknown } from '../texts/texts.ts';
import { markEntry } from '../texts/written-texts.ts';
import { findFrame, withLocals } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';
import { decide } from './decide.ts';
import { applySteps } from './destructured.ts';
import { markAsked, markMemberDefault } from './fallback-values.ts';
import { findPieces, mayRunAgain, putTogether } from './grown-texts.ts';
import { evaluateHandedThrough } from './handed-through.ts';
import { findEnclosingFunction, type ReachingValues } from './reaching-assignments.ts';

/** What is assigned to a name. */

/**
 * What is assigned inside a function: with the arguments of the call in force, else with those of all its callers.
 * `let base; function setBase(url) { base = url; }`: whoever calls the setter may have set it.
 */
export function chooseAssignedEnv(evaluator: Evaluator, node: SyntaxNode, env: Env): Env {
  for (const fn of listFunctionsAround(node)) {
    if (findFrame(env, fn) !== null) return env;
    // Its callers may not be known yet.
    evaluator.noteQuestionOfAnyCaller();
    if (evaluator.index.listCallers(fn).length > 0) return evaluator.anyCaller;
  }
  return env;
}

/** What the right side of an assignment to a member can be. */
export function evaluateAssigned(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env = null): Value {
  const value = evaluator.evaluate(node, module, chooseAssignedEnv(evaluator, node, env));
  return markMemberDefault(markAsked(value, node, module), node, module);
}

/** The calls in force where a name that is read in those of `outer` is assigned. */
function findAssignedEnv(evaluator: Evaluator, { declaration }: Binding, node: SyntaxNode, outer: Env): Env {
  const isInside = listFunctionsAround(node).every((fn) => contains(fn, declaration));
  return isInside ? outer : chooseAssignedEnv(evaluator, node, outer);
}

/** What an assignment would make of a name that has a value. */
export function tryAssignment(
  evaluator: Evaluator,
  binding: Binding,
  { right }: t.AssignmentExpression,
  { module, env }: { readonly module: Module; readonly env: Env },
  value: Value,
): Value {
  const own = findAssignedEnv(evaluator, binding, right, env);
  return evaluator.evaluate(right, module, withLocals(own, new Map([[binding, value]])));
}

/** What a name is behind one of its assignments. */
export function evaluateAssignment(
  evaluator: Evaluator,
  binding: Binding,
  assignment: Assignment,
  module: Module,
  outerEnv: Env,
): Value {
  const { node, steps } = assignment;
  const env = findAssignedEnv(evaluator, binding, node, outerEnv);
  const value = markAsked(evaluator.evaluate(node.right, module, env), node.right, module);
  const isAgain = mayRunAgain(node, binding.declaration);
  const right = isAgain ? dropSeams(value, node, module) : value;
  if (node.operator === '=')
    return (
      evaluateHandedThrough(evaluator, node, right, module, env) ??
      applySteps(evaluator, right, steps, module, env, node)
    );
  // As the expression that it is, it is worked out once, however many assignments lead here.
  const before = evaluator.evaluate(node.left, module, env);
  if (node.operator === '??=' || node.operator === '||=') return unite([before, right]);
  if (node.operator !== '+=') return makeUnknown(node, module, 'it is computed');
  const isNumber = (option: Value) => option.type === 'primitive' && typeof option.value === 'number';
  if (isNumber(right) && listOptions(before).every(isNumber)) return makeUnknown(node, module, 'it is counted');
  const appended = convertToText(evaluator, right, env);
  if (!isAgain) return appendText(before, markAppended(appended, node, module), node, module);
  const after = appendText(before, appended, node, module);
  const pieces = findPieces(listTexts(before, node, module), listTexts(after, node, module));
  return pieces === null ? after : putTogether(before, pieces, node.right, module);
}

/** What is no operand as it stands: `url += isNew ? a : b`, `url += await path`. */
const OPEN = /^(?:Conditional|Assignment|Logical|Sequence|Yield|ArrowFunction|Function|Binary)Expression$/;

/** `url += path`: marked with the place where the version can be put before it. */
export function markAppended(value: Value, { right }: t.AssignmentExpression, module: Module): Value {
  const isOperand = !OPEN.test(right.type) || typeof right.extra?.parenStart === 'number';
  return isOperand ? unite(markEntry(value, right, 'sum', module)) : value;
}

/** `url += right`. Behind a question mark stands the query, whatever is appended: it does not change the path. */
export function appendText(before: Value, right: Value, node: t.AssignmentExpression, module: Module): Value {
  const options = listTexts(before, node.left, module);
  const open = options.filter((text) => !getTextHead(text).includes('?'));
  const closed = options.filter((text) => getTextHead(text).includes('?'));
  if (open.length === 0) return unite(closed);
  return unite([...closed, concatTexts([open, listTexts(right, node.right, module)], node, module)]);
}

/** Does it happen whenever the use is reached, because the conditions that it stands in are known to let it? */
function isLet(evaluator: Evaluator, { node }: Assignment, use: SyntaxNode, module: Module, env: Env): boolean {
  if (getEnd(node) > getStart(use) || findEnclosingFunction(node) !== findEnclosingFunction(use)) return false;
  for (let at = getParent(node), parent = at && getParent(at); at && parent; at = parent, parent = getParent(at)) {
    if (at.type !== 'ExpressionStatement' && at.type !== 'BlockStatement' && at.type !== 'IfStatement') return false;
    if (parent.type === 'IfStatement') {
      if (decide(evaluator, parent.test, module, env) !== (parent.consequent === at)) return false;
    } else if (parent.type !== 'BlockStatement') return false;
    else if (contains(parent, use)) return true;
  }
  return false;
}

/** Leaves out what conditions of which the answer is known keep from happening, and what they let be replaced. */
export function decideReaching(
  evaluator: Evaluator,
  flow: ReachingValues,
  use: SyntaxNode,
  module: Module,
  env: Env,
): ReachingValues {
  if (env === null) return flow;
  const assignments = flow.assignments.filter(({ node }) => isReachable(evaluator, node, module, env));
  const last = assignments.findLastIndex((assignment) => isLet(evaluator, assignment, use, module, env));
  return last === -1 ? { ...flow, assignments } : { initial: false, assignments: assignments.slice(last) };
}
