import { isFunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { listTexts, makeUnknown } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import type { Value } from '../values/values.ts';
import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest, VERBS, verb } from './client.ts';

/** msw: `http.put(url, resolver)`, `rest.put(url, resolver)`, `http.all(url, resolver)`. A handler answers every request that it matches. */

const ANY_METHOD = 'it answers every method';

/** Members of what a resolver is handed that tell nothing of the body. */
const HARMLESS = new Set(['params', 'cookies', 'requestId']);

function isNamedIn(body: SyntaxNode, name: string): boolean {
  return someNode(body, (node) => node.type === 'Identifier' && node.name === name);
}

/** May the resolver look at the body of the request? Then it speaks of the old one. */
function readsBody(resolver: Value | undefined): boolean {
  if (resolver?.type !== 'function' || !isFunctionNode(resolver.fn)) return true;
  const [first] = resolver.fn.params;
  if (first === undefined) return false;
  if (first.type === 'Identifier') return isNamedIn(resolver.fn.body, first.name);
  if (first.type !== 'ObjectPattern') return true;
  return first.properties.some(
    (property) =>
      property.type === 'RestElement' || property.key.type !== 'Identifier' || !HARMLESS.has(property.key.name),
  );
}

function send(call: ClientCall): SentRequest | null {
  const [namespace, name = ''] = call.target.path;
  const url = argument(call, 0);
  const isHandler = (namespace === 'http' || namespace === 'rest') && (VERBS.includes(name) || name === 'all');
  if (!isHandler || url === undefined || !listTexts(url, call.node, call.module).every(namesUrl)) return null;
  const message = {
    isVerb: true,
    options: undefined,
    optionsIndex: 2,
    bodyName: 'body',
    encoding: 'object',
    bodyIndex: null,
    ...(name === 'all' ? { obstacle: ANY_METHOD } : {}),
    ...(readsBody(argument(call, 1)) ? { obstacle: 'its handler may read the body' } : {}),
  } as const;
  const method = name === 'all' ? makeUnknown(call.node, call.module, ANY_METHOD) : verb(name);
  return { client: 'mock', url, urlNode: argumentNode(call, 0), method, isMock: true, isHandler, message };
}

export const mswLibrary: HttpLibrary = { name: 'msw', modules: ['msw'], send };
