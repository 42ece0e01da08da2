import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeArray, makeObject } from '../members/objects.ts';
import { isUndefined } from '../values/missing.ts';
import type { Argument, Env, ExternalValue, Value } from '../values/values.ts';
import type { Applied } from './applied-calls.ts';
import { evaluateReturn } from './calls.ts';
import { evaluateDefaultQuery } from './default-queries.ts';
import { makeOpenArguments } from './open-arguments.ts';

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
const QUERY_CALLS = /(?:^|\.)(?:use\w*Query|createQuery|fetchQuery|prefetchQuery|ensureQueryData|queryOptions)$/;

const MUTATIONS = /^(?:use|create|inject)Mutation$/;

/** `useQuery({ queryKey, queryFn })` calls the function with `{ queryKey }`; so does `useQuery(queryKey, queryFn)` of old. */
function applyQuery(evaluator: Evaluator, site: Place, args: readonly Argument[]): Applied | null {
  const first = evaluator.getArgument(args, 0);
  if (first === undefined) return null;
  const isKey = first.type === 'array' || first.type === 'text';
  if (first.type !== 'object' && !isKey) return null;
  const read = (name: string) => evaluator.getProperty(first, name, site.node, site.module);
  const second = isKey ? evaluator.getArgument(args, 1) : undefined;
  const own = isKey ? (second !== undefined && isRunnable(second) ? second : undefined) : read('queryFn');
  const callee = own === undefined || isUndefined(own) ? evaluateDefaultQuery(evaluator, false, site.module) : own;
  const queryKey = first.type === 'text' ? makeArray([first]) : isKey ? first : read('queryKey');
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
  return QUERY.test(hook.module) && QUERY_CALLS.test(name) ? applyQuery(evaluator, site, args) : null;
}
