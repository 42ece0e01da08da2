import type * as t from '@babel/types';
import { readFill } from '../../syntax/filled-names.ts';
import { getStart, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Assignment } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { asksItsReturns } from '../chains/ways.ts';
import { type Module, readCode } from '../modules/module.ts';
import { noteDefault } from '../settings/noted-defaults.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import type { Value } from '../values/values.ts';

/** Which of the values that a name or a member is assigned are there for want of another, as what stands behind `??`. */

/** `base ??= BASE`, `catch { base = BASE; }`, and `if (!base) base = BASE;` in another function than that which reads it. */
function isFallback(node: t.AssignmentExpression): boolean {
  if (node.operator === '??=' || node.operator === '||=') return true;
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at)) {
    if (at.type === 'CatchClause') return true;
    if (at.type === 'IfStatement' && readFill(at) !== null) return true;
  }
  return false;
}

/** What a name can be, of which some is a variable and its default. */
export function noteFallbacks(
  value: Value,
  assignments: readonly Assignment[],
  evaluate: (assignment: Assignment) => Value,
): Value {
  if (value.type !== 'union') return value;
  const fallbacks = assignments.filter(({ node }) => isFallback(node));
  return fallbacks.length === 0 ? value : noteDefault(value, unite(fallbacks.map(evaluate)));
}

/** `if (process.env.URL) base = process.env.URL;`: a variable with the condition that asks for it; else it is what it was. */
export function markAsked(value: Value, node: SyntaxNode, module: Module): Value {
  const isVariable = listOptions(value).some((option) => option.type === 'text' && option.atoms[0]?.kind === 'env');
  if (!isVariable) return value;
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (at.type === 'IfStatement' && asksItsReturns(at.test, [node], module))
      return withChoices(value, [
        { source: `${module.path}:${getStart(at)}:${readCode(module, at.test)}`, option: 0, by: 'fork' },
      ]);
  return value;
}

/** Does a condition around the assignment ask for what is assigned: whether the member has it, or whether there is another to give it? */
function isAskedAround(assignment: t.AssignmentExpression, target: string, module: Module): boolean {
  let at: SyntaxNode = assignment;
  for (
    let parent = getParent(at);
    parent !== undefined && !isFunctionNode(parent);
    at = parent, parent = getParent(at)
  ) {
    if (parent.type === 'CatchClause') return true;
    if (parent.type !== 'IfStatement') continue;
    const test = readCode(module, unwrap(parent.test));
    if (test.includes(target) || (parent.alternate === at && readCode(module, parent.consequent).includes(test)))
      return true;
  }
  return false;
}

/** `config.base = config.base || BASE` */
function keepsItself(assignment: t.AssignmentExpression, target: string, module: Module): boolean {
  const right = unwrap(assignment.right);
  return (
    right.type === 'LogicalExpression' && right.operator !== '&&' && readCode(module, unwrap(right.left)) === target
  );
}

/** `if (!this.base) this.base = BASE;`: what a member is assigned for want of another; as it is, where that is not said. */
export function markMemberDefault(value: Value, node: SyntaxNode, module: Module): Value {
  const assignment = getParent(node);
  if (assignment?.type !== 'AssignmentExpression' || !isMemberNode(assignment.left)) return value;
  const target = readCode(module, assignment.left);
  const isDefault =
    /^(?:\?\?|\|\|)=$/.test(assignment.operator) ||
    keepsItself(assignment, target, module) ||
    isAskedAround(assignment, target, module);
  if (!isDefault) return value;
  return unite(
    listOptions(value).map((option) => {
      const [first, ...rest] = option.type === 'text' ? option.atoms : [];
      return option.type === 'text' && first?.kind === 'text'
        ? { ...option, atoms: [{ ...first, isDefault: true as const }, ...rest] }
        : option;
    }),
  );
}
