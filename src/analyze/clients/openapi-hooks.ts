import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  type HttpLibrary,
  isOptions,
  join,
  type SentRequest,
} from './client.ts';

/**
 * Hooks around a client of openapi-fetch: `createClient(client).useQuery('get', '/calls')` of openapi-react-query, and
 * `createQueryHook(client, 'voice')('/calls')` of swr-openapi.
 */

const REACT_QUERY = 'openapi-react-query';
const SWR = 'swr-openapi';
const QUERIES = /^(?:use(?:Suspense)?(?:Infinite)?Query|useMutation|(?:query|infiniteQuery|mutation)Options)$/;
const HOOKS = /^create(?:Query|Immutable|Infinite)Hook$/;

/** The same client, asked in another way. */
function wrap(call: ClientCall, library: string, isMaker: (name: string) => boolean): Value | null {
  const given = isMaker(call.target.path.join('.')) ? argument(call, 0) : undefined;
  return given?.type === 'client' && given.path.length === 0 ? { ...given, library } : null;
}

function sendTo(call: ClientCall, client: string, at: number, method: Value | null): SentRequest | null {
  const url = argument(call, at);
  if (call.target.type !== 'client' || url === undefined || isOptions(url)) return null;
  const base = configured(call, ['baseUrl']);
  return { client, url: join(call, base, url, 'slash'), urlNode: argumentNode(call, at), method };
}

export const openapiReactQueryLibrary: HttpLibrary = {
  name: REACT_QUERY,
  modules: [REACT_QUERY],
  create: (call) => wrap(call, REACT_QUERY, (name) => name === '' || name === 'createClient'),
  send: (call) => {
    const method = argument(call, 0);
    return method === undefined || !QUERIES.test(call.target.path.join('.'))
      ? null
      : sendTo(call, REACT_QUERY, 1, method);
  },
};

export const swrOpenapiLibrary: HttpLibrary = {
  name: SWR,
  modules: [SWR],
  create: (call) => wrap(call, SWR, (name) => HOOKS.test(name)),
  send: (call) => (call.target.path.length === 0 ? sendTo(call, SWR, 0, null) : null),
};
