import type { Certainty } from './bases.ts';
import type { Part, Piece } from './code.ts';
import { type ComposeContext, composeUrl, isUrlObject } from './compose.ts';

/** Ways in which code hands a base and a path to an HTTP library. */

export interface Transport {
  /** From a base to what requests are sent with: an instance, or the base itself. */
  open(part: Part, base: string): string;
  /** `method`: code. */
  send(part: Part, handle: string, path: readonly Piece[], method: string): string;
  /** Opening makes something new, which wants a name. */
  readonly isOpened: boolean;
  /** The two halves of sending, where the library takes a whole URL. */
  readonly whole?: {
    compose(part: Part, base: string, path: readonly Piece[]): string;
    send(part: Part, url: string, method: string): string;
  };
}

export interface TransportForm {
  readonly certainty: Certainty;
  /** What paths must look like; default: either. */
  readonly lead?: '' | '/';
  /** Takes an origin only, without a path behind it. */
  readonly originOnly?: true;
  /** Takes the base apart, so a base that is only known at run time stays unknown. */
  readonly needsKnownHost?: true;
  /** Refuses `http:`. */
  readonly isSecure?: true;
  /** Only published as an ES module. */
  readonly isModule?: true;
  readonly make: (context: ComposeContext) => Transport;
}

type SendUrl = (part: Part, url: string, method: string, context: ComposeContext) => string;

/** A library that takes the complete URL. */
function whole(send: SendUrl, traits: Partial<TransportForm> = {}): TransportForm {
  return {
    certainty: 'must',
    ...traits,
    make: (context) => ({
      isOpened: false,
      open: (_part, base) => base,
      send: (part, base, path, method) => send(part, composeUrl(context, part, base, path), method, context),
      whole: {
        compose: (part, base, path) => composeUrl(context, part, base, path),
        send: (part, url, method) => send(part, url, method, context),
      },
    }),
  };
}

/** A library that puts base and path together itself. `open` null: the base is given with every request. */
function based(
  open: ((part: Part, base: string, context: ComposeContext) => string) | null,
  send: (part: Part, handle: string, path: string, method: string) => string,
  traits: Partial<TransportForm> = {},
): TransportForm {
  return {
    certainty: 'must',
    ...traits,
    make: (context) => ({
      isOpened: open !== null,
      open: (part, base) => (open === null ? base : open(part, base, context)),
      send: (part, handle, path, method) => send(part, handle, part.text(path), method),
    }),
  };
}

/** The URL as text, for libraries that do not take a URL object. */
function asText(url: string, context: ComposeContext): string {
  return isUrlObject(context) ? `${url}.toString()` : url;
}

