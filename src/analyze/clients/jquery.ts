import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { mapTexts } from '../texts/texts.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isOptions,
  option,
  type SentRequest,
  verb,
} from './client.ts';

/** jQuery: `$.ajax({ url, type })`, `$.ajax(url, { method })`, `$.get`, `$.post`, `$.getJSON`. */

const SHORTHANDS: Readonly<Record<string, string>> = { get: 'get', getJSON: 'get', getScript: 'get', post: 'post' };

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.at(-1) ?? '';
  const first = argument(call, 0);
  if (first === undefined || call.target.path.length === 0) return null;
  if (name === 'ajax') {
    const options = isOptions(first) ? first : argument(call, 1);
    const url = isOptions(first) ? option(call, first, 'url') : first;
    if (url === undefined) return null;
    const message = {
      isVerb: false,
      options,
      optionsIndex: isOptions(first) ? 0 : 1,
      bodyName: 'data',
      encoding: 'text',
      typeName: 'contentType',
      isFormByDefault: true,
      bodyIndex: null,
    } as const;
    const method = firstOption(call, options, ['method', 'type']) ?? null;
    return { client: 'jquery', url, urlNode: argumentNode(call, 0), method, message };
  }
  const method = SHORTHANDS[name];
  if (method === undefined) return null;
  const url = isOptions(first) ? option(call, first, 'url') : first;
  return url === undefined ? null : { client: 'jquery', url, urlNode: argumentNode(call, 0), method: verb(method) };
}

/** `$('#list').load('/voices #rows', data)`: what stands behind the address is looked for in the answer. */
function load(call: ClientCall): SentRequest | null {
  const given = argument(call, 0);
  if (given === undefined) return null;
  const url = mapTexts(given, (text) => {
    const end = flatten(text.atoms).search(/\s/);
    return end === -1 ? text : { ...text, atoms: sliceFlat(text.atoms, 0, end) };
  });
  const method = verb(isOptions(argument(call, 1)) ? 'post' : 'get');
  return { client: 'jquery', url, urlNode: argumentNode(call, 0), method };
}

export const jqueryLibrary: HttpLibrary = {
  name: 'jquery',
  modules: ['jquery'],
  globals: ['$', 'jQuery', 'Zepto'],
  // `$('#list').get(0)` is a selection's method: only the library itself sends.
  send: (call) => {
    if (call.target.type === 'external' && call.target.made !== null)
      return call.target.path.join('.') === 'load' ? load(call) : null;
    const path =
      call.target.type === 'external' && call.target.module === 'global' ? call.target.path.slice(1) : call.target.path;
    return path.length === 1 ? send({ ...call, target: { ...call.target, path } }) : null;
  },
};
