import { makeText } from '../texts/texts.ts';
import { argument, argumentNode, type ClientCall, join, type SentRequest } from './client.ts';

/** Wrappers that the config declares (`clients`): a package's function with a base, the index of its path argument and a method. */
export function describeDeclaredRequest(call: ClientCall): SentRequest | null {
  const { target, evaluator } = call;
  if (target.type !== 'external' || target.made !== null) return null;
  const name = target.path.join('.');
  const declared = evaluator.clients.find(
    (client) => client.module === target.module && client.export === (name === '' ? 'default' : name),
  );
  if (declared === undefined) return null;
  const path = argument(call, declared.url);
  if (path === undefined) return null;
  return {
    client: declared.export,
    url: join(call, makeText(declared.base), path, 'slash'),
    urlNode: argumentNode(call, declared.url),
    method: declared.method === undefined ? null : makeText(declared.method),
  };
}
