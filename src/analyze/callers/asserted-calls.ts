import type * as t from '@babel/types';
import { getKeyName, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/modules.ts';
import { listOptions } from '../values/unions.ts';
import { type Argument, type Env, UNDEFINED, type Value } from '../values/values.ts';
import { findStoodFor, replaceAxios } from './stand-ins.ts';

/**
 * `expect(request).toHaveBeenCalledWith('/calls')` names the arguments of a call: those that a function of the project is
 * called with move, so what a test expects of them moves, too.
 */

/** Which argument of the assertion is the first of the call. */
const MATCHERS: ReadonlyMap<string, number> = new Map([
  ['toHaveBeenCalledWith', 0],
  ['toBeCalledWith', 0],
  ['toHaveBeenLastCalledWith', 0],
  ['lastCalledWith', 0],
  ['toHaveBeenCalledExactlyOnceWith', 0],
  ['toHaveBeenNthCalledWith', 1],
  ['nthCalledWith', 1],
  ['calledWith', 0],
  ['calledWithExactly', 0],
  ['calledOnceWith', 0],
]);
const EQUALITIES = /^(?:toEqual|toStrictEqual|toMatchObject|toBe)$/;

interface Assertion {
  /** What stands for the function. */
  readonly subject: SyntaxNode;
  readonly args: readonly (SyntaxNode | null)[];
}

function getMemberName(node: SyntaxNode): string | null {
  return isMemberNode(node) ? getKeyName(node.property, node.computed) : null;
}

/** `x` of `expect(x).not.to.have.been`. */
export function findExpected(node: SyntaxNode): SyntaxNode | null {
  let at = unwrap(node);
  while (isMemberNode(at)) at = unwrap(at.object);
  if (at.type !== 'CallExpression') return null;
  const callee = unwrap(at.callee);
  return callee.type === 'Identifier' && callee.name === 'expect' ? (at.arguments[0] ?? null) : null;
}

function isIndex(name: string | null): name is string {
  return name !== null && /^\d+$/.test(name);
}

/** `request` of `request.mock.calls[0]` and `request.mock.lastCall`. */
function findRecorded(node: SyntaxNode): SyntaxNode | null {
  const call = unwrap(node);
  if (!isMemberNode(call)) return null;
  const list = isIndex(getMemberName(call)) ? unwrap(call.object) : call;
  const name = getMemberName(list);
  if (!isMemberNode(list) || (name !== 'lastCall' && (list === call || name !== 'calls'))) return null;
  const mock = unwrap(list.object);
  return isMemberNode(mock) && getMemberName(mock) === 'mock' ? mock.object : null;
}

/** `url` of `const [url] = request.mock.calls[0]`. */
function findTaken(expected: SyntaxNode, given: SyntaxNode, module: Module): Assertion | null {
  const source = expected.type === 'Identifier' ? findBindingOf(module, expected)?.source : undefined;
  if (source?.kind !== 'value' || source.node === null || source.steps.length !== 1) return null;
  const [step] = source.steps;
  const subject = step?.kind === 'index' ? findRecorded(source.node) : null;
  if (subject === null || step?.kind !== 'index') return null;
  return { subject, args: [...Array.from({ length: step.index }, () => null), given] };
}

/** `expect(request.mock.calls[0]).toEqual(['/calls'])`, `expect(request.mock.calls[0][0]).toBe('/calls')`. */
function findRecordedAssertion(expected: SyntaxNode, given: SyntaxNode | undefined, module: Module): Assertion | null {
  if (given === undefined) return null;
  const taken = findTaken(unwrap(expected), given, module);
  if (taken !== null) return taken;
  const whole = findRecorded(expected);
  if (whole !== null) return given.type === 'ArrayExpression' ? { subject: whole, args: given.elements } : null;
  const argument = unwrap(expected);
  const index = getMemberName(argument);
  const subject = isMemberNode(argument) && isIndex(index) ? findRecorded(argument.object) : null;
  if (subject === null) return null;
  return { subject, args: [...Array.from({ length: Number(index) }, () => null), given] };
}

const known = new WeakMap<SyntaxNode, Assertion | null>();

function readAssertion(node: t.CallExpression, module: Module): Assertion | null {
  const callee = unwrap(node.callee);
  const name = getMemberName(callee);
  if (!isMemberNode(callee) || name === null) return null;
  const first = MATCHERS.get(name);
  if (first === undefined && !EQUALITIES.test(name)) return null;
  const expected = findExpected(callee.object);
  if (expected === null) return null;
  if (first === undefined) return findRecordedAssertion(expected, node.arguments[0], module);
  return { subject: expected, args: node.arguments.slice(first) };
}

export function findAssertion(node: SyntaxNode, module: Module): Assertion | null {
  if (node.type !== 'CallExpression') return null;
  const found = known.get(node);
  if (found !== undefined) return found;
  const assertion = readAssertion(node, module);
  known.set(node, assertion);
  return assertion;
}

/** `vi.mocked(request)` is `request`, `vi.spyOn(api, 'get')` is `api.get`. */
function evaluateSubject(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): Value {
  const subject = unwrap(node);
  if (subject.type === 'Identifier') {
    const source = findBindingOf(module, subject)?.source;
    if (source?.kind === 'value' && source.node?.type === 'CallExpression' && source.steps.length === 0)
      return evaluateSubject(evaluator, source.node, module, env);
  }
  if (subject.type === 'CallExpression') {
    const method = unwrap(subject.callee);
    const name = getMemberName(method);
    const [first, second] = subject.arguments;
    // `vi.spyOn(api, 'get').mockResolvedValue(…)` gives the spy back.
    if (isMemberNode(method) && name?.startsWith('mock') && name !== 'mocked')
      return evaluateSubject(evaluator, method.object, module, env);
    if (name === 'mocked' && first !== undefined) return evaluator.evaluate(first, module, env);
    if (name === 'spyOn' && first !== undefined && second?.type === 'StringLiteral')
      return evaluator.getProperty(evaluator.evaluate(first, module, env), second.value, subject, module);
  }
  if (isMemberNode(subject)) {
    const name = getMemberName(subject);
    const object = unwrap(subject.object);
    // `const mocked = vi.mocked(axios)`: a member of what it stands for.
    if (name !== null && object.type === 'Identifier')
      return evaluator.getProperty(evaluateSubject(evaluator, object, module, env), name, subject, module);
  }
  return evaluator.evaluate(subject, module, env);
}

/** A function of the test itself stands for another, and axios for the instances that are made of it. */
function evaluateMeant(evaluator: Evaluator, subject: SyntaxNode, module: Module, env: Env): Value {
  const value = replaceAxios(evaluator, evaluateSubject(evaluator, subject, module, env), subject, module);
  const isKnown = listOptions(value).every(({ type }) => type === 'function' || type === 'client');
  return isKnown ? value : (findStoodFor(evaluator, subject, module) ?? value);
}

function isMeant(value: Value): boolean {
  return listOptions(value).every(
    (option) =>
      option.type === 'function' ||
      option.type === 'client' ||
      (option.type === 'external' && option.module === '@nestjs/axios'),
  );
}

/** `{ url: '/calls' }` of `expect.objectContaining({ url: '/calls' })` and of `sinon.match({ url: '/calls' })`. */
function findNamedMembers(argument: SyntaxNode): SyntaxNode {
  if (argument.type !== 'CallExpression') return argument;
  const name = getMemberName(unwrap(argument.callee));
  const [given] = argument.arguments;
  return (name === 'objectContaining' || name === 'match') && given?.type === 'ObjectExpression' ? given : argument;
}

/** What an assertion speaks of, a function of the project or a client, with the arguments that it is expected to get. */
export function applyAssertion(
  evaluator: Evaluator,
  node: SyntaxNode,
  module: Module,
  env: Env,
): { readonly callee: Value; readonly args: readonly Argument[] } | null {
  const assertion = findAssertion(node, module);
  if (assertion === null) return null;
  const callee = evaluateMeant(evaluator, assertion.subject, module, env);
  if (!isMeant(callee)) return null;
  const args = assertion.args.map(
    (argument): Argument =>
      argument === null || argument.type === 'SpreadElement'
        ? { kind: 'value', value: UNDEFINED }
        : { kind: 'expression', node: findNamedMembers(argument), module, env },
  );
  return { callee, args };
}
