import type { Certainty } from './bases.ts';
import type { Owner, Part, Piece } from './code.ts';

/** Ways in which code hands a base and a path to an HTTP library. */

export interface TransportContext {
  /** The file in which helpers of this service stand. */
  readonly home: Part;
  readonly owner: Owner;
  /** A name of this service's own. */
  name(stem: string): string;
  /** How `from` names something that the service's home declares. */
  ref(from: Part, name: string): string;
  readonly compose: Compose;
  /** Between base and path: a slash where neither has one. */
  readonly glue: '' | '/';
}

export interface Transport {
  /** From a base to what requests are sent with: an instance, or the base itself. */
  open(part: Part, base: string): string;
  /** `method`: code. */
  send(part: Part, handle: string, path: readonly Piece[], method: string): string;
  /** Opening makes something new, which wants a name. */
  readonly isOpened: boolean;
}

export interface TransportForm {
  readonly certainty: Certainty;
  /** What paths must look like; default: either. */
  readonly lead?: '' | '/';
  /** Takes an origin only, without a path behind it. */
  readonly originOnly?: true;
  /** Only published as an ES module. */
  readonly isModule?: true;
  readonly make: (context: TransportContext) => Transport;
}

export const COMPOSES = [
  'template',
  'concat',
  'new URL',
  'new URL href',
  'pathname',
  'join',
  'concat method',
  'helper',
  'const first',
] as const;
export type Compose = (typeof COMPOSES)[number];

const HELPERS: Readonly<Record<'pathname' | 'helper' | 'const first', (part: Part) => string>> = {
  pathname: ({ typed }) =>
    `(base${typed(': string')}, path${typed(': string')}) {\n  const url = new URL(base);\n  url.pathname = path;\n  return url;\n}`,
  helper: ({ typed }) =>
    `(base${typed(': string')}, path${typed(': string')}) {\n  return base.replace(/\\/+$/, '') + '/' + path.replace(/^\\/+/, '');\n}`,
  'const first': ({ typed }) =>
    `(base${typed(': string')}, path${typed(': string')}) {\n  const root = base.endsWith('/') ? base.slice(0, -1) : base;\n  const rest = path.startsWith('/') ? path : \`/\${path}\`;\n  return \`\${root}\${rest}\`;\n}`,
};

/** Puts base and path together as the service does everywhere. */
function composeUrl(context: TransportContext, part: Part, base: string, path: readonly Piece[]): string {
  const { compose, glue } = context;
  const all: readonly Piece[] = [{ code: base }, glue, ...path];
  const hasQuery = path.some((piece) => typeof piece === 'string' && piece.includes('?'));
  switch (compose) {
    case 'concat':
      return part.sum(all);
    case 'new URL':
      return `new URL(${part.text(path)}, ${base})`;
    case 'new URL href':
      return `new URL(${part.text(path)}, ${base}).href`;
    case 'join':
      return `[${base}, ${part.text([glue, ...path])}].join('')`;
    case 'concat method':
      return `${base}.concat(${part.text([glue, ...path])})`;
    case 'pathname':
    case 'helper':
    case 'const first':
      if (hasQuery && compose === 'pathname') return part.text(all);
      return `${declareHelper(context, part, compose)}(${base}, ${part.text(path)})`;
    default:
      return part.text(all);
  }
}

const helperNames = new WeakMap<TransportContext, string>();

function declareHelper(context: TransportContext, part: Part, compose: keyof typeof HELPERS): string {
  const { home, owner } = context;
  const known = helperNames.get(context);
  const name = known ?? context.name('joinUrl');
  if (known === undefined) {
    helperNames.set(context, name);
    home.declare(`function ${name}${HELPERS[compose](boundTo(home))}`, owner, name);
  }
  return context.ref(part, name);
}

/** The part with `typed` callable on its own. */
function boundTo(part: Part): Part {
  return Object.assign(Object.create(part), { typed: (annotation: string) => part.typed(annotation) });
}

