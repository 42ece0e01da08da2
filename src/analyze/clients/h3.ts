import { makeUnknown } from '../texts/texts.ts';
import { argument, argumentNode, type ClientCall, type HttpLibrary, option, type SentRequest } from './client.ts';

/** h3, in Nuxt and Nitro without an import: `proxyRequest(event, url)` passes on what came in, `sendProxy` gets the URL. */

const FORMS: ReadonlySet<string> = new Set(['proxyRequest', 'sendProxy', 'proxy', 'fetchWithEvent']);

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  const url = argument(call, 1);
  const isGlobal = call.target.type === 'external' && call.target.module === 'global';
  if (url === undefined || !FORMS.has(name) || (isGlobal && name === 'proxy')) return null;
  const options = argument(call, 2);
  const given = option(call, options, 'method') ?? option(call, option(call, options, 'fetchOptions'), 'method');
  const passedOn = name === 'proxyRequest' ? makeUnknown(call.node, call.module, 'it is that of the request') : null;
  return { client: 'h3', url, urlNode: argumentNode(call, 1), method: given ?? passedOn };
}

export const h3Library: HttpLibrary = {
  name: 'h3',
  modules: ['h3'],
  globals: ['proxyRequest', 'sendProxy', 'fetchWithEvent'],
  send,
};
