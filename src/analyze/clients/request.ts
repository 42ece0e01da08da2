import type { Value } from '../values/values.ts';
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
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import type { RequestMessage } from './message.ts';

/** request and request-promise: `request(url)`, `request({ uri, method })`, verbs, `request.defaults({ baseUrl })`. */

/** `json: {…}` is a body of its own, `json: true` makes one of `body`. */
function describeBody(
  call: ClientCall,
  options: Value | undefined,
  isVerb: boolean,
  optionsIndex: number,
): RequestMessage | null {
  if (option(call, options, 'form') !== undefined || option(call, options, 'formData') !== undefined) return null;
  const json = option(call, options, 'json') ?? configured(call, ['json']);
  const common = { isVerb, options, optionsIndex, bodyIndex: null } as const;
  if (json?.type === 'primitive' && json.value === true) return { ...common, bodyName: 'body', encoding: 'object' };
  const hasText = json === undefined && option(call, options, 'body') !== undefined;
  return hasText
    ? { ...common, bodyName: 'body', encoding: 'text' }
    : { ...common, bodyName: 'json', encoding: 'object' };
}

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  const isVerb = VERBS.includes(name) || name === 'del';
  if (name !== '' && !isVerb) return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const second = argument(call, 1);
  // `request(url, callback)` has none.
  const options = isOptions(first) ? first : second?.type === 'function' ? undefined : second;
  const url = isOptions(first) ? firstOption(call, first, ['uri', 'url']) : first;
  if (url === undefined) return null;
  const base = baseOption(call, options, ['baseUrl']) ?? configured(call, ['baseUrl']);
  const method = isVerb ? verb(name) : (firstOption(call, options, ['method']) ?? configured(call, ['method']) ?? null);
  const message = describeBody(call, options, isVerb, isOptions(first) ? 0 : 1);
  const sent = message === null ? { options } : { message };
  return { client: 'request', url: join(call, base, url, 'slash'), urlNode: argumentNode(call, 0), method, ...sent };
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
