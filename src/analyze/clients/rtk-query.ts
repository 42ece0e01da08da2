import { evaluateReturn } from '../calls.ts';
import { listProperties } from '../objects.ts';
import { listOptions } from '../unions.ts';
import { NO_PROVENANCE, type Value } from '../values.ts';
import { argument, type ClientCall, type HttpLibrary, isOptions, join, option, type SentRequest } from './client.ts';

/** RTK Query: `createApi({ baseQuery: fetchBaseQuery({ baseUrl }), endpoints: (b) => ({ list: b.query({ query }) }) })`. */

const BUILDER: Value = {
  type: 'external',
  module: '@reduxjs/toolkit/query',
  path: ['builder'],
  made: null,
  ...NO_PROVENANCE,
};

/** The options of `fetchBaseQuery`, also behind a wrapper of it. */
function findBaseOptions(call: ClientCall, config: Value): Value | undefined {
  const query = option(call, config, 'baseQuery');
  for (const entry of query === undefined ? [] : listOptions(query)) {
    if (entry.type !== 'external' || entry.made === null) continue;
    // `retry(fetchBaseQuery(…))` and the like wrap the base query.
    const [first] = entry.made.args;
    const inner = first === undefined ? undefined : call.evaluator.evaluateArgument(first);
    if (inner?.type === 'external' && inner.made !== null) {
      const wrapped = call.evaluator.getArgument(inner.made.args, 0);
      if (isOptions(wrapped)) return wrapped;
    }
    if (isOptions(inner)) return inner;
  }
  return undefined;
}

function describeEndpoint(call: ClientCall, shared: Value | undefined, endpoint: Value): readonly SentRequest[] {
  if (endpoint.type !== 'external' || endpoint.made === null) return [];
  const config = call.evaluator.getArgument(endpoint.made.args, 0);
  const query = option(call, config, 'query');
  if (query?.type !== 'function') return [];
  const answer = evaluateReturn(call.evaluator, query, { args: [], call: null, from: null }, false);
  const part = endpoint.made.call;
  const base = option(call, shared, 'baseUrl');
  const inherited = shared === undefined ? [] : [shared];
  return listOptions(answer).flatMap((entry): readonly SentRequest[] => {
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
  });
}

function send(call: ClientCall): readonly SentRequest[] {
  const name = call.target.path.at(-1);
  if (name !== 'createApi' && name !== 'injectEndpoints') return [];
  const config = argument(call, 0);
  if (config === undefined) return [];
  const endpoints = option(call, config, 'endpoints');
  if (endpoints?.type !== 'function') return [];
  const made = call.target.type === 'external' ? call.target.made : null;
  const parent = made === null ? undefined : call.evaluator.getArgument(made.args, 0);
  const shared = findBaseOptions(call, config) ?? (parent === undefined ? undefined : findBaseOptions(call, parent));
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
