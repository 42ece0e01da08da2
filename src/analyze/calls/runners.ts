import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeArray } from '../members/objects.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';
import type { Applied } from './applied-calls.ts';
import { DATA_FIRST } from './data-functions.ts';

/** Calls that run the function that they are given: effects, limiters, timers, circuit breakers. */

type Place = Pick<CallSite, 'node' | 'module'>;

/** Effects of redux-saga run the function that they are given: `call(fn, …)`, `retry(times, delay, fn, …)`. */
const EFFECTS: Readonly<Record<string, number>> = { call: 0, fork: 0, spawn: 0, cps: 0, apply: 1, retry: 2 };
/** Packages that make a function which runs another: `pLimit(2)(fn, …)`. */
const LIMITERS = /^(?:p-limit|yocto-queue-limit|promise-limit|throat)$/;
/** With what comes behind the delay. */
const DELAYED = /^(?:setTimeout|setInterval|delay)$/;
const AT_ONCE = /^(?:setImmediate|process\.nextTick|defer)$/;

/** Where the function stands among the arguments, and where those begin that it is run with; `list`: those are in one list. */
type Run = readonly [fn: number, rest: number, list?: 'list'];

function findTimer({ module, path }: ExternalValue): Run | null {
  const name = path.join('.');
  if (module !== 'global' && !/^(?:node:)?timers$/.test(module) && !DATA_FIRST.test(module)) return null;
  if (DELAYED.test(name)) return [0, 2];
  return AT_ONCE.test(name) ? [0, 1] : null;
}

/** `limiter.schedule(fn, …)`, `limiter.schedule({ priority: 1 }, fn, …)` */
function findScheduled(evaluator: Evaluator, args: readonly Argument[]): Run {
  return evaluator.getArgument(args, 0)?.type === 'object' ? [1, 2] : [0, 1];
}

function findRunShape(evaluator: Evaluator, option: ExternalValue, args: readonly Argument[]): Run | null {
  const name = option.path.filter((part) => part !== 'default').join('.');
  const maker = option.made?.by.module;
  if (maker === 'bottleneck') return name === 'schedule' ? findScheduled(evaluator, args) : null;
  if (maker !== undefined) return LIMITERS.test(maker) && option.path.length === 0 ? [0, 1] : null;
  // `async.parallel([async.apply(fn, '/calls')], done)`
  if (option.module === 'async' && name === 'apply') return [0, 1];
  const effect = /^(?:redux-saga\/effects|@redux-saga\/core\/effects|typed-redux-saga(?:\/macro)?)$/.test(option.module)
    ? EFFECTS[name]
    : undefined;
  if (effect === undefined) return findTimer(option);
  // `apply(client, client.post, ['/calls', body])`
  return name === 'apply' ? [effect, effect + 1, 'list'] : [effect, effect + 1];
}

export function isCallable(value: Value): boolean {
  return listOptions(value).every(({ type }) => type === 'function' || type === 'client' || type === 'external');
}

/** Which function a parameter is, callers say. */
function isRunnable(value: Value): boolean {
  return value.type === 'param' || isCallable(value);
}

/** `[client, client.get]`, `[client, 'get']`, `{ context: client, fn: client.get }`: a function with what it is called on. */
function findMethod(evaluator: Evaluator, given: Value, { node, module }: Place): Value {
  if (given.type === 'object') return evaluator.getProperty(given, 'fn', node, module);
  const [context, method] = given.type === 'array' ? (listElements(evaluator, given) ?? []) : [];
  const name = findKnownText(method);
  if (context === undefined || method === undefined) return given;
  return name === null ? method : evaluator.getProperty(context, name, node, module);
}

/** `new CircuitBreaker(fn, options).fire(…)` */
function applyBreaker(evaluator: Evaluator, { made, path }: ExternalValue, args: readonly Argument[]): Applied | null {
  if (made?.by.module !== 'opossum' || path.join('.') !== 'fire') return null;
  const callee = evaluator.getArgument(made.args, 0);
  return callee !== undefined && isRunnable(callee) ? { callee, args } : null;
}

/** `async.queue(worker, 2).push(task)`, `fastq.promise(worker, 2).push(task)`; a list holds several. */
function applyQueue(evaluator: Evaluator, { made, path }: ExternalValue, args: readonly Argument[]): Applied | null {
  const maker = made?.by.path.filter((part) => part !== 'default').join('.') ?? '';
  const isQueue =
    made?.by.module === 'fastq' || (/^(?:neo-)?async$/.test(made?.by.module ?? '') && /[qQ]ueue$/.test(maker));
  const [task] = args;
  if (made == null || !isQueue || task === undefined || !/^(?:push|unshift)(?:Async)?$/.test(path.join('.')))
    return null;
  const callee = made.args
    .map((_, index) => evaluator.getArgument(made.args, index))
    .find((given) => given?.type === 'function');
  const tasks = evaluator.evaluateArgument(task);
  const elements = tasks.type === 'array' ? listElements(evaluator, tasks) : null;
  const each: Argument = elements === null ? task : { kind: 'value', value: unite(elements) };
  return callee === undefined ? null : { callee, args: [each] };
}

/** By one key, or by several; what is put in or forgotten (`prime`, `clear`) goes by the keys that are asked for. */
const LOADING: Readonly<Record<string, 'one' | 'many'>> = { load: 'one', prime: 'one', clear: 'one', loadMany: 'many' };

/** `new DataLoader(load).load(key)`, `.loadMany(keys)`: the function is handed the keys that were asked for, in a list. */
function applyLoader(evaluator: Evaluator, { made, path }: ExternalValue, args: readonly Argument[]): Applied | null {
  const taken = made?.by.module === 'dataloader' ? LOADING[path.join('.')] : undefined;
  if (made == null || taken === undefined) return null;
  const callee = evaluator.getArgument(made.args, 0);
  const key = evaluator.getArgument(args, 0);
  if (callee === undefined || key === undefined || !isCallable(callee)) return null;
  return { callee, args: [{ kind: 'value', value: taken === 'one' ? makeArray([key]) : key }] };
}

function spread(list: Argument): readonly Argument[] {
  return list.kind === 'expression' ? [{ ...list, kind: 'spread' }] : [];
}

/** What a call runs, and with what; null for other calls. */
export function applyRunner(
  evaluator: Evaluator,
  option: ExternalValue,
  site: Place,
  args: readonly Argument[],
): Applied | null {
  const kept =
    applyBreaker(evaluator, option, args) ??
    applyQueue(evaluator, option, args) ??
    applyLoader(evaluator, option, args);
  if (kept !== null) return kept;
  const [fn, rest, list] = findRunShape(evaluator, option, args) ?? [];
  const given = fn === undefined ? undefined : args[fn];
  if (given === undefined || given.kind === 'spread') return null;
  const callee = findMethod(evaluator, evaluator.evaluateArgument(given), site);
  if (!isRunnable(callee)) return null;
  const own = args.slice(rest);
  return { callee, args: list === undefined ? own : own.slice(0, 1).flatMap(spread) };
}
