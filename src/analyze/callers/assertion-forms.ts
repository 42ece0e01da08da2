import type * as t from '@babel/types';
import { isTestFile } from '../../model/test-files.ts';
import { findMemberRoot, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { nameAssertFunction } from './assert-functions.ts';
import { CALLED_WITH } from './called-with.ts';
import {
  findFirstArgument,
  findHistory,
  findHistoryUrls,
  findRecorded,
  findRecordedList,
  findSpied,
} from './recorded-calls.ts';
import { readStubbed } from './stubbed-calls.ts';

/** How tests write what a function is to be called with: `expect(get).toHaveBeenCalledWith('/calls')` and its likes. */

interface Assertion {
  /** What stands for the function. */
  readonly subject: SyntaxNode;
  /** The method of the subject that is meant, where the subject is not the function itself. */
  readonly method?: string;
  /** The arguments of each call that is expected; null for one that the assertion does not name. */
  readonly calls: readonly (readonly (SyntaxNode | null)[])[];
  /** The list of all arguments of the one call, where it is not written there: `expect(get.mock.calls[0]).toEqual(expected)`. */
  readonly list?: SyntaxNode;
}

/** Beside those of `called-with.ts`, those of sinon. */
const MATCHERS: ReadonlyMap<string, number> = new Map([
  ...CALLED_WITH,
  ['calledWith', 0],
  ['calledWithExactly', 0],
  ['calledWithMatch', 0],
  ['calledOnceWith', 0],
  ['calledOnceWithExactly', 0],
  ['calledOnceWithMatch', 0],
  ['alwaysCalledWith', 0],
  ['alwaysCalledWithExactly', 0],
  ['alwaysCalledWithMatch', 0],
]);
/** The methods of a stub that name the call themselves: `stub.withArgs('/calls')`, `when(get).calledWith('/calls')`. */
const OF_STUBS = /^(?:withArgs|(?:c|alwaysC)alledWith(?:Exactly|Match)?|calledOnceWith(?:Exactly|Match)?)$/;
/** `toBe`, `assert.deepEqual`, `t.is`, and chai's `eq` and `eqls`. */
export const EQUALITY = /^(?:toBe|to(?:Strict)?Equal|eql?s?|is|same|(?:deep)?(?:strict)?equals?)$/i;
const ASSERTING = /^(?:assert|t)$/;

/** `expect`, `chai.expect`, `vitest_1.expect`, and `expect.soft`. */
function isExpect(callee: SyntaxNode): boolean {
  const isOfRunner = callee.type === 'Identifier' || (isMemberNode(callee) && callee.object.type === 'Identifier');
  if (!isOfRunner) return false;
  const name = nameCallee(callee);
  return name === 'expect' || (name === 'soft' && isMemberNode(callee) && nameCallee(callee.object) === 'expect');
}

/** `x` of `x.should.be` */
function findBeforeShould(node: SyntaxNode): SyntaxNode | null {
  for (let at = unwrap(node); isMemberNode(at); at = unwrap(at.object))
    if (nameMember(at) === 'should') return at.object;
  return null;
}

/** `x` of `expect(x).not.to.have.been`, and of `x.should.have.been`. */
export function findExpected(node: SyntaxNode): SyntaxNode | null {
  const at = findMemberRoot(node);
  if (at.type === 'CallExpression' && isExpect(unwrap(at.callee))) return at.arguments[0] ?? null;
  return findBeforeShould(node);
}

/** `assert`, and `node_assert_1.default` of a compiler. */
function nameAsserter(node: SyntaxNode): string {
  const owner = unwrap(node);
  const name = nameCallee(owner) ?? '';
  if (name !== 'default' || !isMemberNode(owner)) return name;
  return (nameCallee(owner.object) ?? '').replace(/^(?:node_)?(?:assert|strict)_\d+$/, 'assert');
}

function placeAt(index: number, given: SyntaxNode): readonly (SyntaxNode | null)[] {
  return [...Array.from({ length: index }, () => null), given];
}

/** `url` of `const [url] = request.mock.calls[0]`. */
function findTaken(expected: SyntaxNode, given: SyntaxNode, module: Module): Assertion | null {
  const source = findBindingOf(module, expected)?.source;
  if (source?.kind !== 'value' || source.node === null || source.steps.length !== 1) return null;
  const [step] = source.steps;
  const subject = step?.kind === 'index' ? findRecorded(source.node) : null;
  if (subject === null || step?.kind !== 'index') return null;
  return { subject, calls: [placeAt(step.index, given)] };
}

/** `expect(request.mock.calls[0]).toEqual(['/calls'])`, `expect(request.mock.calls[0][0]).toBe('/calls')`. */
function readRecorded(expected: SyntaxNode, given: SyntaxNode | undefined, module: Module): Assertion | null {
  if (given === undefined) return null;
  const taken = findTaken(unwrap(expected), given, module);
  if (taken !== null) return taken;
  const history = findHistory(expected);
  if (history !== null) return { ...history, calls: [[given]] };
  const urls = findHistoryUrls(expected);
  if (urls !== null)
    return given.type === 'ArrayExpression' ? { ...urls, calls: given.elements.map((one) => [one]) } : null;
  const sole = findFirstArgument(expected);
  if (sole !== null) return { subject: sole, calls: [[given]] };
  const whole = findRecorded(expected);
  if (whole !== null) {
    if (given.type === 'ArrayExpression') return { subject: whole, calls: [given.elements] };
    return given.type === 'Identifier' || isMemberNode(given) ? { subject: whole, calls: [[]], list: given } : null;
  }
  const all = findRecordedList(expected);
  if (all !== null) return readCalls(all, given);
  const argument = unwrap(expected);
  const index = nameMember(argument);
  const isIndex = index !== null && /^\d+$/.test(index);
  const subject = isMemberNode(argument) && isIndex ? findRecorded(argument.object) : null;
  return subject === null ? null : { subject, calls: [placeAt(Number(index), given)] };
}

/** `expect(request.mock.calls).toEqual([['/calls'], ['/agents']])` */
function readCalls(subject: SyntaxNode, given: SyntaxNode): Assertion | null {
  if (given.type !== 'ArrayExpression') return null;
  const calls = given.elements.flatMap((call) => (call?.type === 'ArrayExpression' ? [call.elements] : []));
  return calls.length === 0 || calls.length < given.elements.length ? null : { subject, calls };
}

/** `sinon.assert.calledWith(stub, '/calls')`, `assert.equal(stub.firstCall.args[0], '/calls')` */
function readAssert(callee: SyntaxNode, args: t.CallExpression['arguments'], module: Module): Assertion | null {
  const [first, second] = args;
  if (first === undefined) return null;
  if (callee.type === 'Identifier')
    return EQUALITY.test(nameAssertFunction(callee, module) ?? '') ? readRecorded(first, second, module) : null;
  const name = nameMember(callee) ?? '';
  const owner = isMemberNode(callee) ? nameAsserter(callee.object) : '';
  if (!ASSERTING.test(owner)) return null;
  if (MATCHERS.has(name)) return { subject: first, calls: [args.slice(1)] };
  return EQUALITY.test(name) ? readRecorded(first, second, module) : null;
}

/** `stub.withArgs('/calls')`, `when(get).calledWith('/calls')` */
function readStub(receiver: SyntaxNode, args: t.CallExpression['arguments']): Assertion {
  const made = unwrap(receiver);
  const isWhen = made.type === 'CallExpression' && nameCallee(made.callee) === 'when';
  const [first] = isWhen ? made.arguments : [];
  // `stub.firstCall.calledWith('/calls')`
  return { subject: first ?? findSpied(made) ?? receiver, calls: [args] };
}

function readAssertion(node: t.CallExpression, module: Module): Assertion | null {
  const callee = unwrap(node.callee);
  const name = nameMember(callee);
  const asserted = readAssert(callee, node.arguments, module) ?? readStubbed(node, module);
  if (asserted !== null || !isMemberNode(callee) || name === null) return asserted;
  const first = MATCHERS.get(name);
  const isOfStub = OF_STUBS.test(name) && isTestFile(module.path);
  // The arguments of a call are a list, of which an object may say a part.
  if (first === undefined && !isOfStub && !EQUALITY.test(name) && name !== 'toMatchObject') return null;
  const expected = findExpected(callee.object);
  if (expected === null) return isOfStub ? readStub(callee.object, node.arguments) : null;
  if (first === undefined) return readRecorded(expected, node.arguments[0], module);
  // `stub.firstCall.should.have.been.calledWith('/calls')`
  return { subject: findSpied(unwrap(expected)) ?? expected, calls: [node.arguments.slice(first)] };
}

const known = new WeakMap<SyntaxNode, Assertion | null>();

export function findAssertion(node: SyntaxNode, module: Module): Assertion | null {
  if (node.type !== 'CallExpression') return null;
  const found = known.get(node);
  if (found !== undefined) return found;
  const assertion = readAssertion(node, module);
  known.set(node, assertion);
  return assertion;
}
