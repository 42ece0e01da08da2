import { type ArgumentCall, isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findHandedOutcome } from '../frameworks/effect-services.ts';
import { listElements, makeArray } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { makeUnknown } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { type Argument, type Env, type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';
import { evaluateReturn } from './calls.ts';
import { DATA_FIRST, DATA_LAST } from './data-functions.ts';
import { isOnlyPiped } from './only-piped.ts';

/** Over which list a call runs a function, element by element: `list.map(fn)`, `_.map(list, fn)`, `pMap(list, fn)`. */

interface Iteration {
  readonly name: string;
  readonly list: Argument;
  /** Of an object it goes through the members. */
  readonly takesObjects?: true;
}

/** Names of a package, and where the list and the function stand among the arguments. */
type Shape = readonly [names: RegExp, list: number, fn: number];

const EACH = 'each|forEach|map|flatMap|mapSeries|concat|filter|reject|find|detect|some|every';
const WHOLE: readonly Shape[] = [[/^$/, 0, 1]];

const PACKAGES: Readonly<Record<string, readonly Shape[]>> = {
  'p-map': [[/^(?:pMapIterable)?$/, 0, 1]],
  'p-map-series': WHOLE,
  'p-each-series': WHOLE,
  'p-filter': WHOLE,
  'tiny-async-pool': [[/^$/, 1, 2]],
  bluebird: [[/^(?:Promise\.)?(?:each|map|mapSeries|filter)$/, 0, 1]],
  async: [
    [new RegExp(`^(?:${EACH})(?:Of)?(?:Series)?$`), 0, 1],
    [new RegExp(`^(?:${EACH})(?:Of)?Limit$`), 0, 2],
  ],
  'modern-async': [[new RegExp(`^(?:${EACH})(?:Series|Limit)?$`), 0, 1]],
  radash: [
    [/^map$/, 0, 1],
    [/^parallel$/, 1, 2],
  ],
  effect: [[/^Effect\.forEach$/, 0, 1]],
};

function nameFunction({ path }: ExternalValue): string {
  return path.filter((part) => part !== 'default').join('.');
}

/** What goes through an object and hands its values on, by the names of what does so with a list. */
const OF_LISTS: Readonly<Record<string, string>> = {
  each: 'forEach',
  mapValues: 'map',
  forOwn: 'forEach',
  forIn: 'forEach',
  mapObjIndexed: 'map',
  forEachObjIndexed: 'forEach',
};

/** `_.map(list, (item) => …)`, `R.map((item) => …, list)`, `_.mapValues(object, (value) => …)` */
function findData({ module, path }: ExternalValue, args: readonly Argument[], at: number): Iteration | null {
  if (path.length !== 1) return null;
  const [own = ''] = path;
  const name = (Object.hasOwn(OF_LISTS, own) ? OF_LISTS[own] : undefined) ?? own;
  const list = at === 0 && DATA_LAST.test(module) ? args[1] : at === 1 && DATA_FIRST.test(module) ? args[0] : undefined;
  return list === undefined ? null : { name, list, takesObjects: true };
}

function findShaped(callee: ExternalValue, args: readonly Argument[], at: number): Iteration | null {
  const name = nameFunction(callee);
  const shape = PACKAGES[callee.module]?.find(([names, , fn]) => fn === at && names.test(name));
  const list = shape === undefined ? undefined : args[shape[1]];
  return list === undefined ? null : { name: 'map', list };
}

/** `PromisePool.withConcurrency(2).for(list).process(fn)` */
function findPooled({ made, path }: ExternalValue, at: number): Iteration | null {
  if (made?.by.module !== '@supercharge/promise-pool' || at !== 0) return null;
  const [list] = made.args;
  const isPooled = path.join('.') === 'process' && made.by.path.at(-1) === 'for';
  return isPooled && list !== undefined ? { name: 'map', list } : null;
}

const RXJS = /^rxjs(?:\/operators)?$/;
const OPERATORS = /^(?:map|mergeMap|flatMap|concatMap|switchMap|exhaustMap|tap)$/;
/** Behind these comes what came before them. */
export const PASSING =
  /^(?:tap|delay|filter|first|take|takeUntil|skip|retry|share|shareReplay|catchError|finalize|timeout|observeOn|distinct|distinctUntilChanged|debounceTime)$/;

/** `from(list).pipe(mergeMap(fn))`, `of('/calls').pipe(switchMap(fn))` */
function findStreamed(
  evaluator: Evaluator,
  operator: ExternalValue,
  call: ArgumentCall,
  module: Module,
  env: Env,
): Iteration | null {
  const name = operator.path.at(-1) ?? '';
  if (!RXJS.test(operator.module) || !OPERATORS.test(name)) return null;
  const pipe = getParent(call);
  if (pipe?.type !== 'CallExpression' || !isMemberNode(pipe.callee)) return null;
  const before = pipe.arguments.slice(
    0,
    Math.max(
      pipe.arguments.findIndex((step) => step === call),
      0,
    ),
  );
  const kept = listChanging(before);
  if (nameMember(pipe.callee) !== 'pipe') return null;
  const source = evaluator.evaluate(pipe.callee.object, module, env);
  if (source.type !== 'external' || source.made === null || source.path.length > 0) return null;
  const list = listStreamed(evaluator, source.made, kept, module, env);
  if (list !== null) return list;
  // What goes on behind it, others may get as well.
  if (/^(?:map|tap)$/.test(name)) return null;
  const made = kept.length > 0 ? mapUnknown(evaluator, kept, module, env) : findPiped(evaluator, source);
  return made === null ? null : toIteration([made]);
}

function toIteration(values: readonly Value[]): Iteration {
  return { name: 'map', list: { kind: 'value', value: makeArray(values) } };
}

function isPassing(step: SyntaxNode): boolean {
  return isCallNode(step) && 'callee' in step && PASSING.test(nameCallee(step.callee) ?? '');
}

function listChanging(steps: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return steps.filter((step) => !isPassing(step));
}

/** What comes out of `of(…)` and `from(list)`. */
function listStreamed(
  evaluator: Evaluator,
  { by, args }: NonNullable<ExternalValue['made']>,
  kept: readonly SyntaxNode[],
  module: Module,
  env: Env,
): Iteration | null {
  if (by.module !== 'rxjs') return null;
  const [first] = args;
  if (by.path.join('.') === 'from' && first !== undefined && kept.length === 0) return { name: 'map', list: first };
  if (!/^(?:of|from)$/.test(by.path.join('.'))) return null;
  const given = args.map((argument) => evaluator.evaluateArgument(argument));
  const values = by.path.join('.') === 'of' ? given : listElements(evaluator, given[0] ?? UNDEFINED, env);
  const mapped = values === null ? null : mapSteps(evaluator, values, kept, module, env);
  return mapped === null ? null : toIteration(mapped);
}

function isOfRxjs(evaluator: Evaluator, step: SyntaxNode, module: Module, env: Env): boolean {
  const operator = step.type === 'CallExpression' ? evaluator.evaluate(step.callee, module, env) : null;
  return operator?.type === 'external' && RXJS.test(operator.module);
}

/** `key$.pipe(map((key) => new HttpHeaders({ … })))`: what the last `map` makes of whatever comes in. */
function mapUnknown(evaluator: Evaluator, steps: readonly SyntaxNode[], module: Module, env: Env): Value | null {
  const first = steps.findLastIndex((step) => !(step.type === 'CallExpression' && nameCallee(step.callee) === 'map'));
  const maps = steps.slice(first + 1);
  const [start] = maps;
  if (start === undefined || !maps.every((step) => isOfRxjs(evaluator, step, module, env))) return null;
  const given = makeUnknown(start, module, 'what comes in is not known');
  return mapSteps(evaluator, [given], maps, module, env)?.[0] ?? null;
}

/** The same of a stream that another function gives back for nothing else. */
function findPiped(evaluator: Evaluator, { made, path }: ExternalValue): Value | null {
  if (made === null || made.by.path.at(-1) !== 'pipe' || path.length > 0 || !('arguments' in made.call)) return null;
  if (!isOnlyPiped(evaluator, made.call, isPassing)) return null;
  return mapUnknown(evaluator, listChanging(made.call.arguments), made.module, made.env ?? null);
}

/** `headers$.pipe(…).subscribe((headers) => …)` */
function findSubscribed(evaluator: Evaluator, { made, path }: ExternalValue, at: number): Iteration | null {
  if (made === null || at !== 0 || path.join('.') !== 'subscribe') return null;
  const value = findPiped(evaluator, { ...made.by, made, path: [] });
  return value === null ? null : toIteration([value]);
}

/** What `map(fn)` in front makes of the values; null behind any other operator. */
function mapSteps(
  evaluator: Evaluator,
  values: readonly Value[],
  steps: readonly SyntaxNode[],
  module: Module,
  env: Env,
): readonly Value[] | null {
  let at: readonly Value[] = values;
  for (const step of steps) {
    const given = step.type === 'CallExpression' && nameCallee(step.callee) === 'map' ? step.arguments[0] : undefined;
    const fn = given === undefined ? undefined : evaluator.evaluate(given, module, env);
    if (fn?.type !== 'function') return null;
    const run = (value: Value) =>
      evaluateReturn(evaluator, fn, { args: [{ kind: 'value', value }], call: null, from: env }, env?.any === true);
    at = at.map(run);
  }
  return at;
}

function isPackageCall(option: Value): option is ExternalValue {
  return option.type === 'external' && option.module !== 'global';
}

/** The list over which a function of a package runs its argument `at`; null for other calls. */
export function findPackageIteration(
  evaluator: Evaluator,
  callee: Value,
  call: ArgumentCall,
  at: number,
  module: Module,
  env: Env,
): Iteration | null {
  const option = listOptions(callee).find(isPackageCall);
  if (option === undefined) return null;
  const args = evaluator.index.listCallArguments(call, module, env);
  if (option.made !== null) return findPooled(option, at) ?? findSubscribed(evaluator, option, at);
  const handed = findHandedOutcome(evaluator, option, call, at, { module, env, evaluateReturn });
  if (handed !== null) return toIteration([handed]);
  return (
    findData(option, args, at) ??
    findShaped(option, args, at) ??
    (at === 0 ? findStreamed(evaluator, option, call, module, env) : null)
  );
}

function isGlobal(node: SyntaxNode, name: string, module: Module): boolean {
  return node.type === 'Identifier' && node.name === name && findBindingOf(module, node) === undefined;
}

/** `Array.from` */
export function isArrayFrom(callee: SyntaxNode, module: Module): boolean {
  return isMemberNode(callee) && nameMember(callee) === 'from' && isGlobal(unwrap(callee.object), 'Array', module);
}

/** The list over which a call runs the function that is written among its arguments. */
export function findIteration(
  evaluator: Evaluator,
  call: ArgumentCall,
  fn: SyntaxNode,
  module: Module,
  env: Env,
): Iteration | null {
  const at = call.arguments.findIndex((argument) => argument === fn);
  if (at < 0) return null;
  const callee = unwrap(call.callee);
  const known = findPackageIteration(evaluator, evaluator.evaluate(call.callee, module, null), call, at, module, env);
  if (known !== null) return known;
  const name = nameMember(callee);
  // `Array.from(paths, (path) => …)`
  const [list] = call.arguments;
  if (isArrayFrom(callee, module) && at === 1 && list !== undefined && list.type !== 'SpreadElement')
    return { name: 'map', list: { kind: 'expression', node: list, module, env } };
  return isMemberNode(callee) && name !== null && at === 0
    ? { name, list: { kind: 'expression', node: callee.object, module, env } }
    : null;
}
