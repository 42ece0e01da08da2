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

/** `ajax(url)`, `ajax({ url, method })`, `ajax.get(url)` and `ajax.getJSON(url)` of RxJS. */
function send(call: ClientCall): SentRequest | null {
  const [head, name = ''] = call.target.path;
  const first = argument(call, 0);
  if (head !== 'ajax' || first === undefined) return null;
  const method = name === 'getJSON' ? 'get' : name;
  const urlNode = argumentNode(call, 0);
  if (VERBS.includes(method)) {
    const headers = argument(call, /^(?:post|put|patch)$/.test(method) ? 2 : 1);
    const sent = { client: 'rxjs', url: first, urlNode, method: verb(method) };
    return headers === undefined ? sent : { ...sent, headers: [headers] };
  }
  if (name !== '') return null;
  if (!isOptions(first)) return { client: 'rxjs', url: first, urlNode, method: null };
  const url = option(call, first, 'url');
  if (url === undefined) return null;
  return { client: 'rxjs', url, urlNode, method: option(call, first, 'method') ?? null, options: first };
}

export const rxjsLibrary: HttpLibrary = { name: 'rxjs', modules: ['rxjs/ajax'], send };
