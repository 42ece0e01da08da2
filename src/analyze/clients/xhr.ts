import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest } from './client.ts';

/** XMLHttpRequest: `xhr.open(method, url)`. */
function send(call: ClientCall): SentRequest | null {
  const { target } = call;
  if (target.type !== 'external' || target.made === null || target.path.join('.') !== 'open') return null;
  const [method, url] = [argument(call, 0), argument(call, 1)];
  if (method === undefined || url === undefined) return null;
  return { client: 'XMLHttpRequest', url, urlNode: argumentNode(call, 1), method };
}

export const xhrLibrary: HttpLibrary = {
  name: 'XMLHttpRequest',
  modules: ['xmlhttprequest', 'xhr2', 'xmlhttprequest-ssl'],
  globals: ['XMLHttpRequest'],
  send,
};
