import type { Value } from '../values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  makeClient,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** superagent: `request.get(url).set(…)`, `request('POST', url)`, `request.agent().post(url)`. */

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.at(-1) ?? '';
  const isRoot = call.target.path.length === 0;
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (first === undefined) return null;
  if (isRoot) {
    if (second === undefined || second.type === 'function')
      return { client: 'superagent', url: first, urlNode: argumentNode(call, 0), method: null };
    return { client: 'superagent', url: second, urlNode: argumentNode(call, 1), method: first };
  }
  if (!VERBS.includes(name) && name !== 'del') return null;
  return { client: 'superagent', url: first, urlNode: argumentNode(call, 0), method: verb(name) };
}

function create(call: ClientCall): Value | null {
  return call.target.path.join('.') === 'agent' ? makeClient('superagent', [], call.node) : null;
}

export const superagentLibrary: HttpLibrary = {
  name: 'superagent',
  modules: ['superagent'],
  create,
  // `.get(url)` on what a request gave back (`made`) is a header or query method, not a request.
  send: (call) => (call.target.type === 'external' && call.target.made !== null ? null : send(call)),
};
