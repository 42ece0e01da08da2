import { contains, unwrap } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { makeOpenArguments } from '../calls/open-arguments.ts';
import { isReachable } from '../chains/reachable.ts';
import { listProperties } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { getTextHead } from '../texts/texts.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions } from '../values/unions.ts';
import { describeValue } from '../values/value-identity.ts';
import type { FunctionValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { argument, type ClientCall, type HttpLibrary, isOptions, join, option, type SentRequest } from './client.ts';
import { readOwnBaseQuery } from './own-base-query.ts';

/** RTK Query: `createApi({ baseQuery: fetchBaseQuery({ baseUrl }), endpoints: (b) => ({ list: b.query({ query }) }) })`. */

const BUILDER: Value = {
  type: 'external',
  module: '@reduxjs/toolkit/query',
  path: ['builder'],
  made: null,
  ...NO_PROVENANCE,
};

/** More wrappers around one base query are not looked through. */
const MAX_WRAPPERS = 4;

/** What reaches a base query of the library, and with which options. */
interface Reached {
  readonly options: Value;
  readonly asked: Value;
}

/** The options of a base query; where a function of the project stands before it, what that makes of what is asked. */
type Shared = Value | ((asked: Value) => readonly Reached[]) | undefined;

interface HandedOn {
  readonly node: SyntaxNode;
  readonly given: SyntaxNode;
  readonly query: Value;
}

/** Names between a parameter and what is made of it. */
const MAX_NAMES = 3;

/** Is an expression the parameter, or made of it? */
function isMadeOf(name: Binding, given: SyntaxNode, module: Module, depth = 0): boolean {
  return someNode(given, (node) => {
    const binding = node.type === 'Identifier' ? findBindingOf(module, node) : undefined;
    const source = binding?.source.kind === 'value' ? binding.source.node : null;
    if (binding === name) return true;
    const given = depth === MAX_NAMES ? [] : [source, ...(binding?.assignments ?? []).map(({ node: at }) => at)];
    return given.some((at) => at !== null && isMadeOf(name, at, module, depth + 1));
  });
}

/**
 * `(args, api, extra) => raw(args, api, extra)`: the base queries to which a function of the project hands on what it is asked, as it
 * is or changed: `raw({ ...args, url: `/x${args.url}` }, api, extra)`.
 */
function listHandedOn(call: ClientCall, { fn, module }: FunctionValue): readonly HandedOn[] {
  const [param] = fn.params;
  const name = findBindingOf(module, param);
  if (name === undefined) return [];
  return module.scripts
    .flatMap((script) => script.calls)
    .flatMap((node) => {
      const given = node.type === 'CallExpression' && contains(fn, node) ? node.arguments[0] : undefined;
      if (given === undefined || !('callee' in node)) return [];
      const queries = listOptions(call.evaluator.evaluate(node.callee, module, null)).filter(
        ({ type }) => type === 'function' || type === 'external',
      );
      return queries.length > 0 && isMadeOf(name, given, module)
        ? queries.map((query) => ({ node, given, query }))
        : [];
    });
}

/** `args.own ? own(args, api, extra) : voice(args, api, extra)` */
function chooseByAsked(call: ClientCall, query: FunctionValue, depth: number): Shared {
  const { fn, module, env } = query;
  const { evaluator } = call;
  const [param] = fn.params;
  const name = findBindingOf(module, param);
  const choices = listHandedOn(call, query).flatMap(({ node, given, query: inner }) => {
    const options = findOptionsOf(call, inner, depth + 1);
    return options === undefined ? [] : [{ node, given: unwrap(given), options }];
  });
  const all = [...new Set(choices.map(({ options }) => options))];
  const isSame = choices.every(({ given }) => name !== undefined && findBindingOf(module, given) === name);
  if (all.length < 2 && isSame) return all[0];
  return (asked) => {
    const inner = extendEnv(env, { fn, args: [{ kind: 'value', value: asked }], self: null, call: null }, false);
    const reached = choices.filter(({ node }) => isReachable(evaluator, node, module, inner));
    const found = reached.flatMap(({ given, options }) => {
      const changed = listOptions(evaluator.evaluate(given, module, inner));
      return changed.flatMap((entry) => (typeof options === 'function' ? options(entry) : [{ options, asked: entry }]));
    });
    return found.filter((one, index) => found.findIndex((other) => isSameWay(one, other)) === index);
  };
}

/** Tried again after a failure, a request is the same. */
function isSameWay(one: Reached, other: Reached): boolean {
  return one.options === other.options && describeValue(one.asked) === describeValue(other.asked);
}

/** The options of `fetchBaseQuery`, also behind wrappers of it. */
function findOptionsOf(call: ClientCall, query: Value, depth = 0): Shared {
  if (depth > MAX_WRAPPERS) return undefined;
  if (query.type === 'function') {
    return chooseByAsked(call, query, depth) ?? readOwnBaseQuery(call, query);
  }
  if (query.type !== 'external' || query.made === null) return undefined;
  // `retry(fetchBaseQuery(…))` and the like wrap the base query.
  const [first] = query.made.args;
  const inner = first === undefined ? undefined : call.evaluator.evaluateArgument(first);
  if (inner === undefined || isOptions(inner)) return inner;
  return findOptionsOf(call, inner, depth + 1);
}

function findBaseOptions(call: ClientCall, config: Value): Shared {
  const query = option(call, config, 'baseQuery');
  for (const entry of query === undefined ? [] : listOptions(query)) {
    const found = findOptionsOf(call, entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

function describeQuery(call: ClientCall, shared: Shared, asked: Value, part: SyntaxNode): readonly SentRequest[] {
  return listOptions(asked).flatMap((entry) => {
    if (typeof shared !== 'function') return describeEntry(call, shared, entry, part);
    return shared(entry).flatMap(({ options, asked: changed }) => describeEntry(call, options, changed, part));
  });
}

function describeEntry(
  call: ClientCall,
  shared: Value | undefined,
  entry: Value,
  part: SyntaxNode,
): readonly SentRequest[] {
  const base = option(call, shared, 'baseUrl');
  const inherited = shared === undefined ? [] : [shared];
  const url = isOptions(entry) ? option(call, entry, 'url') : entry;
  if (url === undefined) return [];
  const method = isOptions(entry) ? (option(call, entry, 'method') ?? null) : null;
  const request = {
    client: 'rtk-query',
    url: join(call, base, url, 'slash'),
    urlNode: part,
    method,
    part,
    inherited,
  };
  if (!isOptions(entry)) return [request];
  const common = { isVerb: false, optionsIndex: 0, bodyName: 'body', encoding: 'object', bodyIndex: null } as const;
  return [{ ...request, message: { ...common, options: entry } }];
}

/** `queryFn: async (id, api, extra, baseQuery) => baseQuery('/calls')`: what it hands to the base query that it is given. */
function describeOwnQueries(call: ClientCall, shared: Shared, { fn, module }: FunctionValue): readonly SentRequest[] {
  const [, , , param] = fn.params;
  const name = findBindingOf(module, param);
  if (name === undefined) return [];
  return module.scripts
    .flatMap((script) => script.calls)
    .flatMap((node) => {
      if (node.type !== 'CallExpression' || !contains(fn, node) || node.callee.type !== 'Identifier') return [];
      const [given] = node.arguments;
      if (given === undefined || findBindingOf(module, node.callee) !== name) return [];
      return describeQuery(call, shared, call.evaluator.evaluate(given, module, null), node);
    });
}

function describeEndpoint(call: ClientCall, shared: Shared, endpoint: Value): readonly SentRequest[] {
  if (endpoint.type !== 'external' || endpoint.made === null) return [];
  const config = call.evaluator.getArgument(endpoint.made.args, 0);
  const own = option(call, config, 'queryFn');
  if (own?.type === 'function') return describeOwnQueries(call, shared, own);
  const query = option(call, config, 'query');
  if (query?.type !== 'function') return [];
  const answer = evaluateReturn(
    call.evaluator,
    query,
    { args: makeOpenArguments(query), call: null, from: null },
    false,
  );
  return describeQuery(call, shared, answer, endpoint.made.call);
}

/**
 * `baseQuery({ url: '/agents/refresh' }, api, extra)` in a wrapper around the base query: what it asks on its own. What it hands
 * on is asked by the endpoints.
 */
function describeOwnQuery(call: ClientCall): readonly SentRequest[] {
  const asked = argument(call, 0);
  const shared = call.target.type === 'external' ? findOptionsOf(call, call.target) : undefined;
  if (asked === undefined || shared === undefined) return [];
  // `raw(`/v1${path}`)`: the endpoints say the rest.
  const own = listOptions(asked).filter((entry) => {
    const url = isOptions(entry) ? option(call, entry, 'url') : entry;
    return url?.type === 'text' && /(?!v\d)[a-z]\w+/i.test(getTextHead(url));
  });
  return own.flatMap((entry) => describeQuery(call, shared, entry, call.node));
}

/** Of `createApi({ … }).enhanceEndpoints({ … }).injectEndpoints({ … })`, through whatever stands between. */
function findParentOptions({ evaluator, target, ...call }: ClientCall): Shared {
  for (let made = target.type === 'external' ? target.made : null; made !== null; made = made.by.made) {
    if (made.by.path.at(-1) !== 'createApi') continue;
    const config = evaluator.getArgument(made.args, 0);
    return config === undefined ? undefined : findBaseOptions({ ...call, evaluator, target }, config);
  }
  return undefined;
}

function send(call: ClientCall): readonly SentRequest[] {
  const name = call.target.path.at(-1);
  if (name === undefined && call.target.type === 'external' && call.target.made !== null) return describeOwnQuery(call);
  if (name !== 'createApi' && name !== 'injectEndpoints') return [];
  const config = argument(call, 0);
  if (config === undefined) return [];
  const endpoints = option(call, config, 'endpoints');
  if (endpoints?.type !== 'function') return [];
  const shared = findBaseOptions(call, config) ?? findParentOptions(call);
  const table = evaluateReturn(
    call.evaluator,
    endpoints,
    { args: [{ kind: 'value', value: BUILDER }], call: null, from: null },
    false,
  );
  if (table.type !== 'object') return [];
  return listProperties(call.evaluator, table).flatMap(([, endpoint]) => describeEndpoint(call, shared, endpoint));
}

export const rtkQueryLibrary: HttpLibrary = {
  name: 'rtk-query',
  modules: ['@reduxjs/toolkit/query', '@reduxjs/toolkit/query/react', '@rtk-query/core'],
  send,
};
