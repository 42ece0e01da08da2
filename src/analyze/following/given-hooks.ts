import { type CallNode, isMemberNode, nameCallee } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import { evaluateCallee } from '../calls/calls.ts';
import { listSettings } from '../calls/default-queries.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { isSameClient, type Target } from '../interceptors/interceptors.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import { CALL, type Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import { UNDEFINED, type Value } from '../values/values.ts';
import { type ClientHook, listHooksIn, type Ways } from './hook-functions.ts';

/**
 * Functions that a package is handed with a client, `axiosRetry(client, { retryCondition })`, or with a key, `useSWR('/calls', fetcher,
 * { onError })`: each sees which address is asked.
 */

/** By the package that is called with a client and these options. */
const WITH_CLIENT: Readonly<Record<string, Ways>> = {
  'axios-retry': {
    retryCondition: [{ path: ['config', 'url'] }],
    onMaxRetryTimesExceeded: [{ path: ['config', 'url'] }],
    retryDelay: [{ path: ['config', 'url'], index: 1 }],
    onRetry: [
      { path: ['config', 'url'], index: 1 },
      { path: ['url'], index: 2 },
    ],
  },
  'axios-cache-interceptor': { cachePredicate: [{ path: ['config', 'url'] }] },
};

const PACKAGES = /['"](?:axios-retry|axios-cache-interceptor)['"]/;

/** Calls of such a package, under whatever name it is imported. */
const listCandidates = gatherFromCalls(
  (): CallSite[] => [],
  (sites, site) => {
    const { node, module } = site;
    if (node.type === 'CallExpression' && node.arguments.length > 1 && mentions(module, PACKAGES)) sites.push(site);
  },
);

export function mayHandClients(evaluator: Evaluator): boolean {
  return listCandidates(evaluator).length > 0;
}

/** `axiosRetry(client, { retryCondition: (error) => … })`: what sees the requests of the client that is handed over first. */
export function listHandedWith(evaluator: Evaluator, targets: readonly Target[]): readonly ClientHook[] {
  return listCandidates(evaluator).flatMap(({ node, module }): readonly ClientHook[] => {
    const [client, options] = 'arguments' in node ? (node.arguments as readonly SyntaxNode[]) : [];
    if (client === undefined || options === undefined) return [];
    const ways = listOptions(evaluateCallee(evaluator, node, module, null)).flatMap((callee): readonly Ways[] => {
      const known = callee.type === 'external' && callee.made === null ? WITH_CLIENT[callee.module] : undefined;
      return known === undefined ? [] : [known];
    });
    if (ways.length === 0) return [];
    const owners = listOptions(evaluator.evaluate(client, module, evaluator.anyCaller));
    if (!owners.some((owner) => targets.some((target) => isSameClient(owner, target)))) return [];
    const given = evaluator.evaluate(options, module, evaluator.anyCaller);
    return ways.flatMap((each) => listHooksIn(evaluator, given, each, { node, module }));
  });
}

/** The options of the API around an endpoint: those of `createApi(options)`, or of the one that endpoints are injected into. */
function findApiOptions(evaluator: Evaluator, endpoint: SyntaxNode, module: Module): Value | undefined {
  for (let at = getParent(endpoint); at !== undefined; at = getParent(at)) {
    if (at.type !== 'CallExpression') continue;
    const name = nameCallee(at.callee);
    const args = evaluator.index.listCallArguments(at, module, null);
    if (name === 'createApi') return evaluator.getArgument(args, 0);
    if (name !== 'injectEndpoints' || !isMemberNode(at.callee)) continue;
    const api = evaluator.evaluate(at.callee.object, module, null);
    return api.type === 'external' && api.made !== null ? evaluator.getArgument(api.made.args, 0) : undefined;
  }
  return undefined;
}

const ENDPOINT = /^(?:query|mutation|infiniteQuery)$/;

/** RTK Query: what `query: () => ({ url })` of an endpoint gives back is what a base query of the project is handed. */
export function listBaseQueries(
  evaluator: Evaluator,
  call: CallNode,
  { path, module }: Pick<Place, 'path' | 'module'>,
): readonly ClientHook[] {
  const [member, called, ...rest] = path;
  if (call.type === 'TaggedTemplateExpression' || member !== 'query' || called !== CALL || rest.length > 1) return [];
  if (!ENDPOINT.test(nameCallee(call.callee) ?? '')) return [];
  const options = findApiOptions(evaluator, call, module);
  const query = options === undefined ? UNDEFINED : evaluator.getProperty(options, 'baseQuery', call, module);
  return listOptions(query).flatMap((hook) =>
    hook.type === 'function' ? [{ hook, path: rest, isAnswer: false }] : [],
  );
}

/** SWR hands its key to what it tells of an answer or a failure. */
const WITH_KEY: Ways = {
  onSuccess: [{ path: [], index: 1 }],
  onError: [{ path: [], index: 1 }],
  onErrorRetry: [{ path: [], index: 1 }],
  onLoadingSlow: [{ path: [] }],
};

const SWR = /^swr(?:\/(?:immutable|infinite))?$/;

/** The functions of a hook, and those of `<SWRConfig>`, that are handed the key. */
export function listKeyHooks(evaluator: Evaluator, call: CallNode, module: Module): readonly ClientHook[] {
  if (call.type === 'TaggedTemplateExpression' || !/^(?:useSWR|default$)/.test(nameCallee(call.callee) ?? ''))
    return [];
  const isSwr = listOptions(evaluateCallee(evaluator, call, module, null)).some(
    (callee) => callee.type === 'external' && SWR.test(callee.module),
  );
  if (!isSwr) return [];
  const own = evaluator.index
    .listCallArguments(call, module, evaluator.anyCaller)
    .slice(1)
    .map((argument) => evaluator.evaluateArgument(argument));
  const set = listSettings(evaluator, 'SWRConfig', module).map(({ node, module: around }) => {
    const [props] = evaluator.index.listCallArguments(node, around, null);
    const value = props === undefined ? undefined : evaluator.evaluateArgument(props);
    return value === undefined ? undefined : evaluator.getProperty(value, 'value', node, around);
  });
  return [...own, ...set].flatMap((options) =>
    options === undefined ? [] : listHooksIn(evaluator, options, WITH_KEY, { node: call, module }),
  );
}
