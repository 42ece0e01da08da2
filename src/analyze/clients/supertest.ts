import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
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
import { AGENT_DEFAULTS, describeSend } from './superagent.ts';

/** supertest and chai-http against a remote origin: `supertest('https://…').get(path)`; with an app it stays inside the process. */

/** What makes a client of a base: of supertest by itself, of chai under the name that its plugin gives it. */
const MAKERS = /^(?:agent|request)?$/;
const CHAI = /^chai/;
const CHAI_MAKERS = /(?:^|\.)request(?:\.(?:agent|execute))?$/;

function create(call: ClientCall): Value | null {
  const { target } = call;
  const name = target.path.join('.');
  if (target.type === 'client') return AGENT_DEFAULTS.test(name) ? { ...target, path: [] } : null;
  const base = argument(call, 0);
  const isAddress = base !== undefined && listOptions(base).every(({ type }) => type === 'text');
  const isMaker = CHAI.test(target.module) ? CHAI_MAKERS.test(name) : MAKERS.test(name);
  return isMaker && isAddress ? makeClient('supertest', [base], call.node) : null;
}

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
  modules: ['supertest', 'supertest-as-promised', 'chai', 'chai-http'],
  create,
  send,
};
