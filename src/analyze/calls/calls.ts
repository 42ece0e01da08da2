import { findInterop } from '../../syntax/compiled-modules.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import type { CallNode } from '../../syntax/nodes.ts';
import { findReturns } from '../../syntax/returned.ts';
import { isSelfValue } from '../../syntax/super-calls.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { isReachable } from '../chains/reachable.ts';
import { tellApart, withRows } from '../chains/told-apart.ts';
import { constructObject, isSelf } from '../classes/constructor-functions.ts';
import { evaluateSuperclass } from '../classes/levels.ts';
import { createClient } from '../clients/registry.ts';
import type { Evaluator } from '../evaluator.ts';
import { callOwnMerger } from '../members/merged-objects.ts';
import { evaluateComputedImport } from '../modules/computed-imports.ts';
import { evaluateImport } from '../modules/exports.ts';
import { callGlobbed, evaluateGlob } from '../modules/globbed-modules.ts';
import type { Module } from '../modules/module.ts';
import { findLoadedNode, findRequired } from '../modules/required.ts';
import { runFunction } from '../run/run-function.ts';
import { findRunnable } from '../run/runnable.ts';
import { evaluateEnvironmentCall } from '../settings/environment.ts';
import { isMadeBy } from '../settings/setting-calls.ts';
import { makeText, makeUnknown } from '../texts/texts.ts';
import { countCalls, extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import { describeValue } from '../values/value-identity.ts';
import { withChoices, withProvenance } from '../values/value-marks.ts';
import {
  type Argument,
  type ClassValue,
  type Env,
  type ExternalValue,
  type Frame,
  type FunctionValue,
  NO_PROVENANCE,
  UNDEFINED,
  type Value,
} from '../values/values.ts';
import { resolveApplied } from './applied-calls.ts';
import { evaluateBuiltin } from './builtins.ts';
import { chooseReturned } from './chosen-returns.ts';
import { isAwaitedFunction } from './compiled-async.ts';
import { completeArguments, takeIn } from './partly-given.ts';
import { findPipe } from './pipes.ts';
import { evaluateYields } from './yields.ts';

/** What calls give back. */

interface ReturnCall {
  readonly args: readonly Argument[];
  readonly call: { readonly node: CallNode; readonly module: Module } | null;
  /** The calls in force at the call. */
  readonly from: Env;
}

/** A function in the middle of calling itself is followed this often. */
const MAX_RECURSION = 4;

function evaluateReturns(evaluator: Evaluator, value: FunctionValue, env: Env): Value {
  const isYielding = value.fn.generator === true && !isAwaitedFunction(value.fn);
  const yielded = isYielding ? evaluateYields(value.fn, value.module, env) : null;
  if (yielded !== null) return yielded;
  const { values: all, empty } = findReturns(value.fn);
  const isReached = (node: SyntaxNode) => isReachable(evaluator, node, value.module, env);
  const reached = all.length + empty.length < 2 ? all : all.filter(isReached);
  // `if (!url) return;` in front of `return 'https://' + url`: nothing was given, so nothing is given back.
  if (reached.length === 0 && empty.some(isReached)) return UNDEFINED;
  const results = (reached.length === 0 ? all : reached).map((node) => evaluator.evaluate(node, value.module, env));
  return results.length === 0 ? UNDEFINED : chooseReturned(results, value);
}

/** What `new` gives where the function ends by giving back something of its own: a client, and not `this`. */
function evaluateMade(
  evaluator: Evaluator,
  value: FunctionValue,
  frame: Omit<Frame, 'self'>,
  any: boolean,
): Value | null {
  const { body } = value.fn;
  const last = body.type === 'BlockStatement' ? body.body.at(-1) : undefined;
  if (last?.type !== 'ReturnStatement' || !last.argument || isSelf(last.argument, value.module)) return null;
  if (isSelfValue(last.argument)) return null;
  const made = evaluator.evaluate(last.argument, value.module, extendEnv(value.env, { ...frame, self: null }, any));
  return MADE_TYPES.has(made.type) ? made : null;
}

const MADE_TYPES: ReadonlySet<Value['type']> = new Set(['client', 'instance', 'object', 'function', 'external']);

/** Values that are read in full when they are made; the others look up their parts later. */
function isComplete(value: Value): boolean {
  return listOptions(value).every(
    (option) =>
      option.type === 'text' ||
      option.type === 'primitive' ||
      option.type === 'unknown' ||
      option.type === 'module' ||
      (option.type === 'external' && option.made === null),
  );
}

/** An object that each call makes for itself, and others set members of: which call it was, tells them apart. */
function isMadeAnew(value: Value): boolean {
  return listOptions(value).some((option) => option.type === 'object' && option.madeBy != null);
}

/** What a function gives back whatever its arguments are; null when they matter. Most functions compute no URL at all. */
function evaluateAnyReturn(evaluator: Evaluator, value: FunctionValue, any: boolean): Value | null {
  const self = describeValue(value.self);
  // How often a loop goes round may depend on an argument that no expression of the result reads.
  if (self === null || findRunnable(value.fn, value.module) !== null) return null;
  return evaluator.summaries.find(value.fn, value.env, `${self} ${any}`, () => {
    const probe = { isRead: false };
    const frame = { fn: value.fn, args: [], self: value.self, call: null, probe };
    const result = evaluateReturns(evaluator, value, extendEnv(value.env, frame, any));
    const isShared = !probe.isRead && (value.fn.params.length === 0 || isComplete(result)) && !isMadeAnew(result);
    return isShared ? result : null;
  });
}

/** The value a function returns when it is called with these arguments. `any`: the caller stands for every caller. */
export function evaluateReturn(
  evaluator: Evaluator,
  value: FunctionValue,
  { args, call, from }: ReturnCall,
  any: boolean,
): Value {
  const trail = call === null ? null : { item: call };
  const given = completeArguments(value, args);
  const frame = { fn: value.fn, args: given, self: value.self, call, from };
  const merged = callOwnMerger(evaluator, value, given, () => extendEnv(value.env, frame, any));
  if (merged !== null) return withProvenance(merged, value.refs, trail);
  const same = evaluateAnyReturn(evaluator, value, any);
  if (same !== null) return withProvenance(same, value.refs, trail);
  if (countCalls(from, value.fn) >= MAX_RECURSION)
    return makeUnknown(value.fn, value.module, 'functions call each other in a circle');
  const links = tellApart(evaluator, extendEnv(value.env, frame, any), value.module);
  const results = links.map((link) =>
    withRows(runFunction(evaluator, value, link) ?? evaluateReturns(evaluator, value, link), link),
  );
  return withProvenance(unite(results), value.refs, trail);
}

/** What a call calls; for `super(…)` the class above. */
export function evaluateCallee(evaluator: Evaluator, call: CallNode, module: Module, env: Env): Value {
  if (call.type === 'TaggedTemplateExpression') return evaluator.evaluate(call.tag, module, env);
  if (call.callee.type === 'Import') return makeUnknown(call, module, 'it is an import');
  if (call.callee.type === 'Super') {
    const node = findClassAround(call);
    const of: ClassValue | null = node === null ? null : { type: 'class', node, module, env, ...NO_PROVENANCE };
    return (
      (of === null ? null : evaluateSuperclass(evaluator, of)) ??
      makeUnknown(call, module, 'the class above is not known')
    );
  }
  return evaluator.evaluate(call.callee, module, env);
}

function makeResult(by: ExternalValue, args: readonly Argument[], call: CallNode, module: Module, env: Env): Value {
  return { type: 'external', module: by.module, path: [], made: { by, args, call, module, env }, ...NO_PROVENANCE };
}

function callValue(
  evaluator: Evaluator,
  callee: Value,
  args: readonly Argument[],
  node: CallNode,
  module: Module,
  env: Env,
): Value {
  switch (callee.type) {
    case 'function':
      if (node.type === 'NewExpression') {
        const frame = { fn: callee.fn, args: completeArguments(callee, args), call: { node, module }, from: env };
        const any = env?.any === true;
        return evaluateMade(evaluator, callee, frame, any) ?? constructObject(evaluator, callee, frame, any);
      }
      return (
        takeIn(callee, args) ??
        evaluateReturn(evaluator, callee, { args, call: { node, module }, from: env }, env?.any === true)
      );
    case 'class':
      return {
        type: 'instance',
        of: callee,
        construction: { args, call: node, module },
        any: env?.any === true,
        ...NO_PROVENANCE,
      };
    case 'external': {
      const environment = evaluateEnvironmentCall(evaluator, callee, args, node, module);
      if (environment !== null) return environment;
      // `const url = await app.listen({ port: 0 })`
      if (callee.path.at(-1) === 'listen' && isMadeBy(callee, 'fastify')) return makeText('http://127.0.0.1:0');
      return (
        createClient({ evaluator, node, module, args, env, target: callee }) ??
        makeResult(callee, args, node, module, env)
      );
    }
    case 'client':
      return (
        createClient({ evaluator, node, module, args, env, target: callee }) ??
        makeUnknown(node, module, 'it is what a request answers')
      );
    case 'param':
      return { ...callee, node, module, path: [...callee.path, '()'] };
    case 'unknown':
      return { ...makeUnknown(node, module, 'it is the result of a function that is not known'), query: callee.query };
    default:
      return makeUnknown(node, module, 'it is the result of a call');
  }
}

/** What `module.exports = value` is to those who import it: its members, and itself by default. */
function toNamespace(imported: Value): Value {
  if (imported.type === 'module' || imported.type === 'external') return imported;
  const slot = { kind: 'value', value: imported } as const;
  const entries = [{ kind: 'spread', slot } as const, { kind: 'slot', name: 'default', slot } as const];
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** The value of a call, `new` or tagged template. */
export function evaluateCall(evaluator: Evaluator, node: CallNode, module: Module, env: Env): Value {
  const imported = findInterop(node);
  if (imported !== null) return toNamespace(evaluator.evaluate(imported, module, env));
  const required = findRequired(node, module);
  if (required !== null) return evaluateImport(evaluator, module, required, '*');
  const loaded = evaluateComputedImport(evaluator, findLoadedNode(node, module), module, env);
  if (loaded !== null) return loaded;
  const globbed = evaluateGlob(evaluator, node, module, evaluateImport);
  if (globbed !== null) return globbed;
  const args = evaluator.index.listCallArguments(node, module, env);
  const builtin = evaluateBuiltin(evaluator, { node, module, env, args });
  if (builtin !== null) return builtin;
  const applied = resolveApplied(evaluator, node, module, env);
  const callee = applied?.callee ?? evaluateCallee(evaluator, node, module, env);
  const given = applied?.args ?? args;
  const called = callGlobbed(evaluator, callee, given);
  if (called !== null) return called;
  const pipe = findPipe(node, module, callee);
  if (pipe !== null) return evaluator.evaluate(pipe.expression, module, env);
  // `typeof path === 'function' ? path(id) : path`: what is a text in one row of a table is not called.
  const options = listOptions(callee);
  const functions = options.filter((option) => option.type !== 'text' && option.type !== 'primitive');
  return unite(
    (functions.length > 0 ? functions : options).map((option) =>
      withChoices(callValue(evaluator, option, given, node, module, env), option.choices),
    ),
  );
}
