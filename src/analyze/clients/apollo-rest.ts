import { contains } from '../../syntax/nodes.ts';
import { makeUnknown } from '../texts/texts.ts';
import { resolveUrl } from '../urls/urls.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  join,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import type { RequestMessage } from './message.ts';
import { findOwnInstance } from './own-instance.ts';

const OLD = 'apollo-datasource-rest';

/** Apollo's `RESTDataSource`: a class below it sends with `this.get('agents')` to its field `baseURL`. */

function findBase({ evaluator, node, module }: ClientCall, source: Value): Value | null {
  const base = evaluator.getProperty(source, 'baseURL', node, module);
  return base.type === 'primitive' ? null : base;
}

/** Does the class make URLs itself, or change the path of a request before it is sent? */
function changesUrls({ evaluator, node, module }: ClientCall, source: Value): boolean {
  const read = (name: string) => evaluator.getProperty(source, name, node, module);
  if (read('resolveURL').type === 'function') return true;
  const hook = read('willSendRequest');
  if (hook.type !== 'function') return false;
  return evaluator.index
    .listMemberAssignments('path')
    .some(({ target, module: owner }) => owner === hook.module && contains(hook.fn, target));
}

function resolve(call: ClientCall, url: Value): Value {
  const source = findOwnInstance(call);
  if (source !== null && changesUrls(call, source))
    return join(call, makeUnknown(call.node, call.module, 'the class changes its URLs'), url, 'slash');
  const base = source === null ? null : findBase(call, source);
  // Up to version 3 a slash in front was dropped; now it leads to the root of the host.
  return call.target.type === 'external' && call.target.module === OLD
    ? join(call, base ?? undefined, url, 'slash')
    : resolveUrl(url, base, call.node, call.module);
}

const WITHOUT_BODY = /^(?:get|delete|head|options)$/;

/** Up to version 3 the body stood in front of the options; now it is one of them. */
function readMessage(call: ClientCall, name: string): RequestMessage {
  const { target } = call;
  const isPositional = target.type === 'external' && target.module === OLD && !WITHOUT_BODY.test(name);
  const optionsIndex = isPositional ? 2 : 1;
  const options = argument(call, optionsIndex);
  const fixed = { isVerb: true, options, optionsIndex, bodyName: 'body', encoding: 'object' } as const;
  return isPositional ? { ...fixed, bodyIndex: 1, positional: argument(call, 1) } : { ...fixed, bodyIndex: null };
}

function send(call: ClientCall): SentRequest | null {
  const [source, instance, name] = call.target.path;
  const url = argument(call, 0);
  if (source !== 'RESTDataSource' || instance !== 'instance()' || name === undefined || !VERBS.includes(name))
    return null;
  if (url === undefined) return null;
  const message = readMessage(call, name);
  const { options } = message;
  const own = findOwnInstance(call);
  const hook = own === null ? null : call.evaluator.getProperty(own, 'willSendRequest', call.node, call.module);
  return {
    client: 'apollo-rest',
    url: resolve(call, url),
    urlNode: argumentNode(call, 0),
    method: verb(name),
    message,
    ...(isOptions(options) ? { options } : {}),
    ...(hook?.type === 'function' ? { hooks: [hook.fn] } : {}),
  };
}

export const apolloRestLibrary: HttpLibrary = {
  name: 'apollo-rest',
  modules: ['@apollo/datasource-rest', OLD],
  send,
};
