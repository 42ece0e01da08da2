import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest, VERBS, verb } from './client.ts';

/** k6 load tests: `http.get(url)`, `http.post(url, body)`, `http.request(method, url)`. */
function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  if (name === 'request' || name === 'asyncRequest') {
    const [method, url] = [argument(call, 0), argument(call, 1)];
    return method === undefined || url === undefined
      ? null
      : { client: 'k6', url, urlNode: argumentNode(call, 1), method };
  }
  const url = argument(call, 0);
  if (url === undefined || (!VERBS.includes(name) && name !== 'del')) return null;
  return { client: 'k6', url, urlNode: argumentNode(call, 0), method: verb(name) };
}

export const k6Library: HttpLibrary = { name: 'k6', modules: ['k6/http'], send };
