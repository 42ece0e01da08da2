import { getStart, nameCallee, nameKey } from '../../syntax/nodes.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeArray, makeObject } from '../members/objects.ts';
import { isUndefined } from '../values/missing.ts';
import { chooseEach } from '../values/unions.ts';
import { type Argument, type Env, type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';
import type { Applied } from './applied-calls.ts';
import { evaluateReturn } from './calls.ts';
import { evaluateDefaultQuery } from './default-queries.ts';
import { makeOpenArguments } from './open-arguments.ts';
import { takeOut } from './state-holders.ts';

/** Hooks that call a function with the key under which its answer is kept: those of SWR, of TanStack and the like. */

type Place = Pick<CallSite, 'node' | 'module'>;

const SWR = /^swr(?:v|\/(?:immutable|infinite|mutation))?$/;
/** Those that take the fetcher of the project where they are given none. */
const SWR_QUERIES = /^(?:|default|useSWR(?:Immutable|Infinite|V)?)$/;

/** `useSWR(() => (id ? `/agents/${id}` : null))`: what the function gives back is the key. */
function readKey(evaluator: Evaluator, key: Argument, env: Env): Argument {
  const value = evaluator.evaluateArgument(key);
  if (value.type !== 'function') return key;
  return {
    kind: 'value',
    value: evaluateReturn(
      evaluator,
      value,
      { args: makeOpenArguments(value), call: null, from: env },
      env?.any === true,
    ),
  };
}

function isRunnable(value: Value): boolean {
  return value.type !== 'object' && value.type !== 'primitive';
}

/** `useSWR(key, fetcher)` calls the fetcher with the key. */
function applySwr(
  evaluator: Evaluator,
  site: Place,
  hook: ExternalValue,
  args: readonly Argument[],
  env: Env,
): Applied | null {
  const [key, ...others] = args;
  if (key === undefined || key.kind === 'spread') return null;
  const given = others.map((argument) => evaluator.evaluateArgument(argument));
  const options = given.find((value) => value.type === 'object');
  const own = given.find(isRunnable) ?? (options && evaluator.getProperty(options, 'fetcher', site.node, site.module));
  const isQuery = hook.module !== 'swr/mutation' && SWR_QUERIES.test(hook.path.join('.')) && hook.made === null;
  const callee =
    own === undefined || isUndefined(own) ? (isQuery ? evaluateDefaultQuery(evaluator, true, site.module) : null) : own;
  return callee === null ? null : { callee, args: [readKey(evaluator, key, env)] };
}

const QUERY = /^(?:@tanstack\/(?:react|vue|svelte|solid|angular|query)[\w-]*|react-query)$/;
const QUERY_CALLS =
  /(?:^|\.)(?:use\w*Query|(?:create|inject)(?:Infinite)?Query|(?:fetch|prefetch)(?:Infinite)?Query|ensureQueryData|(?:infiniteQ|q)ueryOptions)$/;
/** These take a list of queries. */
const MANY = /^(?:use(?:Suspense)?|create|inject)Queries$/;

const MUTATIONS = /^(?:use|create|inject)Mutation$/;

/** `createQuery(() => ({ … }))` of Solid, `useQuery(computed(() => ({ … })))` of Vue: what is asked for, out of its getter or box. */
function takeWhole(evaluator: Evaluator, value: Value, { node, module }: Place, env: Env): Value {
  return takeOut(evaluator, value, { node, module, env }, true);
}

/** `queryKey: computed(() => ['agents', id])`, and boxes in a list: the function is given what is in them. */
function readQueryKey(evaluator: Evaluator, given: Value, site: Place, env: Env): Value {
  const key = takeWhole(evaluator, given, site, env);
  const elements = key.type === 'array' ? listElements(evaluator, key) : null;
  const taken = elements?.map((element) => takeWhole(evaluator, element, site, env)) ?? [];
  return elements === null || taken.every((value, index) => value === elements[index]) ? key : makeArray(taken);
}

/** A query as one object, `{ queryKey, queryFn }`: the function is called with `{ queryKey }`. */
function applyOne(evaluator: Evaluator, site: Place, query: Value, env: Env): Applied | null {
  if (query.type !== 'object') return null;
  const read = (name: string) => evaluator.getProperty(query, name, site.node, site.module);
  const own = read('queryFn');
  const callee = isUndefined(own) ? evaluateDefaultQuery(evaluator, false, site.module) : own;
  const queryKey = readQueryKey(evaluator, read('queryKey'), site, env);
  return callee === null ? null : { callee, args: [{ kind: 'value', value: makeObject({ queryKey }) }] };
}

/** `queries: ids.map((id) => ({ queryKey: ['/agents', id] }))`: one of them, whatever list that is. */
function listMapped(evaluator: Evaluator, { node, module }: Place, env: Env): readonly Value[] {
  const [options] = 'arguments' in node ? node.arguments : [];
  const table = options?.type === 'ObjectExpression' ? options.properties : [];
  return table.flatMap((property): readonly Value[] => {
    const call = property.type === 'ObjectProperty' && nameKey(property) === 'queries' ? property.value : null;
    if (call?.type !== 'CallExpression' || nameCallee(call.callee) !== 'map') return [];
    const run = evaluator.getArgument(evaluator.index.listCallArguments(call, module, env), 0);
    if (run?.type !== 'function') return [];
    return [evaluateReturn(evaluator, run, { args: makeOpenArguments(run), call: null, from: env }, env?.any === true)];
  });
}

/** `useQueries({ queries: [{ queryKey }, { queryKey }] })`: each with its own. */
function applyEach(evaluator: Evaluator, site: Place, args: readonly Argument[], env: Env): Applied | null {
  const first = evaluator.getArgument(args, 0);
  const whole = first === undefined ? UNDEFINED : takeWhole(evaluator, first, site, env);
  const list = whole.type === 'object' ? evaluator.getProperty(whole, 'queries', site.node, site.module) : whole;
  const written = list.type === 'array' ? listElements(evaluator, list) : null;
  const queries = (written ?? listMapped(evaluator, site, env)).flatMap((query) => {
    const applied = applyOne(evaluator, site, query, env);
    return applied === null
      ? []
      : [{ callee: applied.callee, given: evaluator.getArgument(applied.args, 0) ?? UNDEFINED }];
  });
  if (queries.length === 0) return null;
  // A function goes with its own key.
  const source = `${site.module.path}:${getStart(site.node)}`;
  const callee = chooseEach(
    source,
    queries.map((query) => query.callee),
  );
  const value = chooseEach(
    source,
    queries.map(({ given }) => given),
  );
  return { callee, args: [{ kind: 'value', value }] };
}

/** `useQuery({ queryKey, queryFn })`, and `useQuery(queryKey, queryFn)` of old. */
function applyQuery(evaluator: Evaluator, site: Place, args: readonly Argument[], env: Env): Applied | null {
  const given = evaluator.getArgument(args, 0);
  const first = given === undefined ? UNDEFINED : takeWhole(evaluator, given, site, env);
  if (first.type !== 'array' && first.type !== 'text') return applyOne(evaluator, site, first, env);
  const second = evaluator.getArgument(args, 1);
  const own = second !== undefined && isRunnable(second) ? second : undefined;
  const callee = own ?? evaluateDefaultQuery(evaluator, false, site.module);
  const queryKey = first.type === 'text' ? makeArray([first]) : first;
  return callee === null ? null : { callee, args: [{ kind: 'value', value: makeObject({ queryKey }) }] };
}

/** `useMutation({ mutationFn }).mutate(given)`, `useRequest(send, { manual: true }).run(…)`: the function, as it is given. */
function applyMutation(
  evaluator: Evaluator,
  site: Place,
  hook: ExternalValue,
  args: readonly Argument[],
): Applied | null {
  const { made, path } = hook;
  const name = made?.by.path.at(-1) ?? '';
  const isRequest = made?.by.module === 'ahooks' && name === 'useRequest' && /^run(?:Async)?$/.test(path.join('.'));
  const isMutation =
    QUERY.test(made?.by.module ?? '') && MUTATIONS.test(name) && /^mutate(?:Async)?$/.test(path.join('.'));
  const given = made === null || !(isRequest || isMutation) ? undefined : evaluator.getArgument(made.args, 0);
  if (given === undefined) return null;
  const callee = given.type === 'object' ? evaluator.getProperty(given, 'mutationFn', site.node, site.module) : given;
  return callee.type === 'function' ? { callee, args: isMutation ? args.slice(0, 1) : args } : null;
}

/** `createResource(() => `/agents/${props.id}`, fetcher)` of Solid calls the fetcher with what the source gives. */
function applyResource(evaluator: Evaluator, args: readonly Argument[], env: Env): Applied | null {
  const [source, fetcher] = args;
  const callee = fetcher === undefined ? undefined : evaluator.evaluateArgument(fetcher);
  if (source === undefined || callee === undefined || !isRunnable(callee)) return null;
  return { callee, args: [readKey(evaluator, source, env)] };
}

/** `useCachedPromise(load, ['/calls'])` calls the function with the elements of the list. */
const SPREADING: Readonly<Record<string, RegExp>> = {
  '@raycast/utils': /^use(?:Cached)?Promise$/,
  'react-async-hook': /^useAsync(?:Abortable)?$/,
};

function applySpreading(evaluator: Evaluator, args: readonly Argument[]): Applied | null {
  const [callee, list] = [evaluator.getArgument(args, 0), evaluator.getArgument(args, 1)];
  const given = list?.type === 'array' ? listElements(evaluator, list) : null;
  if (callee?.type !== 'function' || given === null) return null;
  return { callee, args: given.map((value) => ({ kind: 'value', value })) };
}

/** `useRequest(load, { defaultParams: ['/calls'] })` of ahooks calls the function with them, `manual` or not. */
function applyRequest(evaluator: Evaluator, site: Place, args: readonly Argument[]): Applied | null {
  const [callee, options] = [evaluator.getArgument(args, 0), evaluator.getArgument(args, 1)];
  if (callee?.type !== 'function') return null;
  const given =
    options?.type === 'object' ? evaluator.getProperty(options, 'defaultParams', site.node, site.module) : undefined;
  const elements = given?.type === 'array' ? listElements(evaluator, given) : null;
  return elements === null ? null : { callee, args: elements.map((value) => ({ kind: 'value', value })) };
}

/** What a hook calls, and with what; null for other calls. */
export function applyQueryHook(
  evaluator: Evaluator,
  site: Place,
  hook: ExternalValue,
  args: readonly Argument[],
  env: Env,
): Applied | null {
  if (SWR.test(hook.module)) return applySwr(evaluator, site, hook, args, env);
  const mutation = applyMutation(evaluator, site, hook, args);
  if (mutation !== null) return mutation;
  const name = [...(hook.made?.by.path ?? []), ...hook.path].join('.');
  if (hook.module === 'solid-js') return name === 'createResource' ? applyResource(evaluator, args, env) : null;
  if (hook.module === 'ahooks' && name === 'useRequest') return applyRequest(evaluator, site, args);
  if (SPREADING[hook.module]?.test(name) === true) return applySpreading(evaluator, args);
  if (!QUERY.test(hook.module)) return null;
  if (MANY.test(name)) return applyEach(evaluator, site, args, env);
  return QUERY_CALLS.test(name) ? applyQuery(evaluator, site, args, env) : null;
}
