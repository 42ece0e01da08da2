import type * as t from '@babel/types';
import { isTestFile } from '../../model/test-files.ts';
import { eachPatternName } from '../../syntax/destructuring.ts';
import { type FunctionNode, isFunctionNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { findHistoryCall, findRecorded, findRecordedList } from './recorded-calls.ts';
import { findSeenArgument, findSeenList, type SeenArgument } from './seen-arguments.ts';
import { spellOut } from './spelled-out.ts';
import { listCompared } from './stubbed-calls.ts';

/** What a test expects of the calls that its doubles saw: `expect(get.mock.calls[0][0]).toBe('/calls')` and its likes. */

export interface Assertion {
  /** What stands for the function. */
  readonly subject: SyntaxNode;
  /** The method of the subject that is meant, where the subject is not the function itself. */
  readonly method?: string;
  /** The arguments of each call that is expected; null for one that the assertion does not name. */
  readonly calls: readonly (readonly (SyntaxNode | null)[])[];
  /** The list of all arguments of the one call, where it is not written there: `expect(get.mock.calls[0]).toEqual(expected)`. */
  readonly list?: SyntaxNode;
  /** It speaks of what a fake is handed by the name of its parameter, so that others can judge it where nobody knows for whom the fake stands. */
  readonly isFaked?: true;
}

/** Of a list, which holds it as a whole. */
const HOLDING = /^(?:toContain(?:Equal)?|includes?|contains?)$/;
const SEARCHING = /^(?:filter|find(?:Last)?(?:Index)?|some|every)$/;

function placeAt(index: number, given: SyntaxNode | null): readonly (SyntaxNode | null)[] {
  return [...Array.from({ length: index }, () => null), given];
}

function expectArguments({ index, ...seen }: SeenArgument, given: readonly (SyntaxNode | null)[]): Assertion {
  return { ...seen, calls: given.map((one) => placeAt(index, one)) };
}

/** What `expect.arrayContaining([…])` is put around. */
function findWritten(given: SyntaxNode): SyntaxNode {
  const call = unwrap(given);
  const [list] = call.type === 'CallExpression' ? call.arguments : [];
  return call.type === 'CallExpression' && nameMember(call.callee) === 'arrayContaining' ? (list ?? call) : call;
}

/** `expect(request.mock.calls).toEqual([['/calls'], ['/agents']])` */
function readCalls(subject: SyntaxNode, given: SyntaxNode): Assertion | null {
  if (given.type !== 'ArrayExpression') return null;
  const calls = given.elements.flatMap((call) => (call?.type === 'ArrayExpression' ? [call.elements] : []));
  return calls.length === 0 || calls.length < given.elements.length ? null : { subject, calls };
}

/** `get.mock.calls.flat()`, which begins with the first argument of the first call. */
function findFlattened(list: SyntaxNode): SyntaxNode | null {
  const callee = list.type === 'CallExpression' ? unwrap(list.callee) : null;
  const isFlat = callee !== null && isMemberNode(callee) && nameMember(callee) === 'flat';
  return isFlat ? findRecordedList(callee.object) : null;
}

/** `expect(adapter.history.get[0]).toMatchObject({ url: '/calls' })` */
function readHistory(call: SyntaxNode, given: SyntaxNode): Assertion | null {
  const heard = findHistoryCall(call);
  if (heard === null || given.type !== 'ObjectExpression') return null;
  const url = given.properties.find((member) => nameKey(member) === 'url');
  return url?.type === 'ObjectProperty' ? { ...heard, calls: [[url.value]] } : null;
}

/** `expect(request.mock.calls[0]).toEqual(['/calls'])`, `expect(request.mock.calls[0][0]).toBe('/calls')`. */
function readEqual(expected: SyntaxNode, given: SyntaxNode, module: Module): Assertion | null {
  const argument = findSeenArgument(expected, module);
  if (argument !== null) return expectArguments(argument, [given]);
  const spelled = spellOut(expected, module);
  const listed = findWritten(given);
  const arguments_ = findSeenList(spelled, module);
  if (arguments_ !== null)
    return listed.type === 'ArrayExpression' ? expectArguments(arguments_, listed.elements) : null;
  const flattened = findFlattened(spelled);
  if (flattened !== null)
    return listed.type === 'ArrayExpression' && listed.elements.length === 1
      ? { subject: flattened, calls: [listed.elements] }
      : null;
  const whole = findRecorded(spelled);
  if (whole !== null) {
    if (given.type === 'ArrayExpression') return { subject: whole, calls: [given.elements] };
    return given.type === 'Identifier' || isMemberNode(given) ? { subject: whole, calls: [[]], list: given } : null;
  }
  const all = findRecordedList(spelled);
  return all === null ? readHistory(spelled, given) : readCalls(all, listed);
}

/** `expect(get.mock.calls.map(([path]) => path)).toContain('/calls')`, `expect(get.mock.calls).toContainEqual(['/calls'])` */
function readHolding(expected: SyntaxNode, given: SyntaxNode, module: Module): Assertion | null {
  const list = findSeenList(expected, module);
  if (list !== null) return expectArguments(list, [given]);
  const all = findRecordedList(spellOut(expected, module));
  return all !== null && given.type === 'ArrayExpression' ? { subject: all, calls: [given.elements] } : null;
}

/** `matcher`: what it is called, `toEqual`, `deepEqual`, `toContain`. */
export function readRecorded(
  matcher: string,
  expected: SyntaxNode,
  [given, value]: readonly SyntaxNode[],
  module: Module,
): Assertion | null {
  if (given === undefined) return null;
  if (HOLDING.test(matcher)) return readHolding(expected, given, module);
  if (matcher !== 'toHaveProperty') return readEqual(expected, given, module);
  const heard = findHistoryCall(spellOut(expected, module));
  const isUrl = given.type === 'StringLiteral' && given.value === 'url' && value !== undefined;
  return heard !== null && isUrl ? { ...heard, calls: [[value]] } : null;
}

/** The readings of what a function is called with, and of its parts. */
function listParamReadings({ params: [param] }: FunctionNode, module: Module): readonly SyntaxNode[] {
  const names: SyntaxNode[] = [];
  if (param !== undefined) eachPatternName(param, [], (name) => names.push(name));
  return names
    .flatMap((name) => listReadings(name, module))
    .flatMap((reading) => {
      const member = getParent(reading);
      return member !== undefined && isMemberNode(member) && member.object === reading ? [member] : [reading];
    });
}

/** `get.mock.calls.filter(([path]) => path === '/calls')`, `get.mock.calls.map(([path]) => path).includes('/calls')` */
export function readSearched(node: t.CallExpression, module: Module): Assertion | null {
  const callee = unwrap(node.callee);
  const name = isMemberNode(callee) ? (nameMember(callee) ?? '') : '';
  const [run] = node.arguments;
  if (!isMemberNode(callee) || run === undefined || !isTestFile(module.path)) return null;
  if (name === 'includes') {
    const list = findSeenList(callee.object, module);
    return list === null ? null : expectArguments(list, [run]);
  }
  if (!SEARCHING.test(name) || !isFunctionNode(run)) return null;
  const seen = listParamReadings(run, module).flatMap((reading) => {
    const argument = findSeenArgument(reading, module);
    return argument === null ? [] : [{ argument, compared: listCompared(reading, module) }];
  });
  const [first] = seen;
  const compared = seen.flatMap(({ argument, compared: all }) => all.map((one) => placeAt(argument.index, one)));
  if (first === undefined || compared.length === 0) return null;
  const { index: _, ...whose } = first.argument;
  return { ...whose, calls: compared };
}
