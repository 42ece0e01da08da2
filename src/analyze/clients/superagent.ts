import type { Value } from '../values/values.ts';
import { evaluateBeside, findChainedCall, isNamed } from './chained-call.ts';
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
import type { RequestMessage } from './message.ts';
import { applyPlugins } from './superagent-plugins.ts';

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
  const sent = describeSend(call);
  const request = { client: 'superagent', url: first, urlNode: argumentNode(call, 0), method: verb(name) };
  return sent === undefined ? request : { ...request, message: { ...sent, isVerb: true } };
}

/** The body is what `.send(…)` of the chain is given; where the request gets a name, nobody knows who sends what. */
export function describeSend(call: ClientCall): RequestMessage | undefined {
  const sent = findChainedCall(call.node, (name) => name === 'send');
  if (sent === null && isNamed(call.node)) return undefined;
  const [given] = sent?.arguments ?? [];
  const body = given === undefined ? undefined : evaluateBeside(call, given);
  const common = {
    options: undefined,
    optionsIndex: 1,
    bodyName: 'body',
    encoding: 'object',
    bodyIndex: null,
  } as const;
  return { ...common, isVerb: false, carrier: { call: sent, body } };
}

const WRAPPERS = /^superagent-(?:use|promise|as-promised)$/;

/** What an agent does for each of its requests; it gives itself back. */
export const AGENT_DEFAULTS =
  /^(?:use|on|once|set|query|type|accept|auth|withCredentials|sortQuery|retry|ok|redirects|timeout|buffer|serialize|parse|ca|key|pfx|cert)$/;

function create(call: ClientCall): Value | null {
  // `superagentUse(superagent)` gives it back with `use`, which gives it back as well; `wrap(superagent, Promise)` with `then`.
  if (call.target.type === 'external' && WRAPPERS.test(call.target.module)) return argument(call, 0) ?? null;
  if (call.target.type === 'client' && AGENT_DEFAULTS.test(call.target.path.join('.')))
    return { ...call.target, path: [] };
  return call.target.path.join('.') === 'agent' ? makeClient('superagent', [], call.node) : null;
}

export const superagentLibrary: HttpLibrary = {
  name: 'superagent',
  modules: ['superagent', 'superagent-use', 'superagent-promise', 'superagent-as-promised'],
  create,
  // `.get(url)` on what a request gave back (`made`) is a header or query method, not a request.
  send: (call) => {
    const sent = call.target.type === 'external' && call.target.made !== null ? null : send(call);
    return sent === null ? null : { ...sent, url: applyPlugins(call, sent.url) };
  },
};
