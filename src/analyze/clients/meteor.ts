import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest, VERBS, verb } from './client.ts';

/** Meteor: `HTTP.get(url, options)`, and `HTTP.call(method, url, options)`. */

function send(call: ClientCall): SentRequest | null {
  const [owner, name = ''] = call.target.path;
  const isCall = name === 'call';
  if (owner !== 'HTTP' || call.target.path.length !== 2 || !(isCall || VERBS.includes(name) || name === 'del'))
    return null;
  const index = isCall ? 1 : 0;
  const url = argument(call, index);
  if (url === undefined) return null;
  const method = isCall ? (argument(call, 0) ?? null) : verb(name);
  return { client: 'meteor', url, urlNode: argumentNode(call, index), method, options: argument(call, index + 1) };
}

export const meteorLibrary: HttpLibrary = { name: 'meteor', modules: ['meteor/http'], send };
