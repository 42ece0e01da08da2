import { flatMap } from '../../model/flat-map.ts';
import { listFunctionsAround } from '../../syntax/enclosing.ts';
import { contains, type FunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { resolveApplication } from '../calls/application.ts';
import { completeArguments } from '../calls/partly-given.ts';
import { findConstructor } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import {
  type Argument,
  type Choice,
  type Env,
  type EnvLink,
  type FunctionValue,
  NO_PROVENANCE,
  type Value,
} from '../values/values.ts';
import { isFoldedStep } from './folded-steps.ts';
import { isReachable } from './reachable.ts';
import { tellApart } from './told-apart.ts';

/**
 * A chain of calls, innermost first: the first is made inside the function that the second calls, and so on.
 * Evaluated from the outside in, it gives each parameter the value it has on this way through the program.
 */
export type Chain = readonly CallSite[];

/** Longer ways through a program are not followed. */
const MAX_CHAIN = 14;
/** One chain can stand for several contexts (a conditional client); more are not followed and reported. */
const MAX_CONTEXTS = 256;

/** Of several functions that are called, each gets what belongs to its own branch or class. */
function chooseArgument(argument: Argument, choices: readonly Choice[] | undefined): Argument {
  if (argument.kind !== 'expression' || choices === undefined || choices.length === 0) return argument;
  const { kind, node, module, env } = argument;
  return { kind, node, module, env, choices };
}

function enterFunction(value: FunctionValue, site: CallSite, env: Env, given: readonly Argument[]): EnvLink {
  const frame = {
    fn: value.fn,
    args: completeArguments(
      value,
      given.map((argument) => chooseArgument(argument, value.choices)),
    ),
    self: value.self,
    call: { node: site.node, module: site.module },
    calledIn: env,
  };
  return extendEnv(value.env, frame, env?.any === true);
}

function enterConstructor(evaluator: Evaluator, callee: Value, site: CallSite, env: Env): Env | undefined {
  if (callee.type !== 'class') return undefined;
  const init = findConstructor(callee.node);
  if (init === undefined) return undefined;
  const args = evaluator.index.listCallArguments(site.node, site.module, env);
  const any = env?.any === true;
  const self: Value = {
    type: 'instance',
    of: callee,
    construction: { args, call: site.node, module: site.module },
    any,
    ...NO_PROVENANCE,
  };
  const fields = extendEnv(callee.env, { fn: callee.node, args: [], self, call: null }, any);
  return extendEnv(fields, { fn: init, args, self, call: { node: site.node, module: site.module } }, any);
}

/** The contexts inside the function that `site` calls, for code at `inner`. */
function enter(evaluator: Evaluator, site: CallSite, inner: CallSite, env: Env): readonly Env[] {
  // `if (!options) return null; return send(options.path)`: on this way it is not called.
  if (env !== null && !isReachable(evaluator, site.node, site.module, env)) return [];
  const { callee, args } = resolveApplication(evaluator, site, env);
  return flatMap(listOptions(callee), (option): readonly Env[] => {
    if (option.type === 'function') {
      const isAround = option.module === inner.module && contains(option.fn, inner.node);
      return isAround ? tellApart(evaluator, enterFunction(option, site, env, args), option.module) : [];
    }
    const constructed = enterConstructor(evaluator, option, site, env);
    return constructed === undefined ? [] : [constructed];
  });
}

/**
 * The contexts that calls were found to make. Chains that are the same on the outside go the same way there, and what
 * was worked out in a context need not be worked out again in its like.
 */
export class KnownContexts {
  readonly #known = new Map<Env, Map<SyntaxNode, Map<FunctionNode | undefined, readonly Env[]>>>();

  /** More callers are known: what a call makes may have changed. */
  forget(): void {
    this.#known.clear();
  }

  /** As `enter`. */
  enter(evaluator: Evaluator, site: CallSite, inner: CallSite, env: Env): readonly Env[] {
    const calls = this.#known.get(env) ?? new Map<SyntaxNode, Map<FunctionNode | undefined, readonly Env[]>>();
    this.#known.set(env, calls);
    const called = calls.get(site.node) ?? new Map<FunctionNode | undefined, readonly Env[]>();
    calls.set(site.node, called);
    const [fn] = listFunctionsAround(inner.node);
    const known = called.get(fn);
    if (known !== undefined) return known;
    const envs = enter(evaluator, site, inner, env);
    // With more steps there may be more to say.
    if (!evaluator.isCutShort) called.set(fn, envs);
    return envs;
  }
}

/** The contexts in which the innermost call of a chain is made; `onCut` is told of a call that stands for too many. */
export function bindChain(
  evaluator: Evaluator,
  chain: Chain,
  root: Env,
  known: KnownContexts,
  onCut?: (site: CallSite, reason: string) => void,
): readonly Env[] {
  let envs: readonly Env[] = [root];
  for (let index = chain.length - 1; index > 0; index -= 1) {
    const site = chain[index];
    const inner = chain[index - 1];
    if (site === undefined || inner === undefined) break;
    envs = flatMap(envs, (env) => known.enter(evaluator, site, inner, env));
    if (envs.length > MAX_CONTEXTS) {
      onCut?.(site, `more than ${MAX_CONTEXTS} functions or clients may be called here`);
      envs = envs.slice(0, MAX_CONTEXTS);
    }
  }
  return envs;
}

/** Functions that are folded into one are followed through so many of them. */
const MAX_STEPS = 5;

/** The chain one call longer; null when it would go in a circle or become too long. */
export function extendChain(chain: Chain, caller: CallSite): Chain | null {
  const longer = [...chain, caller, ...caller.outer];
  if (longer.length > MAX_CHAIN) return null;
  const seen = new Set<SyntaxNode>();
  const again = longer.filter(({ node }) => seen.size === seen.add(node).size);
  return again.length < MAX_STEPS && again.every(isFoldedStep) ? longer : null;
}
