import { findMethodAround, findOwnCall } from '../../syntax/enclosing.ts';
import {
  type ArgumentCall,
  contains,
  type FunctionNode,
  isCallNode,
  isClassNode,
  isFunctionNode,
  nameCallee,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import { type Env, NO_PROVENANCE, type Value } from '../values/values.ts';

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

/** `list.reduce((all, name) => { all[name] = …; return all; }, {})`: the object, or the list, that each step is handed. */
export function evaluateCollected(evaluator: Evaluator, call: ArgumentCall, module: Module, env: Env): Value | null {
  const [, start] = call.arguments;
  const value = start === undefined ? null : evaluator.evaluate(start, module, env);
  return (value?.type === 'object' || value?.type === 'array') && value.node !== null ? value : null;
}

/** `if (!(this instanceof Api)) return new Api(options)`: a call that hands on what the function was given says nothing new. */
export function isHandedOn(source: ParamSource, { node, module }: CallSite): boolean {
  const given = 'arguments' in node ? node.arguments[source.index] : undefined;
  if (given?.type !== 'Identifier' || !contains(source.fn, node)) return false;
  const own = findBindingOf(module, given)?.source;
  return own?.kind === 'param' && own.fn === source.fn && own.index === source.index && own.steps.length === 0;
}

/** `list.map((...args) => get(...args))`: the element is the first of them. */
export function gather(element: Value | null): Value | null {
  if (element === null) return null;
  return { type: 'array', node: null, elements: [{ kind: 'value', value: element }], ...NO_PROVENANCE };
}
