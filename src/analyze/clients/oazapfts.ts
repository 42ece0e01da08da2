import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  configured,
  type HttpLibrary,
  join,
  makeClient,
  option,
  type SentRequest,
} from './client.ts';

/** oazapfts: `runtime({ baseUrl }).fetchJson('/calls', client.json({ method: 'POST', body }))`. */

const NAME = 'oazapfts';
const SENDING = /^fetch(?:Json|Text|Blob)$/;
/** What gives back the options that it is given, with a body and its headers. */
const PACKING = /^(?:json|form|multipart)$/;

function send(call: ClientCall): SentRequest | null {
  const url = argument(call, 0);
  if (call.target.type !== 'client' || url === undefined || !SENDING.test(call.target.path.join('.'))) return null;
  const options = argument(call, 1);
  const base = baseOption(call, options, ['baseUrl']) ?? configured(call, ['baseUrl']);
  return {
    client: NAME,
    url: join(call, base, url, 'slash'),
    urlNode: argumentNode(call, 0),
    method: option(call, options, 'method') ?? null,
  };
}

function create(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  const given = argument(call, 0);
  if (call.target.type === 'client') return PACKING.test(name) ? (given ?? null) : null;
  return name === 'runtime' ? makeClient(NAME, given === undefined ? [] : [given], call.node) : null;
}

export const oazapftsLibrary: HttpLibrary = {
  name: NAME,
  modules: ['@oazapfts/runtime', 'oazapfts', 'oazapfts/runtime', 'oazapfts/lib/runtime'],
  create,
  send,
};
