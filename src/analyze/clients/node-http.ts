import { concatTexts } from '../texts/concat-texts.ts';
import { findKnownText, listTexts, makeAtomsValue } from '../texts/texts.ts';
import { assembleUrl } from '../urls/assembled-urls.ts';
import { splitAtPath } from '../urls/urls.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { evaluateBeside, findChainedCall, listCallsOnName } from './chained-call.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isOptions,
  option,
  type SentRequest,
  verb,
} from './client.ts';
import type { BodyCarrier } from './message.ts';

/** node:http and node:https: a URL, a URL object, or `hostname` and `path` in an options object. */

/** The one call that writes the body: `request(…).end(body)`, or `req.write(body)` and `req.end()` on its name. */
function findWriter(call: ClientCall): BodyCarrier | undefined {
  const isWriter = (name: string): boolean => name === 'write' || name === 'end';
  const chained = findChainedCall(call.node, isWriter);
  const all = chained === null ? (listCallsOnName(call.node, call.module, isWriter) ?? []) : [chained];
  const given = all.filter((writer) => writer.arguments.length > 0);
  const [writer, ...others] = given.length > 0 ? given : all;
  if (writer === undefined || others.length > 0) return undefined;
  const [argument] = writer.arguments;
  const body = argument === undefined ? undefined : evaluateBeside(call, argument);
  return { call: writer, body };
}

/** `request('https://host', { path: '/calls' })`: what the options say comes before what the URL does. */
function withOwnPath(call: ClientCall, url: Value, path: Value | undefined): Value {
  const { node, module } = call;
  const texts = listTexts(url, node, module);
  if (path === undefined) return unite(texts);
  const hosts = texts.map((text) => makeAtomsValue(splitAtPath(text.atoms)[0], text));
  return concatTexts([hosts, listTexts(path, node, module)], node, module);
}

function send(call: ClientCall, scheme: string): SentRequest | null {
  const name = call.target.path.join('.');
  if (name !== 'request' && name !== 'get') return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const options = isOptions(first) ? first : argument(call, 1);
  const protocol = option(call, options, 'protocol');
  const given = findKnownText(protocol);
  const whole = isOptions(first) ? option(call, first, 'url') : first;
  const url =
    whole === undefined
      ? assembleUrl((names) => firstOption(call, first, names), given ?? scheme, call.node, call.module)
      : withOwnPath(
          call,
          whole,
          !isOptions(first) && options?.type === 'object' ? option(call, options, 'path') : undefined,
        );
  if (url === null) return null;
  const method =
    name === 'get' ? verb('get') : (option(call, options?.type === 'function' ? undefined : options, 'method') ?? null);
  const request = { client: scheme.slice(0, -1), url, urlNode: argumentNode(call, 0), method, options };
  const carrier = name === 'get' ? undefined : findWriter(call);
  if (carrier === undefined) return request;
  const message = {
    isVerb: false,
    options,
    optionsIndex: isOptions(first) ? 0 : 1,
    bodyName: 'body',
    encoding: 'text',
    bodyIndex: null,
    carrier,
  } as const;
  return { ...request, message };
}

export { send as sendLikeHttp };

function library(name: 'http' | 'https'): HttpLibrary {
  return {
    name,
    modules: [name, `node:${name}`, ...(name === 'https' ? ['follow-redirects/https'] : ['follow-redirects/http'])],
    send: (call) => send(call, `${name}:`),
  };
}

export const httpLibrary = library('http');
export const httpsLibrary = library('https');

export const followRedirectsLibrary: HttpLibrary = {
  name: 'follow-redirects',
  modules: ['follow-redirects'],
  send: (call) => {
    const [scheme, ...path] = call.target.path;
    if (scheme !== 'http' && scheme !== 'https') return null;
    return send({ ...call, target: { ...call.target, path } }, `${scheme}:`);
  },
};