/** `'GET'` as the name of a library's function; null when the method is not a literal. */
function verb(method: string): string | null {
  return /^['"](GET|POST|PUT|PATCH|DELETE)['"]$/.exec(method)?.[1]?.toLowerCase() ?? null;
}

function axiosSend(part: Part, client: string, url: string, method: string): string {
  const name = verb(method);
  if (name === null) return `${client}.request({ url: ${url}, method: ${method} })`;
  return `${client}.${name}${part.typed('<unknown[]>')}(${url})`;
}

const axios = (part: Part): string => part.package('axios', 'axios');
const got = (part: Part): string => part.package('got', 'got');
const ky = (part: Part): string => part.package('ky', 'ky');
const MODULE = { isModule: true, lead: '' } as const;

function sendHttps(part: Part, context: ComposeContext): string {
  return context.helper(part, 'sendHttps', (home, name) => {
    const https = home.package('node:https', 'https');
    const type = home.typed(': string | URL');
    return `function ${name}(url${type}, method = 'GET') {
  return new Promise((resolve, reject) => {
    const request = ${https}.request(url, { method }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    request.end();
  });
}`;
  });
}

function sendXhr(part: Part, context: ComposeContext): string {
  return context.helper(part, 'sendXhr', (home, name) => {
    const type = home.typed(': string | URL');
    return `function ${name}(url${type}, method = 'GET') {
  return new Promise((resolve) => {
    const xhr = new XMLHttpRequest();
    xhr.onload = resolve;
    xhr.open(method, url);
    xhr.send();
  });
}`;
  });
}

/** `axios.create()` whose defaults are set afterwards. */
function openWithDefaults(part: Part, base: string, context: ComposeContext): string {
  const name = context.helper(part, 'makeHttp', (home, helper) => {
    const body = `  const http = ${axios(home)}.create();\n  http.defaults.baseURL = base;\n  return http;`;
    return `function ${helper}(base${home.typed(': string')}) {\n${body}\n}`;
  });
  return `${name}(${base})`;
}

export const TRANSPORTS: Readonly<Record<string, TransportForm>> = {
  fetch: whole((_part, url, method) =>
    verb(method) === 'get' ? `fetch(${url})` : `fetch(${url}, { method: ${method} })`,
  ),
  'fetch and json': whole(
    (_part, url, method) => `fetch(${url}, { method: ${method} }).then((response) => response.json())`,
  ),
  'fetch of a Request': whole((_part, url, method) => `fetch(new Request(${url}, { method: ${method} }))`),
  'axios instance': based(
    (part, base) => `${axios(part)}.create({ baseURL: ${base} })`,
    (part, handle, path, method) => axiosSend(part, handle, path, method),
  ),
  'axios instance called': based(
    (part, base) => `${axios(part)}.create({ timeout: 5000, baseURL: ${base} })`,
    (_part, handle, path, method) => `${handle}({ url: ${path}, method: ${method} })`,
  ),
  'axios instance with config': based(
    (part, base) => `${axios(part)}.create({ baseURL: ${base}, headers: { accept: 'application/json' } })`,
    (_part, handle, path, method) => `${handle}(${path}, { method: ${method} })`,
  ),
  'axios instance with defaults': based(openWithDefaults, (part, handle, path, method) =>
    axiosSend(part, handle, path, method),
  ),
  'axios class': based(
    (part, base) => `new ${part.package('axios', 'Axios', 'Axios')}({ baseURL: ${base} })`,
    (part, handle, path, method) => axiosSend(part, handle, path, method),
  ),
  'axios with a whole URL': whole((part, url, method, context) =>
    axiosSend(part, axios(part), asText(url, context), method),
  ),
  'axios with two members': based(
    null,
    (part, base, path, method) => `${axios(part)}({ baseURL: ${base}, url: ${path}, method: ${method} })`,
  ),
  'got with prefixUrl': based(
    (part, base) => `${got(part)}.extend({ prefixUrl: ${base} })`,
    (_part, handle, path, method) => `${handle}(${path}, { method: ${method} })`,
    MODULE,
  ),
  'got verbs': based(
    (part, base) => `${got(part)}.extend({ prefixUrl: ${base}, retry: { limit: 0 } })`,
    (_part, handle, path, method) =>
      verb(method) === null ? `${handle}(${path}, { method: ${method} })` : `${handle}.${verb(method)}(${path}).json()`,
    MODULE,
  ),
  'got with a whole URL': whole((part, url, method) => `${got(part)}(${url}, { method: ${method} })`, {
    isModule: true,
  }),
  'got with prefixUrl in the call': based(
    null,
    (part, base, path, method) => `${got(part)}(${path}, { prefixUrl: ${base}, method: ${method} })`,
    MODULE,
  ),
  'ky with prefixUrl': based(
    (part, base) => `${ky(part)}.create({ prefixUrl: ${base} })`,
    (_part, handle, path, method) =>
      verb(method) === null ? `${handle}(${path}, { method: ${method} })` : `${handle}.${verb(method)}(${path}).json()`,
    MODULE,
  ),
  'ky extended': based(
    (part, base) => `${ky(part)}.extend({ prefixUrl: ${base} })`,
    (_part, handle, path, method) => `${handle}(${path}, { method: ${method} })`,
    MODULE,
  ),
  'ky created and extended': based(
    (part, base) => `${ky(part)}.create({ prefixUrl: ${base} }).extend({ timeout: 5000 })`,
    (_part, handle, path, method) => `${handle}(${path}, { method: ${method} })`,
    MODULE,
  ),
  'got options object': based(
    (part, base) => `${got(part)}.extend({ prefixUrl: ${base} })`,
    (_part, handle, path, method) => `${handle}({ url: ${path}, method: ${method} })`,
    MODULE,
  ),
  'undici request with origin': based(
    null,
    (part, base, path, method) =>
      `${part.package('undici', 'sendRequest', 'request')}({ origin: ${base}, path: ${path}, method: ${method} })`,
    { lead: '/', originOnly: true },
  ),
  'undici request': whole(
    (part, url, method) => `${part.package('undici', 'sendRequest', 'request')}(${url}, { method: ${method} })`,
  ),
  'undici fetch': whole(
    (part, url, method) => `${part.package('undici', 'undiciFetch', 'fetch')}(${url}, { method: ${method} })`,
  ),
  'undici pool': based(
    (part, base) => `new ${part.package('undici', 'Pool', 'Pool')}(${base})`,
    (_part, handle, path, method) => `${handle}.request({ path: ${path}, method: ${method} })`,
    { lead: '/', originOnly: true },
  ),
  'undici client': based(
    (part, base) => `new ${part.package('undici', 'Client', 'Client')}(${base})`,
    (_part, handle, path, method) => `${handle}.request({ method: ${method}, path: ${path} })`,
    { lead: '/', originOnly: true },
  ),
  'sender of a package that nobody knows': whole(
    (part, url, method, context) =>
      `${part.package('@acme/http', 'sendPlainly', 'send')}(${method}, ${asText(url, context)})`,
  ),
  'client of a package that nobody knows': based(
    (part, base) => `new ${part.package('@acme/http', 'InHouseClient', 'HttpClient')}({ baseURL: ${base} })`,
    (_part, handle, path, method) => `${handle}.request(${method}, ${path})`,
    { lead: '/' },
  ),
  XMLHttpRequest: whole((part, url, method, context) => `${sendXhr(part, context)}(${url}, ${method})`),
  'jQuery ajax': whole((_part, url, method) => `$.ajax({ url: ${url}, method: ${method} })`),
  'jQuery verbs': whole((_part, url, method) =>
    verb(method) === 'post'
      ? `$.post(${url})`
      : verb(method) === 'get'
        ? `$.get(${url})`
        : `$.ajax({ url: ${url}, type: ${method} })`,
  ),
  'Apps Script': whole((_part, url, method) => `UrlFetchApp.fetch(${url}, { method: ${method} })`),
  beacon: whole((_part, url) => `navigator.sendBeacon(${url})`),
  '$fetch with a base': based(
    null,
    (_part, base, path, method) => `$fetch(${path}, { baseURL: ${base}, method: ${method} })`,
  ),
  'node https': whole((part, url, method, context) => `${sendHttps(part, context)}(${url}, ${method})`, {
    isSecure: true,
  }),
  'node https options': based(
    null,
    (part, base, path, method) =>
      `new Promise((resolve, reject) => {\n    ${part.package('node:https', 'https')}.request({ hostname: new URL(${base}).hostname, path: ${path}, method: ${method} }, (response) => {\n      response.resume();\n      response.on('end', resolve);\n    }).on('error', reject).end();\n  })`,
    { lead: '/', needsKnownHost: true },
  ),
};
