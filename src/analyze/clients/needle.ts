import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest, VERBS, verb } from './client.ts';

/** needle: `needle('post', url, data)`, `needle.get(url)`, `needle.request('get', url)`. */
function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  if (name === '' || name === 'request') {
    const [method, url] = [argument(call, 0), argument(call, 1)];
    if (method === undefined || url === undefined) return null;
    return { client: 'needle', url, urlNode: argumentNode(call, 1), method, options: argument(call, 3) };
  }
  const url = argument(call, 0);
  if (url === undefined || !VERBS.includes(name)) return null;
  const options = argument(call, name === 'get' || name === 'head' ? 1 : 2);
  return { client: 'needle', url, urlNode: argumentNode(call, 0), method: verb(name), options };
}

export const needleLibrary: HttpLibrary = { name: 'needle', modules: ['needle'], send };
