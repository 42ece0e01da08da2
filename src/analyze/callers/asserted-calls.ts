import { type CallNode, getStart, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { chooseEach, listOptions } from '../values/unions.ts';
import { withHandover } from '../values/value-marks.ts';
import { type Argument, type Env, UNDEFINED, type Value } from '../values/values.ts';
import { findAssertion } from './assertion-forms.ts';
import { replaceAxios } from './axios-of-tests.ts';
import { SPYING } from './spied-functions.ts';
import { findStoodFor } from './stand-ins.ts';
import { findWritten } from './stubbed-calls.ts';

/**
 * `expect(request).toHaveBeenCalledWith('/calls')` names the arguments of a call: those that a function of the project is
 * called with move, so what a test expects of them moves, too.
 */

/** `vi.spyOn(api, 'get').mockResolvedValue(…)`, `sinon.stub(api, 'get').withArgs('/calls').resolves(…)`: the spy itself. */
const GIVES_BACK =
  /^(?:mock(?!ed$)\w*|resolves(?:Arg)?|returns(?:Arg|This)?|rejects|throws|callsFake|callThrough|yields\w*|named|withArgs)$/;

/** `vi.mocked(request)` is `request`, `vi.spyOn(api, 'get')` is `api.get`. */
function evaluateSubject(evaluator: Evaluator, node: SyntaxNode, module: Module, env: Env): Value {
  const subject = unwrap(node);
  if (subject.type === 'Identifier') {
    const made = findWritten(subject, module);
    if (made?.type === 'CallExpression') return evaluateSubject(evaluator, made, module, env);
  }
  if (subject.type === 'CallExpression') {
    const method = unwrap(subject.callee);
    const name = nameMember(method);
    const [first, second] = subject.arguments;
    if (isMemberNode(method) && GIVES_BACK.test(name ?? ''))
      return evaluateSubject(evaluator, method.object, module, env);
    if (name === 'mocked' && first !== undefined) return evaluator.evaluate(first, module, env);
    if (SPYING.test(name ?? '') && first !== undefined && second?.type === 'StringLiteral')
      return evaluator.getProperty(evaluator.evaluate(first, module, env), second.value, subject, module);
  }
  if (isMemberNode(subject)) {
    const name = nameMember(subject);
    const object = unwrap(subject.object);
    // `const mocked = vi.mocked(axios)`: a member of what it stands for.
    if (name !== null && object.type === 'Identifier')
      return evaluator.getProperty(evaluateSubject(evaluator, object, module, env), name, subject, module);
  }
  return evaluator.evaluate(subject, module, env);
}

/** A function of the test itself stands for another, and axios for the instances that are made of it. */
function evaluateMeant(evaluator: Evaluator, subject: SyntaxNode, module: Module, env: Env): Value {
  // It is asked again when more is known of who is given it.
  if (isFunctionNode(subject)) return findStoodFor(evaluator, subject, module) ?? UNDEFINED;
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
  const name = nameMember(unwrap(argument.callee));
  const [given] = argument.arguments;
  return (name === 'objectContaining' || name === 'match') && given?.type === 'ObjectExpression' ? given : argument;
}

function toArgument(argument: SyntaxNode | null, module: Module, env: Env): Argument {
  if (argument === null) return { kind: 'value', value: UNDEFINED };
  // `toHaveBeenCalledWith(...expected)`, as tests do that are run for each row of a table
  if (argument.type === 'SpreadElement') return { kind: 'spread', node: argument.argument, module, env };
  return { kind: 'expression', node: findNamedMembers(argument), module, env };
}

/** What an assertion speaks of, a function of the project or a client, with the arguments that it is expected to get. */
export function applyAssertion(
  evaluator: Evaluator,
  node: CallNode,
  module: Module,
  env: Env,
): { readonly callee: Value; readonly args: readonly Argument[] } | null {
  const assertion = findAssertion(node, module);
  if (assertion === null) return null;
  const { subject, method, calls, list } = assertion;
  const meant = evaluateMeant(evaluator, subject, module, env);
  const callee = method === undefined ? meant : evaluator.getProperty(meant, method, node, module);
  if (!isMeant(callee)) return null;
  if (list !== undefined) return { callee, args: [{ kind: 'spread', node: list, module, env }] };
  const [only = [], ...others] = calls.map((args) => args.map((argument) => toArgument(argument, module, env)));
  if (others.length === 0) return { callee, args: only };
  const all = [only, ...others];
  const args = Array.from({ length: Math.max(...all.map(({ length }) => length)) }, (_, index): Argument => {
    const given = all.map((one) => {
      const argument = one[index];
      if (argument?.kind !== 'expression') return UNDEFINED;
      return withHandover(evaluator.evaluateArgument(argument), { call: node, argument: argument.node, module });
    });
    return { kind: 'value', value: chooseEach(`${module.path}:${getStart(node)}`, given) };
  });
  return { callee, args };
}
