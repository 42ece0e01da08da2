import { listFunctionsAround } from '../../syntax/enclosing.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import { resolveApplication } from '../calls/application.ts';
import { completeArguments } from '../calls/partly-given.ts';
import type { Evaluator } from '../evaluator.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import { type EnvLink, type FunctionValue, NO_PROVENANCE } from '../values/values.ts';

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
export function listMade(
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
