import { getStart, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { applyAssertion } from '../callers/asserted-calls.ts';
import { isFunctionName } from '../callers/builtin-calls.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { applyInvocation } from '../frameworks/electron-bridge.ts';
import { applyEmission } from '../frameworks/emitted-events.ts';
import { applyMessage } from '../frameworks/extension-messages.ts';
import { applyJob, applyTask } from '../frameworks/queued-jobs.ts';
import { applyHelper } from '../frameworks/sails-helpers.ts';
import { applyPost } from '../frameworks/worker-messages.ts';
import { listElements } from '../members/objects.ts';
import { evaluateExport } from '../modules/exports.ts';
import { applyExtensionStore } from '../settings/extension-storage.ts';
import { isMadeBy } from '../settings/setting-calls.ts';
import { chooseEach, listOptions, unite } from '../values/unions.ts';
import type { Argument, Env, ExternalValue, Value } from '../values/values.ts';
import { type Applied, resolveApplied, resolveGivenAway } from './applied-calls.ts';
import { evaluateCallee, evaluateReturn } from './calls.ts';
import { findPackageIteration, isArrayFrom } from './iterations.ts';
import { findRun } from './partly-given.ts';
import { applyQueryHook } from './query-hooks.ts';
import { applyRunner, isCallable } from './runners.ts';
import { applyStoreEffect } from './store-effects.ts';

/** Which function a call runs and with what: plainly, by `.call` and `.apply`, or through a hook that calls it for us. */

export type Application = Applied;

type Place = Pick<CallSite, 'node' | 'module'>;

const ITERATIONS = /^(?:map|forEach|flatMap|filter|some|every|find)$/;

/** The function that is named, with any element of the list. */
function applyToElements(evaluator: Evaluator, site: Place, list: Value, callee: Value): Application | null {
  const lists = listOptions(list);
  const elements = lists.map((option): readonly Value[] | null => {
    // What callers hand over, they say.
    if (option.type === 'param') return [{ ...option, path: [...option.path, '[]'] }];
    return option.type === 'array' ? listElements(evaluator, option) : null;
  });
  if (!isCallable(callee) || elements.some((known) => known === null || known.length === 0)) return null;
  const value = chooseEach(
    `${site.module.path}:${getStart(site.node)}`,
    elements.flatMap((known) => known ?? []),
  );
  return { callee, args: [{ kind: 'value', value }] };
}

/** `promise.then(get)` calls it with what was promised; which function that is, callers may say. */
function applyToPromised(promise: Value, callee: Value): Application | null {
  if (!(isCallable(callee) || callee.type === 'param')) return null;
  return { callee, args: [{ kind: 'value', value: promise }] };
}

/** `list.map(get)`, `Array.from(list, get)` call the function that is named with each element. */
function applyIteration(evaluator: Evaluator, site: Place, env: Env): Application | null {
  if (site.node.type !== 'CallExpression' && site.node.type !== 'OptionalCallExpression') return null;
  const member = unwrap(site.node.callee);
  const name = isMemberNode(member) ? nameMember(member) : null;
  if (!isMemberNode(member) || name === null) return null;
  const isMade = isArrayFrom(member, site.module);
  if (!isMade && !ITERATIONS.test(name) && name !== 'then') return null;
  const [first, second] = site.node.arguments;
  const [over, named] = isMade ? [first, second] : [member.object, first];
  if (over === undefined || named === undefined || !isFunctionName(named)) return null;
  const list = evaluator.evaluate(over, site.module, env);
  const callee = evaluator.evaluate(named, site.module, env);
  if (name === 'then') return applyToPromised(list, callee);
  return applyToElements(evaluator, site, list, callee);
}

/** `pMap(list, get)` of a package does the same. */
function applyPackageIteration(
  evaluator: Evaluator,
  site: Place,
  option: ExternalValue,
  args: readonly Argument[],
  env: Env,
): Application | null {
  const { node, module } = site;
  if (node.type === 'TaggedTemplateExpression') return null;
  for (const [at, argument] of args.entries()) {
    if (argument.kind !== 'expression' || (argument.node.type !== 'Identifier' && !isMemberNode(argument.node)))
      continue;
    const iteration = findPackageIteration(evaluator, option, node, at, module, env);
    if (iteration === null || !ITERATIONS.test(iteration.name)) continue;
    const callee = evaluator.evaluateArgument(argument);
    return applyToElements(evaluator, site, evaluator.evaluateArgument(iteration.list), callee);
  }
  return null;
}

/** `app.register(plugin, options)` of fastify calls the plugin with the app and the options. */
function applyPlugin(
  evaluator: Evaluator,
  { node, module }: Place,
  option: Value,
  [plugin, ...given]: readonly Argument[],
  env: Env,
): Application | null {
  if (node.type !== 'CallExpression' || plugin?.kind !== 'expression' || !isMemberNode(node.callee)) return null;
  const isKnown = option.type === 'external' && isMadeBy(option, 'fastify');
  if ((!isKnown && option.type !== 'param') || option.path.at(-1) !== 'register') return null;
  const callee = evaluator.evaluateArgument(plugin);
  if (callee.type !== 'function') return null;
  const self: Argument = { kind: 'expression', node: node.callee.object, module, env };
  return { callee, args: [self, ...given] };
}

/** `compose([auth, send])(context)` of koa: each of them is handed the context. */
function applyComposed(evaluator: Evaluator, option: ExternalValue, args: readonly Argument[]): Application | null {
  const { made, path } = option;
  if (made === null || path.length > 0 || made.by.module !== 'koa-compose' || made.by.made !== null) return null;
  const layers = evaluator.getArgument(made.args, 0);
  const functions = layers === undefined ? null : listElements(evaluator, layers);
  return functions === null || functions.length === 0 ? null : { callee: unite(functions), args: args.slice(0, 1) };
}

function applyHook(
  evaluator: Evaluator,
  site: Place,
  callee: Value,
  args: readonly Argument[],
  env: Env,
): Application | null {
  for (const option of listOptions(callee)) {
    const plugin = applyPlugin(evaluator, site, option, args, env);
    if (plugin !== null) return plugin;
    if (option.type !== 'external') continue;
    const run =
      applyRunner(evaluator, option, site, args) ??
      applyStoreEffect(evaluator, option, site, args, evaluateReturn) ??
      applyPackageIteration(evaluator, site, option, args, env) ??
      applyComposed(evaluator, option, args);
    if (run !== null) return run;
    const handed =
      applyQueryHook(evaluator, site, option, args, env) ??
      applyInvocation(evaluator, site, option, args) ??
      applyMessage(evaluator, site, option, args) ??
      applyExtensionStore(evaluator, option, args) ??
      applyEmission(evaluator, { ...site, env }, option, args) ??
      applyPost(evaluator, site, option, args) ??
      applyJob(evaluator, site, option, args) ??
      applyHelper(evaluator, site, option, args, (helper) => evaluateExport(evaluator, helper, 'default')) ??
      applyTask(evaluator, option, args);
    if (handed !== null) return handed;
  }
  return null;
}

/** What a call has run for it by a library or by a list, whose own name says nothing of it; null for other calls. */
export function resolveRun(evaluator: Evaluator, site: Place, callee: Value, env: Env): Application | null {
  const args = evaluator.index.listCallArguments(site.node, site.module, env);
  return applyHook(evaluator, site, callee, args, env) ?? applyIteration(evaluator, site, env);
}

/** What a call runs and hands over. */
export function resolveApplication(evaluator: Evaluator, site: Place, env: Env): Application {
  const args = evaluator.index.listCallArguments(site.node, site.module, env);
  const asserted = applyAssertion(evaluator, site.node, site.module, env);
  if (asserted?.callee.type === 'function') return asserted;
  const applied = resolveApplied(evaluator, site.node, site.module, env);
  if (applied !== null) return applied;
  const given = resolveGivenAway(evaluator, site.node, site.module, env);
  if (given !== null) return given;
  const iterated = applyIteration(evaluator, site, env);
  if (iterated !== null) return iterated;
  const callee = evaluateCallee(evaluator, site.node, site.module, env);
  return applyHook(evaluator, site, callee, args, env) ?? { callee: findRun(callee, args, site), args };
}
