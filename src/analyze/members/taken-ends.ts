import { isFunctionNode, isLoop, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { nameDecision } from '../expressions/branches.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { chooseEach } from '../values/unions.ts';
import { UNDEFINED, type Value } from '../values/values.ts';
import { uniteFound } from './left-elements.ts';
import { countElements, listElements } from './objects.ts';

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

/** The element that `list.shift()` or `list.pop()` takes; null where nobody knows which. */
function findTakenEnd(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const callee = call.node.type === 'CallExpression' ? unwrap(call.node.callee) : null;
  const list = callee !== null && isMemberNode(callee) ? unwrap(callee.object) : null;
  if (list?.type !== 'Identifier' || receiver.type !== 'array' || receiver.isShuffled) return null;
  const elements = countElements(evaluator, receiver) === null ? null : listElements(evaluator, receiver, call.env);
  const taken = elements === null ? null : countTaken(call.node, list, call.module);
  if (elements === null || taken === null) return null;
  const index = name === 'shift' ? taken.shift : elements.length - 1 - taken.pop;
  return elements.length - taken.shift - taken.pop > 0 ? (elements[index] ?? null) : UNDEFINED;
}

/** What `list.find(…)`, `list.at(…)`, `list.pop()` or `list.shift()` gives back: one of the elements. */
export function takeElement(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  const end = name === 'shift' || name === 'pop' ? findTakenEnd(evaluator, receiver, name, call) : null;
  if (end !== null) return end;
  const elements = listElements(evaluator, receiver, call.env);
  if (elements === null || elements.length === 0) return null;
  // `const { host, path } = jobs.shift()`: the members of one job go together.
  if (elements.every(({ type }) => type === 'object'))
    return chooseEach(nameDecision(call.node, call.module), elements);
  return uniteFound(elements, evaluator.getArgument(call.args, 0));
}
