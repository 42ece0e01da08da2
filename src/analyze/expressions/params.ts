import { isTestFile } from '../../model/test-files.ts';
import type { PatternStep } from '../../syntax/destructuring.ts';
import type { FunctionNode } from '../../syntax/nodes.ts';
import { getStart, isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { groupAlikeCalls } from '../callers/alike-calls.ts';
import type { CallSite } from '../callers/project-index.ts';
import { isOnlyTried } from '../callers/stub-addresses.ts';
import { resolveApplication } from '../calls/application.ts';
import { findIteration } from '../calls/iterations.ts';
import { completeArguments } from '../calls/partly-given.ts';
import { evaluateConsumed } from '../calls/react-contexts.ts';
import { findContextualType } from '../classes/contextual-types.ts';
import { canHaveMade, listMadeChoices } from '../classes/made-classes.ts';
import {
  declare,
  evaluateDeclaredType,
  evaluateListedParam,
  evaluatePackageType,
  evaluatePlacedType,
  findDeclared,
} from '../classes/types.ts';
import { isInjectedClient, isMadeClient, makeDeclaredClient, nameLibrary } from '../clients/registry.ts';
import { evaluateGetterParam, evaluateSetupParam } from '../components/component-options.ts';
import { evaluateStoreParam } from '../components/zustand-stores.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateInjectedParam } from '../frameworks/angularjs-injection.ts';
import { evaluateCradleParam } from '../frameworks/awilix-cradle.ts';
import { evaluateActionParam } from '../frameworks/command-actions.ts';
import { evaluateDispatched } from '../frameworks/dispatched-actions.ts';
import { evaluateEpicParam } from '../frameworks/epic-dependencies.ts';
import { evaluateScopeParam } from '../frameworks/given-scopes.ts';
import {
  evaluateHandedMember,
  evaluateHandedParam,
  evaluateSecondMember,
  isEnvironmentParam,
} from '../frameworks/handed.ts';
import { evaluateDecorated } from '../frameworks/injected-tokens.ts';
import { evaluatePromised } from '../frameworks/promised-actions.ts';
import { evaluateResolverContext } from '../frameworks/resolver-contexts.ts';
import { evaluateThunkParam } from '../frameworks/thunk-arguments.ts';
import { evaluatePluginOptions } from '../frameworks/vue-plugins.ts';
import { listAllPairs } from '../members/added-names.ts';
import { listEntries } from '../members/map-entries.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { makeUnknown } from '../texts/texts.ts';
import { findFrame } from '../values/frames.ts';
import { isUndefined } from '../values/missing.ts';
import { chooseEach, dropNullish, listOptions, unite } from '../values/unions.ts';
import { chooseCaller, withChoices } from '../values/value-marks.ts';
import {
  type Argument,
  type Env,
  type Frame,
  NO_PROVENANCE,
  type ParamValue,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { applySteps } from './destructured.ts';
import { evaluateFrameArgument } from './frame-arguments.ts';
import {
  evaluateCollected,
  evaluateOwnArgument,
  findAwaited,
  gather,
  isConstructorLike,
  isGivenToOwn,
  isHandedOn,
} from './functions-in-place.ts';
import { evaluateSetterParam } from './setter-params.ts';
import { evaluateTestRow } from './test-rows.ts';

/** What a parameter can be: from the call in force, from the list that is iterated, from all callers, or open. */

type ParamSource = Extract<BindingSource, { kind: 'param' }>;

const ITERATIONS: Readonly<Record<string, number>> = {
  map: 0,
  forEach: 0,
  flatMap: 0,
  filter: 0,
  find: 0,
  some: 0,
  every: 0,
  reduce: 1,
  reduceRight: 1,
};

/** `list.map((item) => …)`: the first parameter is an element of the list. */
function evaluateIteration(evaluator: Evaluator, source: ParamSource, module: Module, env: Env): Value | null {
  const call = getParent(source.fn);
  if (call === undefined || !isCallNode(call) || !('arguments' in call)) return null;
  const iteration = findIteration(evaluator, call, source.fn, module, env);
  if (iteration === null) return null;
  const { name, list, takesObjects } = iteration;
  // `promise.then((client) => …)`: what was promised, as `await` gives it.
  if (name === 'then' && source.index === 0) return evaluator.evaluateArgument(list);
  if (/^reduce(?:Right)?$/.test(name) && source.index === 0) return evaluateCollected(evaluator, call, module, env);
  if (ITERATIONS[name] !== source.index) return null;
  const receiver = dropNullish(evaluator.evaluateArgument(list));
  if (receiver.type === 'param') return { ...receiver, path: [...receiver.path, '[]'] };
  const lists = listOptions(receiver).map((option) => {
    if (option.type === 'array') return listElements(evaluator, option, env);
    if (takesObjects === true && option.type === 'object')
      return listAllPairs(evaluator, option, call, env).map(([, value]) => value);
    return listEntries(evaluator, option, env)?.map(({ value }) => value) ?? null;
  });
  if (lists.some((list) => list === null)) return null;
  return chooseEach(
    `${module.path}:${getStart(source.fn)}`,
    lists.flatMap((list) => list ?? []),
  );
}

/** Of more callers the values are only mixed: each would be a value of its own. */
const MAX_TOLD_APART = 12;

/** What a call hands the function: behind what was bound to it before, `const get = send.bind(null, 'get')`. */
function listGiven(evaluator: Evaluator, fn: FunctionNode, caller: CallSite): readonly (readonly Argument[])[] {
  const { callee, args } = resolveApplication(evaluator, caller, evaluator.anyCaller);
  const called = listOptions(callee).flatMap((option) =>
    option.type === 'function' && option.fn === fn ? [completeArguments(option, args)] : [],
  );
  return called.length === 0 ? [args] : called;
}

/** `new Voice(http as any)`: what is handed over is not known, and is what the parameter says that containers make. */
function evaluateGiven(
  evaluator: Evaluator,
  frame: Frame,
  { fn, index, rest }: ParamSource,
  { module, env }: { readonly module: Module; readonly env: Env },
): Value {
  const value = evaluateFrameArgument(evaluator, frame, index, rest);
  const isKnown = value.type === 'external' ? nameLibrary(value) !== undefined : value.type !== 'unknown';
  if (isKnown || rest) return value;
  const typed = evaluatePackageType(evaluator, fn.params[index], module, env);
  return typed?.type === 'external' && isInjectedClient(typed) ? typed : value;
}

/** A parameter for which no call is in force, seen from every caller at once. */
function evaluateForAllCallers(
  evaluator: Evaluator,
  source: ParamSource,
  module: Module,
  env: Env,
  open: Value,
): Value {
  const all = evaluator.index.listCallers(source.fn);
  const alike = groupAlikeCalls(all);
  const possible = all.filter(
    (caller) => !isHandedOn(source, caller) && canHaveMade(evaluator, source.fn, caller, env),
  );
  const callers = [...new Set(possible.map((caller) => alike.get(caller) ?? caller))];
  if (callers.length === 0) return open;
  const values = callers.map((caller): Value => {
    // Of hundreds of callers none says more once the steps are used up.
    if (evaluator.isCutShort && open.type === 'param')
      return makeUnknown(open.node, open.module, 'it takes too many steps to follow');
    const value = unite(
      listGiven(evaluator, source.fn, caller).map((args) => {
        const frame: Frame = { fn: source.fn, args, self: null, call: { node: caller.node, module: caller.module } };
        return evaluateGiven(evaluator, frame, source, { module, env });
      }),
    );
    if (callers.length === 1) return value;
    const made = alike.has(caller) ? [] : listMadeChoices(evaluator, source.fn, caller);
    const marked = withChoices(evaluator.callers.mark(value, evaluator.identify(caller.node)), made);
    // What one caller gives goes with what else it gives: a base with its path.
    const isFew = callers.length <= MAX_TOLD_APART;
    const choices = [chooseCaller(evaluator.identify(source.fn), all.indexOf(caller))];
    // So does the default of what it leaves out.
    if (isFew && isUndefined(marked)) return { ...marked, choices };
    return isFew ? withChoices(marked, choices) : marked;
  });
  const called = values.every(isUndefined) ? UNDEFINED : unite(values);
  // What a library exports is tested here and used elsewhere; a helper of tests is not.
  const isOfTests = open.type === 'param' && isTestFile(open.module.path);
  const isTested = !isOfTests && callers.every(({ module }) => isTestFile(module.path));
  const isTried = open.type === 'param' && isOnlyTried(open.module, values);
  return isTested || isTried ? unite([called, open]) : called;
}

function evaluateWhole(evaluator: Evaluator, given: ParamSource, module: Module, env: Env, node: SyntaxNode): Value {
  const source = { ...given, fn: findAwaited(given.fn) };
  const frame = findFrame(env, source.fn);
  if (frame?.probe !== undefined) {
    frame.probe.isRead = true;
    return { type: 'param', open: { fn: source.fn, module }, node, module, path: [], ...NO_PROVENANCE };
  }
  const isGiven = frame !== null && frame.args.length > 0;
  const state = isGiven ? null : evaluateGetterParam(evaluator, source.fn, source.index, module, env);
  if (state !== null) return state;
  // A container runs what it makes without a call that says what it gives.
  const cradle =
    frame?.args.length === 0
      ? (evaluateCradleParam(evaluator, source.fn, source.index) ??
        evaluateInjectedParam(evaluator, source.fn, source.index, module) ??
        evaluateStoreParam(evaluator, source, module))
      : null;
  if (cradle !== null) return cradle;
  if (frame !== null) return evaluateGiven(evaluator, frame, source, { module, env });
  const own = evaluateOwnArgument(evaluator, source, module, env);
  if (own !== null) return own;
  const handed = source.rest
    ? evaluateStoreParam(evaluator, source, module)
    : (evaluateDecorated(evaluator, source.fn.params[source.index], module) ??
      evaluateHandedParam(source.fn, source.index, module) ??
      evaluateScopeParam(evaluator, source.fn, source.index, module, env) ??
      evaluateSetupParam(evaluator, source.fn, source.index, module, env) ??
      evaluateActionParam(evaluator, source.fn, source.index, module) ??
      evaluateThunkParam(evaluator, source.fn, source.index, module) ??
      evaluateEpicParam(evaluator, source.fn, source.index, module) ??
      evaluatePromised(evaluator, source.fn, source.index, module) ??
      evaluateDispatched(evaluator, source.fn, source.index, module) ??
      evaluateResolverContext(evaluator, source.fn, source.index) ??
      evaluatePluginOptions(evaluator, source.fn, source.index) ??
      evaluateConsumed(evaluator, source.fn, source.index, module, env) ??
      evaluateCradleParam(evaluator, source.fn, source.index) ??
      evaluateInjectedParam(evaluator, source.fn, source.index, module) ??
      evaluateStoreParam(evaluator, source, module));
  if (handed !== null) return handed;
  const element = source.rest
    ? gather(evaluateIteration(evaluator, source, module, env))
    : (evaluateIteration(evaluator, source, module, env) ?? evaluateTestRow(evaluator, source, module, env));
  if (element !== null) return element;
  const set = evaluateSetterParam(evaluator, source.fn, module);
  if (set !== null) return set;
  const open: ParamValue = {
    type: 'param',
    open: { fn: source.fn, module },
    node,
    module,
    path: [],
    ...NO_PROVENANCE,
  };
  const known = env?.any === true ? evaluateForAllCallers(evaluator, source, module, env, open) : open;
  if (known.type !== 'param' && !listOptions(known).some((option) => option === open)) return known;
  // A dependency that a container injects has no caller: its type says what it is.
  const callers = evaluator.index.listCallers(source.fn);
  // What a test puts in its place says nothing of who uses it.
  const noCallers =
    callers.every((caller) => isTestFile(caller.module.path)) && (callers.length === 0 || !isTestFile(module.path));
  if (!noCallers && !isConstructorLike(source.fn)) return known;
  const param = source.fn.params[source.index];
  if (noCallers && env?.any === true && isEnvironmentParam(param)) return { type: 'env-object', ...NO_PROVENANCE };
  // On its own way the test's fake is what it is.
  if (!noCallers || (callers.length > 0 && env?.any !== true)) return known;
  // Callers that are found later would say more than the type.
  evaluator.noteQuestionOfAnyCaller();
  const isAsked = env?.any === true && !source.rest;
  const expected = isAsked ? findContextualType(evaluator, source.fn, source.index, module) : null;
  const declared = isAsked
    ? (findDeclared(param, module) ?? (expected === null ? undefined : declare(expected)))
    : undefined;
  const typed =
    evaluateDeclaredType(evaluator, param, module, env) ??
    (env?.any === true ? evaluateListedParam(evaluator, param, module) : null) ??
    (expected === null ? null : evaluatePlacedType(evaluator, expected));
  // `constructor(private send: typeof fetch)`: who makes the instance may be found later, and give it a function of its own.
  if (typed?.type === 'external' && typed.module === 'global' && env?.any !== true) return known;
  const saysLess = typed?.type === 'external' && (isMadeClient(typed) || isGivenToOwn(evaluator, source.fn, module));
  if (typed !== null && !saysLess) return unite([...listOptions(known).filter((option) => option !== open), typed]);
  // `(http: AxiosInstance) => http.get('/agents')` of a library that nobody here calls
  if (env?.any === true && callers.length === 0 && typed?.type === 'external' && known === open) {
    const client = makeDeclaredClient(typed, open);
    if (client !== null) return client;
  }
  const isOpen = env?.any === true && declared === undefined && !isConstructorLike(source.fn);
  const mark = (param: ParamValue): Value =>
    declared === undefined ? (isOpen ? { ...param, isUncalled: true } : param) : { ...param, declared };
  if (known.type === 'param') return mark(known);
  // Beside what a test hands over there is what the program does.
  return unite(listOptions(known).map((option) => (option === open ? mark(open) : option)));
}

export function resolveParam(
  evaluator: Evaluator,
  source: ParamSource,
  module: Module,
  env: Env,
  node: SyntaxNode,
): Value {
  const whole = evaluateWhole(evaluator, source, module, env, node);
  const steps: readonly PatternStep[] = source.steps;
  const [first, ...rest] = steps;
  if (whole.type === 'param' && whole.path.length === 0 && first?.kind === 'property' && source.index < 2) {
    const handed =
      source.index === 0
        ? evaluateHandedMember(evaluator, source.fn, first.name, module, env)
        : evaluateSecondMember(evaluator, source, first.name, module);
    if (handed !== null) return rest.length === 0 ? handed : applySteps(evaluator, handed, rest, module, env, node);
  }
  return steps.length === 0 ? whole : applySteps(evaluator, whole, steps, module, env, node);
}
