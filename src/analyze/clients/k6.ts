import { getElement } from '../members/objects.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { listSent } from './sent-lists.ts';

/** k6 load tests: `http.get(url)`, `http.post(url, body)`, `http.request(method, url)`, `http.batch([['GET', url]])`. */

/** One of a batch: a URL, `['POST', url, body]`, `{ method, url }`. */
function describePart(call: ClientCall, part: Value): Pick<SentRequest, 'url' | 'method' | 'options'> | null {
  if (part.type === 'text') return { url: part, method: verb('get') };
  if (part.type === 'array') {
    const [method, url] = [getElement(call.evaluator, part, 0), getElement(call.evaluator, part, 1)];
    return url.type === 'primitive' ? null : { url, method, options: getElement(call.evaluator, part, 3) };
  }
  const url = isOptions(part) ? option(call, part, 'url') : undefined;
  if (url === undefined) return null;
  return { url, method: option(call, part, 'method') ?? verb('get'), options: option(call, part, 'params') };
}

function sendBatch(call: ClientCall): readonly SentRequest[] {
  return listSent(call).flatMap(({ value, node }) => {
    const part = describePart(call, value);
    return part === null ? [] : [{ client: 'k6', urlNode: node, part: node, ...part }];
  });
}

function send(call: ClientCall): SentRequest | readonly SentRequest[] | null {
  const name = call.target.path.join('.');
  if (name === 'batch') return sendBatch(call);
  if (name === 'request' || name === 'asyncRequest') {
    const [method, url] = [argument(call, 0), argument(call, 1)];
    return method === undefined || url === undefined
      ? null
      : { client: 'k6', url, urlNode: argumentNode(call, 1), method, options: argument(call, 3) };
  }
  const url = argument(call, 0);
  if (url === undefined || (!VERBS.includes(name) && name !== 'del')) return null;
  const options = argument(call, name === 'get' || name === 'head' ? 1 : 2);
  return { client: 'k6', url, urlNode: argumentNode(call, 0), method: verb(name), options };
}

export const k6Library: HttpLibrary = { name: 'k6', modules: ['k6/http'], send };
