import { argument, argumentNode, type ClientCall, type HttpLibrary, type SentRequest, verb } from './client.ts';

/** `navigator.sendBeacon(url, data)`: always a POST; `new EventSource(url)`: always a GET. */
function send(call: ClientCall): SentRequest | null {
  const path = call.target.path.join('.');
  const url = argument(call, 0);
  if (url === undefined) return null;
  if (path === 'navigator.sendBeacon')
    return { client: 'sendBeacon', url, urlNode: argumentNode(call, 0), method: verb('post') };
  if (path !== 'EventSource' || call.node.type !== 'NewExpression') return null;
  return { client: 'EventSource', url, urlNode: argumentNode(call, 0), method: null };
}

export const beaconLibrary: HttpLibrary = {
  name: 'sendBeacon',
  modules: [],
  globals: ['navigator', 'EventSource'],
  send,
};
