import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { resolveUrl } from '../urls.ts';
import type { Value } from '../values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** Apollo's `RESTDataSource`: a class below it sends with `this.get('agents')` to its field `baseURL`. */

function findBase({ evaluator, node, module, env = null }: ClientCall): Value | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee)) return null;
  const self = evaluator.evaluate(callee.object, module, env);
  const base = self.type === 'instance' ? evaluator.getProperty(self, 'baseURL', node, module) : null;
  return base === null || base.type === 'primitive' ? null : base;
}

function send(call: ClientCall): SentRequest | null {
  const [source, instance, name] = call.target.path;
  const url = argument(call, 0);
  if (source !== 'RESTDataSource' || instance !== 'instance()' || name === undefined || !VERBS.includes(name))
    return null;
  if (url === undefined) return null;
  const options = argument(call, 1);
  return {
    client: 'apollo-rest',
    url: resolveUrl(url, findBase(call), call.node, call.module),
    urlNode: argumentNode(call, 0),
    method: verb(name),
    ...(isOptions(options) ? { options } : {}),
  };
}

export const apolloRestLibrary: HttpLibrary = {
  name: 'apollo-rest',
  modules: ['@apollo/datasource-rest', 'apollo-datasource-rest'],
  send,
};
