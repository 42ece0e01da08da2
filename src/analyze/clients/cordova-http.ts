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

/**
 * cordova-plugin-advanced-http: `cordova.plugin.http.get(url, params, headers, done, failed)`, `sendRequest(url, { method })`; by the
 * wrappers of Ionic without the last two.
 */

const HEADERS_AT = 2;

function send(call: ClientCall): SentRequest | null {
  const { target } = call;
  const name = target.path.at(-1) ?? '';
  const isOfPlugin = target.type === 'external' && target.module !== 'global';
  if (!isOfPlugin && !/(?:^|\.)cordova\.plugin\.http\.\w+$/.test(target.path.join('.'))) return null;
  const url = argument(call, 0);
  if (url === undefined) return null;
  const sent = { client: 'cordova-http', url, urlNode: argumentNode(call, 0) };
  const options = argument(call, 1);
  if (name === 'sendRequest')
    return {
      ...sent,
      method: option(call, options, 'method') ?? null,
      headers: [option(call, options, 'headers') ?? []].flat(),
    };
  if (!VERBS.includes(name)) return null;
  return { ...sent, method: verb(name), headers: [argument(call, HEADERS_AT) ?? []].flat() };
}

export const cordovaLibrary: HttpLibrary = {
  name: 'cordova-http',
  modules: [
    '@awesome-cordova-plugins/http',
    '@awesome-cordova-plugins/http/ngx',
    '@ionic-native/http',
    '@ionic-native/http/ngx',
  ],
  globals: ['cordova'],
  send,
};
