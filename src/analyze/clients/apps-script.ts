import { argument, argumentNode, type ClientCall, type HttpLibrary, option, type SentRequest } from './client.ts';

/** Google Apps Script: `UrlFetchApp.fetch(url, { method })`. */
function send(call: ClientCall): SentRequest | null {
  if (call.target.path.join('.') !== 'UrlFetchApp.fetch') return null;
  const url = argument(call, 0);
  if (url === undefined) return null;
  return {
    client: 'UrlFetchApp',
    url,
    urlNode: argumentNode(call, 0),
    method: option(call, argument(call, 1), 'method') ?? null,
  };
}

export const appsScriptLibrary: HttpLibrary = { name: 'UrlFetchApp', modules: [], globals: ['UrlFetchApp'], send };
