import { listOptions } from '../values/unions.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  join,
  makeClient,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { describeSend } from './superagent.ts';

/** supertest against a remote origin: `supertest('https://…').get(path)`; with an app it stays inside the process. */
function send(call: ClientCall): SentRequest | null {
  const name = call.target.path[0] ?? '';
  const path = argument(call, 0);
  if (call.target.type !== 'client' || path === undefined || (!VERBS.includes(name) && name !== 'del')) return null;
  const sent = describeSend(call);
  return {
    client: 'supertest',
    url: join(call, call.target.options[0], path, 'plain'),
    urlNode: argumentNode(call, 0),
    method: verb(name),
    ...(sent === undefined ? {} : { message: { ...sent, isVerb: true } }),
  };
}

export const supertestLibrary: HttpLibrary = {
  name: 'supertest',
  modules: ['supertest', 'supertest-as-promised'],
  create: (call) => {
    const name = call.target.path.join('.');
    const base = argument(call, 0);
    const isMaker = call.target.type === 'external' && (name === '' || name === 'agent' || name === 'request');
    const isAddress = base !== undefined && listOptions(base).every(({ type }) => type === 'text');
    return isMaker && isAddress ? makeClient('supertest', [base], call.node) : null;
  },
  send,
};
