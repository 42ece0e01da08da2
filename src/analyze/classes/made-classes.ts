import { findClassAround, listFunctionsAround } from '../../syntax/enclosing.ts';
import { type ClassNode, type FunctionNode, isClassNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { resolveApplication } from '../calls/application.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { completeArguments } from '../calls/partly-given.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { extendEnv, findFrame } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { Choice, ClassValue, Env, EnvLink, FunctionValue } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { evaluateSuperclass } from './levels.ts';
import { nameClassChoice } from './overridden-members.ts';

/** Which class a call of a constructor makes: what it hands over belongs to instances of that class, and to no others. */

/** Null where it is not one class of the project. */
function findMade(evaluator: Evaluator, { node, module }: CallSite): ClassValue | null {
  if (node.type === 'CallExpression' && node.callee.type === 'Super') {
    const around = findClassAround(node);
    return around === null ? null : { type: 'class', node: around, module, env: null, ...NO_PROVENANCE };
  }
  if (node.type !== 'NewExpression') return null;
  const [only, ...others] = listOptions(evaluateCallee(evaluator, node, module, evaluator.anyCaller));
  return only?.type === 'class' && others.length === 0 ? only : null;
}

function findOwner(fn: FunctionNode): ClassNode | null {
  if (fn.type !== 'ClassMethod' || fn.kind !== 'constructor') return null;
  const body = getParent(fn);
  const owner = body === undefined ? undefined : getParent(body);
  return owner !== undefined && isClassNode(owner) ? owner : null;
}

/** Can a call of a constructor have made what is `this` in `env`? */
export function canHaveMade(evaluator: Evaluator, called: FunctionNode, caller: CallSite, env: Env): boolean {
  const owner = findOwner(called);
  const self = owner === null ? null : findFrame(env, owner)?.self;
  if (owner === null || self?.type !== 'instance' || self.of.node === owner) return true;
  const made = findMade(evaluator, caller)?.node ?? null;
  const { of } = self;
  if (made === null || made === of.node) return true;
  return evaluator.index.listSubclasses(evaluator, of.node).some(({ node }) => node === made);
}

/** What a call of a constructor decides: the class, where it directly extends the one whose constructor it is. */
export function listMadeChoices(evaluator: Evaluator, called: FunctionNode, caller: CallSite): readonly Choice[] {
  const owner = findOwner(called);
  const made = owner === null ? null : findMade(evaluator, caller);
  const parent = made === null ? null : evaluateSuperclass(evaluator, made);
  if (owner === null || made === null || parent?.type !== 'class' || parent.node !== owner) return [];
  return [nameClassChoice(evaluator, owner, made.node)];
}

/**
 * `Base.extend = function (members) { const Super = this; function Made() { Super.apply(this, arguments); } …; return Made; }`: a
 * helper of the project that makes constructors. Each of its calls makes one of its own, which only the call tells of.
 */

/** More calls of one helper are not told apart. */
const MAX_CALLS = 200;

/** The calls of the function in which a constructor stands; none for one that stands by itself. */
function listMakings(evaluator: Evaluator, fn: FunctionNode): readonly EnvLink[] {
  const [, helper] = [fn, ...listFunctionsAround(fn).filter((around) => around !== fn)];
  const callers = helper === undefined ? [] : evaluator.index.listCallers(helper);
  if (callers.length > MAX_CALLS) return [];
  return callers.flatMap(({ node, module }) => {
    const { callee, args } = resolveApplication(evaluator, { node, module }, evaluator.anyCaller);
    return listOptions(callee).flatMap((option) => {
      if (option.type !== 'function' || option.fn !== helper) return [];
      const frame = {
        fn: helper,
        args: completeArguments(option, args),
        self: option.self,
        call: { node, module },
        calledIn: evaluator.anyCaller,
      };
      return [extendEnv(option.env, frame, true)];
    });
  });
}

/** The constructors that a helper makes of a function in it, one for each of the helper's calls. */
export function listMadeByHelper(
  evaluator: Evaluator,
  { fn, module }: Pick<FunctionValue, 'fn' | 'module'>,
): readonly FunctionValue[] {
  return listMakings(evaluator, fn).map((env) => ({
    type: 'function',
    fn,
    module,
    env,
    self: null,
    bound: [],
    ...NO_PROVENANCE,
  }));
}

/**
 * `function Base(url) { return (target) => { target.prototype.url = url; }; }`: each class that the function is called with, as a
 * decorator is, has what goes with its own call.
 */

/** More calls of one function are not told apart. */
const MAX_GIVING_CALLS = 100;

/** The calls that hand the class to the function whose parameter `owner` is; null where it is none, or they are not told apart. */
export function listGivingCalls(
  evaluator: Evaluator,
  owner: SyntaxNode,
  of: ClassValue,
  module: Module,
): readonly EnvLink[] | null {
  const source = findBindingOf(module, owner)?.source;
  if (source?.kind !== 'param' || source.steps.length > 0 || source.rest) return null;
  const { fn, index } = source;
  const callers = evaluator.index.listCallers(fn);
  if (callers.length === 0 || callers.length > MAX_GIVING_CALLS) return null;
  return callers.flatMap((caller) => {
    const { callee, args } = resolveApplication(evaluator, caller, evaluator.anyCaller);
    return listOptions(callee).flatMap((option) => {
      if (option.type !== 'function' || option.fn !== fn) return [];
      const given = completeArguments(option, args);
      const value = evaluator.getArgument(given, index);
      if (value === undefined || !listOptions(value).some((one) => one.type === 'class' && one.node === of.node))
        return [];
      const call = { node: caller.node, module: caller.module };
      const frame = { fn, args: given, self: option.self, call, calledIn: evaluator.anyCaller };
      return [extendEnv(option.env, frame, true)];
    });
  });
}
