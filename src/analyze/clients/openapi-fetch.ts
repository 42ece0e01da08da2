import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  configured,
  type HttpLibrary,
  join,
  makeClient,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** openapi-fetch: `createClient({ baseUrl }).GET('/calls/{id}', …)`, `client.request('get', '/calls')`. */
function send(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'client') return null;
  const name = (call.target.path[0] ?? '').toLowerCase();
  const index = name === 'request' ? 1 : 0;
  const url = argument(call, index);
  if (url === undefined || (!VERBS.includes(name) && name !== 'request')) return null;
  const method = name === 'request' ? (argument(call, 0) ?? null) : verb(name);
  return {
    client: 'openapi-fetch',
    url: join(
      call,
      baseOption(call, argument(call, index + 1), ['baseUrl']) ?? configured(call, ['baseUrl']),
      url,
      'slash',
    ),
    urlNode: argumentNode(call, index),
    method,
    message: {
      isVerb: name !== 'request',
      options: argument(call, index + 1),
      optionsIndex: index + 1,
      bodyName: 'body',
      encoding: 'object',
      bodyIndex: null,
    },
  };
}

function create(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  if (call.target.type === 'client' || (name !== '' && name !== 'createPathBasedClient')) return null;
  const given = argument(call, 0);
  return makeClient('openapi-fetch', given === undefined ? [] : [given], call.node);
}

export const openapiFetchLibrary: HttpLibrary = { name: 'openapi-fetch', modules: ['openapi-fetch'], create, send };
