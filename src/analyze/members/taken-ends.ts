import { isFunctionNode, isLoop, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';

/** `const path = args.shift(); const done = args.pop();`: which element each of them takes from a list of the function's own. */

/** What neither takes from the list nor puts into it. */
const STEADY = /^(?:length|slice|concat|join|map|filter|forEach|find|some|every|includes|indexOf|at)$/;
const CHOOSING = /^(?:IfStatement|ConditionalExpression|LogicalExpression|SwitchCase|TryStatement|CatchClause)$/;

/** The function or file that declares the name; null where the node may run several times for one list, or not at all. */
function isStraight(node: SyntaxNode, { scope }: Binding, isChosen: boolean): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (at === scope.node) return true;
    if (isFunctionNode(at)) return 'body' in at && at.body === scope.node;
    if (isLoop(at) || (!isChosen && CHOOSING.test(at.type))) return false;
  }
  return true;
}

/** What a reading does with the list; null where nobody knows. */
function readTaking(reading: SyntaxNode): 'shift' | 'pop' | 'nothing' | null {
  const member = getParent(reading);
  if (member === undefined || !isMemberNode(member) || member.object !== reading) return null;
  const name = nameMember(member);
  const outer = getParent(member);
  const isSet = outer?.type === 'AssignmentExpression' && outer.left === member;
  if (name === null || /^\d+$/.test(name)) return isSet ? null : 'nothing';
  if (name === 'shift' || name === 'pop') return name;
  return STEADY.test(name) && !isSet ? 'nothing' : null;
}

/** How many elements were taken from each end before; null where that is not certain. */
function countTaken(call: SyntaxNode, list: SyntaxNode, module: Module): { shift: number; pop: number } | null {
  const binding = findBindingOf(module, list);
  if (binding === undefined || binding.assignments.length > 0 || !isStraight(call, binding, true)) return null;
  const taken = { shift: 0, pop: 0 };
  for (const reading of listReadings(binding.declaration, module)) {
    if ((reading.start ?? 0) >= (list.start ?? 0)) continue;
    const how = readTaking(reading);
    if (how === null) return null;
    if (how === 'nothing') continue;
    if (!isStraight(reading, binding, false)) return null;
    taken[how] += 1;
  }
  return taken;
}

/** At which place of a list of so many the element stands that the call takes: -1 for none, null where nobody knows. */
export function findTakenEnd(
  { node, module }: Pick<BuiltinCall, 'node' | 'module'>,
  name: string,
  length: number,
): number | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const list = callee !== null && isMemberNode(callee) ? unwrap(callee.object) : null;
  const taken = list?.type === 'Identifier' ? countTaken(node, list, module) : null;
  if (taken === null) return null;
  if (length <= taken.shift + taken.pop) return -1;
  return name === 'shift' ? taken.shift : length - 1 - taken.pop;
}
