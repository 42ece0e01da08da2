import type * as t from '@babel/types';
import { isTestFile } from '../../model/test-files.ts';
import { findMemberRoot, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { nameAssertFunction } from './assert-functions.ts';
import { CALLED_WITH } from './called-with.ts';
import { type Assertion, readRecorded, readSearched } from './recorded-assertions.ts';
import { findSpied } from './recorded-calls.ts';
import { readStubbed } from './stubbed-calls.ts';

/** How tests write what a function is to be called with: `expect(get).toHaveBeenCalledWith('/calls')` and its likes. */

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
/** What else is expected of what a double saw: the arguments of a call are a list, of which an object may say a part. */
const RECORDED = /^(?:toMatchObject|toHaveProperty|toContain(?:Equal)?|includes?|contains?)$/;
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

/** `sinon.assert.calledWith(stub, '/calls')`, `assert.equal(stub.firstCall.args[0], '/calls')` */
function readAssert(callee: SyntaxNode, args: t.CallExpression['arguments'], module: Module): Assertion | null {
  const [first, ...given] = args;
  if (first === undefined) return null;
  if (callee.type === 'Identifier') {
    const bare = nameAssertFunction(callee, module) ?? '';
    return RECORDED.test(bare) || EQUALITY.test(bare) ? readRecorded(bare, first, given, module) : null;
  }
  const name = nameMember(callee) ?? '';
  const owner = isMemberNode(callee) ? nameAsserter(callee.object) : '';
  if (!ASSERTING.test(owner)) return null;
  if (MATCHERS.has(name)) return { subject: first, calls: [args.slice(1)] };
  return RECORDED.test(name) || EQUALITY.test(name) ? readRecorded(name, first, given, module) : null;
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
  const asserted =
    readAssert(callee, node.arguments, module) ?? readStubbed(node, module) ?? readSearched(node, module);
  if (asserted !== null || !isMemberNode(callee) || name === null) return asserted;
  const first = MATCHERS.get(name);
  const isOfStub = OF_STUBS.test(name) && isTestFile(module.path);
  if (first === undefined && !isOfStub && !EQUALITY.test(name) && !RECORDED.test(name)) return null;
  const expected = findExpected(callee.object);
  if (expected === null) return isOfStub ? readStub(callee.object, node.arguments) : null;
  if (first === undefined) return readRecorded(name, expected, node.arguments, module);
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
