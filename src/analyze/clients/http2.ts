import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  join,
  makeClient,
  option,
  type SentRequest,
} from './client.ts';

/** node:http2: `connect('https://…').request({ ':method': 'GET', ':path': '/calls' })`, where the headers say what is asked. */

function send(call: ClientCall): SentRequest | null {
  const { target } = call;
  if (target.type !== 'client' || target.path.join('.') !== 'request') return null;
  const headers = argument(call, 0);
  const path = option(call, headers, ':path');
  const [base] = target.options;
  if (headers === undefined || path === undefined || base === undefined) return null;
  return {
    client: 'http2',
    url: join(call, base, path, 'slash'),
    urlNode: argumentNode(call, 0),
    method: option(call, headers, ':method') ?? null,
    headers: [headers],
  };
}

export const http2Library: HttpLibrary = {
  name: 'http2',
  modules: ['http2', 'node:http2'],
  create: (call) => {
    const origin =
      call.target.type === 'external' && call.target.path.join('.') === 'connect' ? argument(call, 0) : null;
    return origin === null || origin === undefined ? null : makeClient('http2', [origin], call.node);
  },
  send,
};
