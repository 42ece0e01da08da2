import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isConstruction,
  isOptions,
  join,
  makeClient,
  option,
  type SentRequest,
} from './client.ts';
import { sendLikeFetch } from './fetch.ts';

/** undici: `request(url, options)`, `fetch`, `stream`, and `new Pool(origin).request({ path, method })`. */

const POOLS = new Set(['Pool', 'Client', 'BalancedPool', 'RoundRobinPool', 'RetryClient']);
const DISPATCHERS = new Set(['request', 'stream', 'pipeline', 'dispatch', 'connect', 'upgrade']);

function create(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  if (!isConstruction(call)) return null;
  if (name === 'MockAgent') return makeClient('undici-mock', [], call.node);
  if (!POOLS.has(name)) return null;
  const origin = argument(call, 0);
  if (origin?.type === 'client') return origin;
  return makeClient('undici', origin === undefined ? [] : [origin], call.node);
}

function sendOnPool(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'client' || !DISPATCHERS.has(call.target.path.join('.'))) return null;
  const options = argument(call, 0);
  const path = option(call, options, 'path');
  if (path === undefined) return null;
  const origin = firstOption(call, options, ['origin']) ?? call.target.options[0];
  return {
    client: 'undici',
    url: join(call, origin, path, 'slash'),
    urlNode: argumentNode(call, 0),
    method: option(call, options, 'method') ?? null,
    message: { isVerb: false, options, optionsIndex: 0, bodyName: 'body', encoding: 'text', bodyIndex: null },
  };
}

function send(call: ClientCall): SentRequest | null {
  if (call.target.type === 'client') return sendOnPool(call);
  const name = call.target.path.join('.');
  if (name === 'fetch') return sendLikeFetch(call);
  if (!DISPATCHERS.has(name)) return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const options = isOptions(first) ? first : argument(call, 1);
  const origin = isOptions(first) ? option(call, first, 'origin') : first;
  const path = option(call, options, 'path');
  if (origin === undefined) return null;
  const url = path === undefined ? origin : join(call, origin, path, 'slash');
  const message = {
    isVerb: false,
    options,
    optionsIndex: isOptions(first) ? 0 : 1,
    bodyName: 'body',
    encoding: 'text',
    bodyIndex: null,
  } as const;
  return {
    client: 'undici',
    url,
    urlNode: argumentNode(call, 0),
    method: option(call, options, 'method') ?? null,
    message,
  };
}

export const undiciLibrary: HttpLibrary = { name: 'undici', modules: ['undici'], create, send };
