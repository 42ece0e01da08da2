import type { SyntaxNode } from '../../syntax/tree.ts';
import { resolveApplication } from '../calls/application.ts';
import { completeArguments } from '../calls/partly-given.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import type { ClassValue, EnvLink } from '../values/values.ts';

/**
 * `function Base(url) { return (target) => { target.prototype.url = url; }; }`: each class that the function is called with, as a
 * decorator is, has what goes with its own call.
 */

/** More calls of one function are not told apart. */
const MAX_CALLS = 100;

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
  if (callers.length === 0 || callers.length > MAX_CALLS) return null;
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
