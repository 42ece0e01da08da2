import type * as t from '@babel/types';
import { leaves } from '../../syntax/leaving.ts';
import { contains, getEnd, getStart, isFunctionNode, isLoop } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Assignment, Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { mayRunAgain } from './grown-texts.ts';

/** Which assignments of a name reach a use, as the order and the branches of the code have it. */

/** A name, or the member of an object, that is declared in one place and assigned in others. */
type Assignable = Pick<Binding, 'assignments' | 'declaration'>;

export interface ReachingValues {
  readonly initial: boolean;
  readonly assignments: readonly Assignment[];
}

export function findEnclosingFunction(node: SyntaxNode): SyntaxNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (isFunctionNode(at) || at.type === 'StaticBlock') return at;
  }
  return null;
}

function findLoop(node: SyntaxNode): SyntaxNode | null {
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at)) {
    if (isLoop(at)) return at;
  }
  return null;
}

/** An unconditional assignment that ran before the use: its statement stands in a block around the use. */
function dominates(assignment: Assignment, use: SyntaxNode): boolean {
  if (getEnd(assignment.node) > getStart(use)) return false;
  const statement = getParent(assignment.node);
  if (statement?.type !== 'ExpressionStatement') return false;
  const block = getParent(statement);
  return block !== undefined && (block.type === 'BlockStatement' || block.type === 'Program') && contains(block, use);
}

/** Does every way through a statement pass one of the assignments, or leave the function? */
function alwaysPasses(statement: SyntaxNode, nodes: ReadonlySet<SyntaxNode>): boolean {
  const passes = (inner: SyntaxNode) => leaves(inner) || alwaysPasses(inner, nodes);
  switch (statement.type) {
    case 'ExpressionStatement':
      return nodes.has(statement.expression);
    case 'BlockStatement':
      return statement.body.some(passes);
    case 'IfStatement':
      return statement.alternate != null && passes(statement.consequent) && passes(statement.alternate);
    case 'SwitchStatement': {
      const last = statement.cases.length - 1;
      return (
        statement.cases.some(({ test }) => !test) &&
        statement.cases.every(
          ({ consequent }, index) => consequent.some(passes) || (!consequent.length && index < last),
        )
      );
    }
    case 'TryStatement': {
      const { block, handler, finalizer } = statement;
      return (finalizer != null && passes(finalizer)) || (passes(block) && (handler == null || passes(handler.body)));
    }
    default:
      return false;
  }
}

/** `try { … } finally { url = '/calls'; }`: what was tried is replaced, too. */
function findPassed(statement: SyntaxNode, nodes: ReadonlySet<SyntaxNode>): SyntaxNode | null {
  const finalizer = statement.type === 'TryStatement' ? statement.finalizer : null;
  if (finalizer != null && alwaysPasses(finalizer, nodes)) return finalizer;
  return alwaysPasses(statement, nodes) ? statement : null;
}

/** Where the last statement begins behind which a name is no longer what it was: each of its branches assigns it. */
function findReplacement(assignments: readonly Assignment[], use: SyntaxNode): number {
  const nodes = new Set<SyntaxNode>(assignments.map(({ node }) => node));
  let start = -1;
  for (const { node } of assignments) {
    for (let at = getParent(node); at !== undefined && !isFunctionNode(at) && !contains(at, use); at = getParent(at)) {
      const block = getParent(at);
      const holds =
        block !== undefined && /^(?:BlockStatement|SwitchCase|Program)$/.test(block.type) && contains(block, use);
      const passed = holds && getEnd(at) <= getStart(use) ? findPassed(at, nodes) : null;
      if (passed !== null) start = Math.max(start, getStart(passed));
    }
  }
  return start;
}

/** Do the cases from the one that holds `node` on end before the one that holds `use`? */
function endsBefore(cases: readonly t.SwitchCase[], node: SyntaxNode, use: SyntaxNode): boolean {
  const from = cases.findIndex((entry) => contains(entry, node));
  const to = cases.findIndex((entry) => contains(entry, use));
  if (from === -1 || to === -1 || from === to) return false;
  const ends = (statement: SyntaxNode): boolean =>
    /^(?:Break|Continue)Statement$/.test(statement.type) ||
    leaves(statement) ||
    (statement.type === 'BlockStatement' && statement.body.some(ends));
  return to < from || cases.slice(from, to).some(({ consequent }) => consequent.some(ends));
}

/** `if (…) url += a; else url += b;`: what happens in one branch is no value of the other. */
function excludes({ node }: Assignment, use: SyntaxNode, binding: Assignable): boolean {
  for (let branch: SyntaxNode = node, at = getParent(node); at !== undefined; branch = at, at = getParent(at)) {
    if (isFunctionNode(at)) return false;
    if (!contains(at, use)) continue;
    const isOther =
      at.type === 'IfStatement' && branch !== at.test && !contains(at.test, use) && !contains(branch, use);
    const isOtherCase = at.type === 'SwitchStatement' && endsBefore(at.cases, node, use);
    return (isOther || isOtherCase) && !mayRunAgain(at, binding.declaration);
  }
  return false;
}

/** Which values reach a use: what a later unconditional assignment replaced is left out, as is what happens afterwards. */
export function findReachingAssignments(binding: Assignable, use: SyntaxNode): ReachingValues {
  const own = binding.assignments.filter(({ node }) => !contains(node, use));
  const fn = findEnclosingFunction(use);
  const local = own.filter(({ node }) => findEnclosingFunction(node) === fn);
  const killer = local.findLast((assignment) => dominates(assignment, use));
  const replaced = Math.max(killer === undefined ? -1 : getStart(killer.node), findReplacement(local, use));
  const loop = findLoop(use);
  const after = (assignment: Assignment) =>
    getStart(assignment.node) > getStart(use) && !(loop !== null && contains(loop, assignment.node));
  const reaching = own.filter((assignment) => {
    if (!local.includes(assignment)) return replaced === -1 || fn === null;
    if (after(assignment) || excludes(assignment, use, binding)) return false;
    return getStart(assignment.node) >= replaced;
  });
  return { initial: replaced === -1, assignments: reaching };
}
