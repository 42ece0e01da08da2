import { readInstancePath } from '../values/instance-path.ts';
import { listOptions } from '../values/unions.ts';
import { passInterceptors } from './angular-interceptors.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** Angular's HttpClient, injected by type or `inject(HttpClient)`: `get(url)`, `request(method, url)`, `request(new HttpRequest(…))`. */
function describe(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'external') return null;
  const [owner, kind, name] = readInstancePath(call.target).slice(-3);
  if (owner !== 'HttpClient' || kind !== 'instance()' || name === undefined) return null;
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (first === undefined) return null;
  if (name === 'request') {
    const isPair =
      second !== undefined && listOptions(first).every((entry) => entry.type === 'text' || entry.type === 'param');
    return isPair
      ? { client: 'HttpClient', url: second, urlNode: argumentNode(call, 1), method: first, options: argument(call, 2) }
      : sendRequestObject(call);
  }
  if (name !== 'jsonp' && !VERBS.includes(name)) return null;
  const takesBody = /^(?:post|put|patch)$/.test(name);
  const optionsIndex = takesBody ? 2 : 1;
  const message = {
    isVerb: true,
    options: argument(call, optionsIndex),
    optionsIndex,
    bodyName: 'body',
    encoding: 'object',
    bodyIndex: 1,
    positional: takesBody ? second : undefined,
  } as const;
  const method = verb(name === 'jsonp' ? 'get' : name);
  return { client: 'HttpClient', url: first, urlNode: argumentNode(call, 0), method, message };
}

function send(call: ClientCall): SentRequest | null {
  const sent = describe(call);
  if (sent === null) return null;
  const { evaluator, node, module } = call;
  return {
    ...sent,
    url: passInterceptors(evaluator, sent.url, { options: sent.message?.options ?? sent.options, node, module }),
  };
}

function sendRequestObject(call: ClientCall): SentRequest | null {
  const first = argument(call, 0);
  if (first?.type === 'external' && first.made?.by.path.at(-1) === 'HttpRequest') {
    const [method, url] = [
      call.evaluator.getArgument(first.made.args, 0),
      call.evaluator.getArgument(first.made.args, 1),
    ];
    return method === undefined || url === undefined
      ? null
      : { client: 'HttpClient', url, urlNode: argumentNode(call, 0), method };
  }
  const url = option(call, first, 'url');
  return url === undefined
    ? null
    : { client: 'HttpClient', url, urlNode: argumentNode(call, 0), method: option(call, first, 'method') ?? null };
}

export const angularLibrary: HttpLibrary = { name: 'HttpClient', modules: ['@angular/common/http'], send };
