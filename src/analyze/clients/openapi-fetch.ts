import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
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

const MAKERS = /^(?:createClient|createPathBasedClient)?$/;
/** `endpoint` is what fets calls it. */
const BASES = ['baseUrl', 'endpoint'];

/** `api['/calls'].GET(…)` of a client whose members are paths. */
function sendByPath(call: ClientCall, name: string): SentRequest | null {
  const callee = call.node.type === 'CallExpression' ? unwrap(call.node.callee) : null;
  const owner = callee !== null && isMemberNode(callee) ? unwrap(callee.object) : null;
  if (owner === null || !isMemberNode(owner) || !owner.computed || !VERBS.includes(name)) return null;
  const url = call.evaluator.evaluate(owner.property, call.module, call.env ?? null);
  const base = baseOption(call, argument(call, 0), ['baseUrl']) ?? configured(call, BASES);
  return { client: 'openapi-fetch', url: join(call, base, url, 'slash'), urlNode: owner.property, method: verb(name) };
}

/** openapi-fetch: `createClient({ baseUrl }).GET('/calls/{id}', …)`, `client.request('get', '/calls')`. */
function send(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'client') return null;
  if (call.target.path.length === 2) return sendByPath(call, (call.target.path[1] ?? '').toLowerCase());
  const name = (call.target.path[0] ?? '').toLowerCase();
  const index = name === 'request' ? 1 : 0;
  const url = argument(call, index);
  if (url === undefined || (!VERBS.includes(name) && name !== 'request')) return null;
  const method = name === 'request' ? (argument(call, 0) ?? null) : verb(name);
  return {
    client: 'openapi-fetch',
    url: join(call, baseOption(call, argument(call, index + 1), ['baseUrl']) ?? configured(call, BASES), url, 'slash'),
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
  const given = argument(call, 0);
  if (name === 'wrapAsPathBasedClient') return given ?? null;
  if (call.target.type === 'client' || !MAKERS.test(name)) return null;
  return makeClient('openapi-fetch', given === undefined ? [] : [given], call.node);
}

export const openapiFetchLibrary: HttpLibrary = {
  name: 'openapi-fetch',
  modules: ['openapi-fetch', 'fets'],
  create,
  send,
};