type SendUrl = (part: Part, url: string, method: string, context: TransportContext) => string;

/** A library that takes the complete URL. */
function whole(send: SendUrl, traits: Partial<TransportForm> = {}): TransportForm {
  return {
    certainty: 'must',
    ...traits,
    make: (context) => ({
      isOpened: false,
      open: (_part, base) => base,
      send: (part, base, path, method) => send(part, composeUrl(context, part, base, path), method, context),
    }),
  };
}

/** A library that puts base and path together itself. `open` null: the base is given with every request. */
function based(
  open: ((part: Part, base: string) => string) | null,
  send: (part: Part, handle: string, path: string, method: string) => string,
  traits: Partial<TransportForm> = {},
): TransportForm {
  return {
    certainty: 'must',
    ...traits,
    make: () => ({
      isOpened: open !== null,
      open: open ?? ((_part, base) => base),
      send: (part, handle, path, method) => send(part, handle, part.text(path), method),
    }),
  };
}

/** The URL as text, for libraries that do not take a URL object. */
function asText(url: string, { compose }: TransportContext): string {
  return compose === 'new URL' || compose === 'pathname' ? `${url}.toString()` : url;
}

/** `'GET'` as the name of a library's function; null when the method is not a literal. */
function verb(method: string): string | null {
  return /^['"](GET|POST|PUT|PATCH|DELETE)['"]$/.exec(method)?.[1]?.toLowerCase() ?? null;
}

function axiosSend(client: string, url: string, method: string): string {
  const name = verb(method);
  return name === null ? `${client}.request({ url: ${url}, method: ${method} })` : `${client}.${name}(${url})`;
}

const axios = (part: Part): string => part.package('axios', 'axios');
const got = (part: Part): string => part.package('got', 'got');
const ky = (part: Part): string => part.package('ky', 'ky');
const MODULE = { isModule: true, lead: '' } as const;

const HTTPS_BODY = `const request = https.request(URL, OPTIONS, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
    request.end();`;

function declareHttps(part: Part, context: TransportContext): string {
  const { home, owner } = context;
  const known = httpsNames.get(context);
  const name = known ?? context.name('sendHttps');
  if (known === undefined) {
    httpsNames.set(context, name);
    home.package('node:https', 'https');
    const types = (annotation: string) => home.typed(annotation);
    const body = HTTPS_BODY.replace('URL', 'url').replace('OPTIONS', '{ method }');
    home.declare(
      `function ${name}(url${types(': string | URL')}, method = 'GET') {\n  return new Promise((resolve, reject) => {\n    ${body}\n  });\n}`,
      owner,
      name,
    );
  }
  return context.ref(part, name);
}

const httpsNames = new WeakMap<TransportContext, string>();

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
    (_part, handle, path, method) => axiosSend(handle, path, method),
  ),
  'axios instance called': based(
    (part, base) => `${axios(part)}.create({ timeout: 5000, baseURL: ${base} })`,
    (_part, handle, path, method) => `${handle}({ url: ${path}, method: ${method} })`,
  ),
  'axios instance with config': based(
    (part, base) => `${axios(part)}.create({ baseURL: ${base}, headers: { accept: 'application/json' } })`,
    (_part, handle, path, method) => `${handle}(${path}, { method: ${method} })`,
  ),
  'axios with a whole URL': whole((part, url, method, context) => axiosSend(axios(part), asText(url, context), method)),
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
  'node https': whole((part, url, method, context) => `${declareHttps(part, context)}(${url}, ${method})`),
  'node https options': based(
    null,
    (part, base, path, method) =>
      `new Promise((resolve, reject) => {\n    ${part.package('node:https', 'https')}.request({ hostname: new URL(${base}).hostname, path: ${path}, method: ${method} }, (response) => {\n      response.resume();\n      response.on('end', resolve);\n    }).on('error', reject).end();\n  })`,
    { lead: '/' },
  ),
};
