import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  option,
  type SentRequest,
} from './client.ts';

/** Cypress: `cy.request(url)`, `cy.request(method, url)`, `cy.request({ url, method })`. */
function send(call: ClientCall): SentRequest | null {
  if (call.target.path.join('.') !== 'cy.request') return null;
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (first === undefined) return null;
  if (isOptions(first)) {
    const url = option(call, first, 'url');
    return url === undefined
      ? null
      : {
          client: 'cypress',
          url,
          urlNode: argumentNode(call, 0),
          method: option(call, first, 'method') ?? null,
          options: first,
        };
  }
  if (second?.type === 'text') return { client: 'cypress', url: second, urlNode: argumentNode(call, 1), method: first };
  return { client: 'cypress', url: first, urlNode: argumentNode(call, 0), method: null };
}

export const cypressLibrary: HttpLibrary = { name: 'cypress', modules: [], globals: ['cy'], send };
