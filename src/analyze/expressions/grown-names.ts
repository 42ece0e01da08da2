import { contains, getStart, isFunctionNode, isLoop, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Assignment, Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findPieces, mentions, putTogether } from './grown-texts.ts';

/**
 * What a name is in and behind code that makes it longer each time that it runs, `url = join(url, part)`, also by way of other
 * names: whatever it began as, with any number of pieces behind it.
 */

/** The outermost loop or function that runs again and again for one and the same name. */
function findRepeated({ node }: Assignment, { declaration }: Binding): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (let at = getParent(node); at !== undefined && !contains(at, declaration); at = getParent(at))
    if (isFunctionNode(at) || isLoop(at)) found = at;
  return found;
}

const answers = new WeakMap<SyntaxNode, boolean>();

/** `path = path.replace(`{${name}}`, value)`: a place in it is filled, and nothing stands behind it that did not before. */
function isFilled(right: SyntaxNode, binding: Binding, module: Module): boolean {
  const call = unwrap(right);
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : undefined;
  if (callee === undefined || !isMemberNode(callee) || !/^replace(?:All)?$/.test(nameMember(callee) ?? ''))
    return false;
  return findBindingOf(module, unwrap(callee.object)) === binding;
}

/** Is what is assigned worked out from the name itself? */
function isOfItself({ node, steps }: Assignment, binding: Binding, module: Module): boolean {
  if (node.operator !== '=' || steps.length > 0 || isFilled(node.right, binding, module)) return false;
  const known = answers.get(node);
  if (known !== undefined) return known;
  const answer = mentions(node.right, module, (_, other) => other === binding);
  answers.set(node, answer);
  return answer;
}

/** The assignments that make the name longer before it is read, or around the place. */
function listGrowing(binding: Binding, { use, module, reaching }: Reading): readonly Assignment[] {
  return binding.assignments.filter((assignment) => {
    const around = assignment.node.left === use ? null : findRepeated(assignment, binding);
    if (around === null || !(contains(around, use) || reaching.includes(assignment))) return false;
    return isOfItself(assignment, binding, module);
  });
}

/** What is tried out for them is not tried out again on the way. */
const tried = new WeakMap<object, Set<Binding>>();

/** Where a name is read, and the assignments that reach the place. */
interface Reading {
  readonly use: SyntaxNode;
  readonly module: Module;
  readonly reaching: readonly Assignment[];
  /** Who reads it. */
  readonly reader: object;
  /** What it is before, by what reaches the place and does not make it longer; null where it does not grow. */
  readonly began: (growing: readonly Assignment[]) => Value | null;
  /** What an assignment makes of it where it has a value. */
  readonly tryOut: (assignment: Assignment, value: Value) => Value;
}

function enter(reader: object): Set<Binding> {
  const known = tried.get(reader) ?? new Set();
  tried.set(reader, known);
  return known;
}

/** Null where it does not grow. */
export function evaluateGrown(binding: Binding, reading: Reading): Value | null {
  const { use, module, reader } = reading;
  const growing = listGrowing(binding, reading);
  const [first] = growing;
  const active = first === undefined ? null : enter(reader);
  if (first === undefined || active === null || active.has(binding)) return null;
  active.add(binding);
  try {
    const before = reading.began(growing);
    if (before === null) return null;
    const after = unite(growing.map((assignment) => reading.tryOut(assignment, before)));
    const pieces = findPieces(listTexts(before, use, module), listTexts(after, use, module));
    return pieces === null ? null : putTogether(before, pieces, first.node.right, module);
  } finally {
    active.delete(binding);
  }
}

/** Does it begin anew each time: `for (const path of paths) { url = BASE; url = url + path; … }`? */
export function isBegunInside(
  binding: Binding,
  growing: readonly Assignment[],
  reaching: readonly Assignment[],
): boolean {
  return growing.some((assignment) => {
    const around = findRepeated(assignment, binding);
    return (
      around !== null &&
      reaching.length > 0 &&
      reaching.every(({ node }) => contains(around, node) && getStart(node) < getStart(assignment.node))
    );
  });
}
