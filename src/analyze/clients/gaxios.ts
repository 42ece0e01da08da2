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
  option,
  type SentRequest,
} from './client.ts';

/** gaxios, Google's client: `request({ url, method, baseURL })` and `new Gaxios({ baseURL }).request(…)`. */
function send(call: ClientCall): SentRequest | null {
  if (call.target.path.at(-1) !== 'request') return null;
  const options = argument(call, 0);
  const url = option(call, options, 'url');
  if (url === undefined) return null;
  const base = baseOption(call, options, ['baseURL', 'baseUrl']) ?? configured(call, ['baseURL', 'baseUrl']);
  return {
    client: 'gaxios',
    url: join(call, base, url, 'slash'),
    urlNode: argumentNode(call, 0),
    method: option(call, options, 'method') ?? null,
    message: { isVerb: false, options, optionsIndex: 0, bodyName: 'data', encoding: 'object', bodyIndex: null },
  };
}

function create(call: ClientCall): Value | null {
  if (call.node.type !== 'NewExpression' || call.target.path.at(-1) !== 'Gaxios') return null;
  const given = argument(call, 0);
  return makeClient('gaxios', given === undefined ? [] : [given], call.node);
}

export const gaxiosLibrary: HttpLibrary = { name: 'gaxios', modules: ['gaxios'], create, send };
