import { findMethodAround, findOwnCall } from '../../syntax/enclosing.ts';
import { type FunctionNode, isCallNode, isClassNode, isFunctionNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';

/** Functions of which the place where they are written says who gives them what. */

type ParamSource = Extract<BindingSource, { kind: 'param' }>;

export function isConstructorLike(fn: FunctionNode): boolean {
  const body = getParent(fn);
  const owner = body === undefined ? undefined : getParent(body);
  return fn.type === 'ClassMethod' && fn.kind === 'constructor' && owner !== undefined && isClassNode(owner);
}

/** `function (a, b) { return __awaiter(this, arguments, void 0, function* (a, b) { … }); }`: one function in two. */
export function findAwaited(fn: FunctionNode): FunctionNode {
  const call = getParent(fn);
  if (call?.type !== 'CallExpression' || !/^__(?:awaiter|async(?:Generator)?)$/.test(nameCallee(call.callee) ?? ''))
    return fn;
  const [, given] = call.arguments;
  const isWhole = given?.type === 'Identifier' && given.name === 'arguments';
  return (isWhole ? findMethodAround(call) : null) ?? fn;
}

/** `withClient((api: Client) => …)`: a function of the project calls it, and gives it more than a type says. */
export function isGivenToOwn(evaluator: Evaluator, fn: FunctionNode, module: Module): boolean {
  const call = getParent(fn);
  if (call === undefined || !isCallNode(call) || !('callee' in call) || call.callee === fn) return false;
  return listOptions(evaluator.evaluate(call.callee, module, null)).some(({ type }) => type === 'function');
}

/** `(function (root, factory) { … })(this, function () { … })`: the argument of a function that is called where it is written. */
export function evaluateOwnArgument(
  evaluator: Evaluator,
  { fn, index, rest }: Pick<ParamSource, 'fn' | 'index' | 'rest'>,
  module: Module,
  env: Env,
): Value | null {
  const call = rest || !isFunctionNode(fn) || ('id' in fn && fn.id) ? null : findOwnCall(fn);
  const argument = call?.arguments.slice(0, index + 1).some(({ type }) => type === 'SpreadElement')
    ? undefined
    : call?.arguments[index];
  return argument !== undefined && isFunctionNode(unwrap(argument)) ? evaluator.evaluate(argument, module, env) : null;
}
