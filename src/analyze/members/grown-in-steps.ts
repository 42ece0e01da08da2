import { readAppended } from '../../syntax/grown-members.ts';
import { contains, isLoop, unwrap } from '../../syntax/nodes.ts';
import { getParent, setParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { GROWN } from '../expressions/growing-members.ts';
import { findEnclosingFunction, findReachingAssignments } from '../expressions/reaching-assignments.ts';
import { findBindingOf } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { getTextHead, listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { Assigned } from './owned-assignments.ts';

/**
 * `request.url += '/agents'; request.url += `/${id}`;`: a member that grows in several steps. Of an object that is made beside them
 * each stands behind what those before it left; which of several functions runs last nobody knows.
 */

/** Behind these the path is over. */
const QUERY = /^[?&#]/;

interface Step {
  readonly assigned: Assigned;
  readonly node: SyntaxNode;
  /** What it puts behind the member; null where it sets it anew. */
  readonly rest: SyntaxNode | null;
}

/** What an expression on the right side of an assignment stands for. */
type Evaluate = (assigned: Assigned, node: SyntaxNode) => Value;

function toSteps(own: readonly Assigned[]): readonly Step[] {
  return own.map((assigned) => ({
    assigned,
    node: getParent(assigned.target) ?? assigned.target,
    rest: readAppended(assigned),
  }));
}

/** Is it done in the function that makes the object, as often as that is made, under the name that the object is given there? */
function isBeside({ assigned, node }: Step, literal: SyntaxNode): boolean {
  const { object, module } = assigned;
  const binding = findBindingOf(module, unwrap(object));
  const source = binding?.source;
  if (source?.kind !== 'value' || source.steps.length > 0 || binding?.assignments.length !== 0) return false;
  if (source.node === null || unwrap(source.node) !== literal || node.type !== 'AssignmentExpression') return false;
  if (findEnclosingFunction(node) !== findEnclosingFunction(literal)) return false;
  for (let at = getParent(node); at !== undefined && !contains(at, literal); at = getParent(at))
    if (isLoop(at)) return false;
  return true;
}

const ends = new WeakMap<SyntaxNode, SyntaxNode>();

/** A place behind all that is done where the object is made: who is handed it reads it then. */
function findEnd(literal: SyntaxNode): SyntaxNode {
  const known = ends.get(literal);
  if (known !== undefined) return known;
  let block: SyntaxNode = literal;
  for (let at = getParent(literal); at !== undefined && block.type !== 'BlockStatement'; at = getParent(at)) block = at;
  const end = { type: 'EmptyStatement', start: block.end, end: block.end } as SyntaxNode;
  setParent(end, block);
  ends.set(literal, end);
  return end;
}

function listStarts(before: Value, { target, module }: Assigned): ReturnType<typeof listTexts> {
  return before.type === 'primitive' ? [makeText('')] : listTexts(before, target, module);
}

function append(before: Value, { assigned }: Step, rest: SyntaxNode, given: Value): Value {
  const { module } = assigned;
  return concatTexts([listStarts(before, assigned), listTexts(given, rest, module)], rest, module);
}

/** The steps in their order. */
function runInOrder(
  steps: readonly Step[],
  literal: SyntaxNode,
  use: SyntaxNode,
  declared: Value,
  evaluate: Evaluate,
): readonly Value[] {
  const assignments = steps.flatMap(({ node }) => (node.type === 'AssignmentExpression' ? [{ node, steps: [] }] : []));
  const made = new Map<Step, Value>();
  const listReaching = (at: SyntaxNode): readonly Value[] => {
    const reaching = findReachingAssignments({ declaration: literal, assignments }, at);
    const set = steps
      .filter(({ node }) => reaching.assignments.some((assignment) => assignment.node === node))
      .map(run);
    return reaching.initial ? [declared, ...set] : set;
  };
  const run = (step: Step): Value => {
    const known = made.get(step);
    if (known !== undefined) return known;
    const { assigned, rest } = step;
    const after =
      rest === null
        ? evaluate(assigned, assigned.value)
        : append(unite(listReaching(assigned.target)), step, rest, evaluate(assigned, rest));
    made.set(step, after);
    return after;
  };
  return listReaching(use);
}

/** What is there before all steps, and behind it what nobody knows. */
function runInAnyOrder(steps: readonly Step[], declared: Value, evaluate: Evaluate): readonly Value[] | null {
  const pieces = steps.flatMap((step) => {
    const { assigned, rest } = step;
    const texts = rest === null ? [] : listTexts(evaluate(assigned, rest), rest, assigned.module);
    return rest === null || texts.every((text) => QUERY.test(getTextHead(text))) ? [] : [{ step, rest, texts }];
  });
  const [first] = pieces;
  if (first === undefined) return null;
  const set = steps.flatMap(({ assigned, rest }) => (rest === null ? [evaluate(assigned, assigned.value)] : []));
  const before = unite([declared, ...set].filter((value) => value.type !== 'primitive'));
  const { assigned } = first.step;
  if (pieces.length === 1) {
    // Where a method of the object does it, it is known what it was.
    if (assigned.object.type !== 'ThisExpression') return null;
    return [...set, append(before, first.step, first.rest, evaluate(assigned, first.rest))];
  }
  const haveSlash = pieces.every(({ texts }) => texts.every((text) => getTextHead(text).startsWith('/')));
  const open = listTexts(makeUnknown(first.rest, assigned.module, GROWN), first.rest, assigned.module);
  const slash = haveSlash ? [[makeText('/')]] : [];
  return [...set, concatTexts([listStarts(before, assigned), ...slash, open], first.rest, assigned.module)];
}

/** What the object is given by assignments of which some put something behind the member; null where that is none of these. */
export function listGrown(
  own: readonly Assigned[],
  literal: SyntaxNode,
  use: SyntaxNode,
  declared: Value,
  evaluate: Evaluate,
): readonly Value[] | null {
  const steps = toSteps(own);
  if (!steps.some(({ rest }) => rest !== null)) return null;
  if (!steps.every((step) => isBeside(step, literal))) return runInAnyOrder(steps, declared, evaluate);
  const end = findEnd(literal);
  const around = getParent(end);
  return runInOrder(steps, literal, around !== undefined && contains(around, use) ? use : end, declared, evaluate);
}
