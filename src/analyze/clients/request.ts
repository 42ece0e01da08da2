import type { Value } from '../values.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  configured,
  firstOption,
  type HttpLibrary,
  isOptions,
  join,
  makeClient,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** request and request-promise: `request(url)`, `request({ uri, method })`, verbs, `request.defaults({ baseUrl })`. */

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  const isVerb = VERBS.includes(name) || name === 'del';
  if (name !== '' && !isVerb) return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const options = isOptions(first) ? first : argument(call, 1);
  const url = isOptions(first) ? firstOption(call, first, ['uri', 'url']) : first;
  if (url === undefined) return null;
  const base = baseOption(call, options, ['baseUrl']) ?? configured(call, ['baseUrl']);
  const method = isVerb ? verb(name) : (firstOption(call, options, ['method']) ?? configured(call, ['method']) ?? null);
  return { client: 'request', url: join(call, base, url, 'slash'), urlNode: argumentNode(call, 0), method, options };
}

function create(call: ClientCall): Value | null {
  if (call.target.path.join('.') !== 'defaults') return null;
  const given = argument(call, 0);
  const inherited = call.target.type === 'client' ? call.target.options : [];
  return makeClient('request', given === undefined ? inherited : [...inherited, given], call.node);
}

export const requestLibrary: HttpLibrary = {
  name: 'request',
  modules: [
    'request',
    'request-promise',
    'request-promise-native',
    'postman-request',
    '@cypress/request',
    'requestretry',
    'teeny-request',
  ],
  create,
  send,
};
