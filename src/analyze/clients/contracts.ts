import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  type HttpLibrary,
  isOptions,
  join,
  makeClient,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/**
 * Clients that are made of a table of endpoints: ts-rest (`initClient(contract, { baseUrl })`) and zodios
 * (`new Zodios(base, makeApi([…]))`). What the table holds is read by `specs`; here is what makes the table.
 */

/** `c.router({ … })`, `c.query({ … })`, `makeApi([…])`: the table itself. */
const TABLES = /^(?:router|query|mutation|makeApi|makeEndpoint|apiBuilder)$/;

function pass(call: ClientCall): Value | null {
  const given = TABLES.test(call.target.path.at(-1) ?? '') ? argument(call, 0) : undefined;
  const prefix = given === undefined ? undefined : option(call, argument(call, 1), 'pathPrefix');
  if (given === undefined || prefix === undefined) return given ?? null;
  // The paths are longer than they are written: whoever reads the table finds the prefix among its members.
  if (given.type !== 'object') return null;
  const member = { kind: 'slot' as const, name: 'pathPrefix', slot: { kind: 'value' as const, value: prefix } };
  return { ...given, entries: [...given.entries, member] };
}

function createZodios(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  if (call.target.type !== 'external' || call.node.type !== 'NewExpression' || !/^(?:Zodios)?$/.test(name))
    return pass(call);
  const base = argument(call, 0);
  const isBase = base !== undefined && listOptions(base).every(({ type }) => type !== 'array' && type !== 'object');
  const table = argument(call, isBase ? 1 : 0);
  const config = option(call, argument(call, isBase ? 2 : 1), 'axiosConfig');
  const given = { baseUrl: isBase ? base : undefined, endpoints: table, axiosConfig: config };
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [{ kind: 'slot' as const, name, slot: { kind: 'value' as const, value } }],
  );
  const options: Value = { type: 'object', node: null, entries, refs: null, trail: null };
  return makeClient('zodios', [options], call.node);
}

/** `api.get('/calls/:id', { params: { id } })`; names of endpoints send what the table says. */
function sendZodios(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  const url = argument(call, 0);
  if (call.target.type !== 'client' || url === undefined || isOptions(url) || !VERBS.includes(name)) return null;
  const base = configured(call, ['baseUrl']);
  const address = join(call, base, url, 'slash');
  const inherited = [configured(call, ['axiosConfig']) ?? []].flat();
  return { client: 'zodios', url: address, urlNode: argumentNode(call, 0), method: verb(name), inherited };
}

export const tsRestLibrary: HttpLibrary = { name: 'ts-rest', modules: ['@ts-rest/core'], create: pass };

export const zodiosLibrary: HttpLibrary = {
  name: 'zodios',
  modules: ['@zodios/core'],
  create: createZodios,
  send: sendZodios,
};
