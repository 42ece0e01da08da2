import { listOptions } from '../values/unions.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  option,
  type SentRequest,
} from './client.ts';
import { listSent } from './sent-lists.ts';

/** Google Apps Script: `UrlFetchApp.fetch(url, { method })`. */

/** `fetchAll([url, { url, method }])`: one request for each element, also for those that were added to the list. */
function sendAll(call: ClientCall): readonly SentRequest[] {
  return listSent(call).flatMap(({ value, node }) =>
    listOptions(value).flatMap((entry): readonly SentRequest[] => {
      const url = isOptions(entry) ? option(call, entry, 'url') : entry;
      if (url === undefined || url.type === 'primitive') return [];
      const method = isOptions(entry) ? (option(call, entry, 'method') ?? null) : null;
      const options = isOptions(entry) ? entry : undefined;
      return [{ client: 'UrlFetchApp', url, urlNode: node, method, part: node, options }];
    }),
  );
}

function send(call: ClientCall): SentRequest | readonly SentRequest[] | null {
  if (call.target.path.join('.') === 'UrlFetchApp.fetchAll') return sendAll(call);
  if (call.target.path.join('.') !== 'UrlFetchApp.fetch') return null;
  const url = argument(call, 0);
  if (url === undefined) return null;
  const options = argument(call, 1);
  const message = {
    isVerb: false,
    options,
    optionsIndex: 1,
    bodyName: 'payload',
    encoding: 'text',
    typeName: 'contentType',
    isFormByDefault: true,
    bodyIndex: null,
  } as const;
  const method = option(call, options, 'method') ?? null;
  return { client: 'UrlFetchApp', url, urlNode: argumentNode(call, 0), method, message };
}

export const appsScriptLibrary: HttpLibrary = { name: 'UrlFetchApp', modules: [], globals: ['UrlFetchApp'], send };
