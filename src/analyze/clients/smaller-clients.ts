import { nameMember } from '../../syntax/nodes.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { takeOut } from '../calls/state-holders.ts';
import { listHooks } from '../interceptors/interceptors.ts';
import { makeObject } from '../members/objects.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';
import { findChainedCall } from './chained-call.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  configured,
  type HttpLibrary,
  isOptions,
  join,
  makeClient,
  option,
  type SentRequest,
  VERBS,
} from './client.ts';
import { splitMethod } from './method-in-path.ts';
import { canRunUrlHooks, runUrlHooks } from './url-hooks.ts';

/** Packages with a base that is given when a client is made, and members that send: one row for each. */

interface Dialect {
  readonly name: string;
  readonly modules: readonly string[];
  /** What makes a client, by its member: the argument that is the base, or that holds it. */
  readonly makers?: Readonly<Record<string, number>>;
  /** What gives back the first of what it is given: `createSchema({ … })`. */
  readonly handsBack?: readonly string[];
  /** What sends, by its member: the method, or null where options say it. Of a client, where the package makes any. */
  readonly senders: Readonly<Record<string, string | null>>;
  /** What the package itself sends with, beside its clients. */
  readonly own?: Readonly<Record<string, string | null>>;
  /** What options call the base. */
  readonly bases?: readonly string[];
  /** The method is the member that is called on the result: `useFetch(url).post(body)`. */
  readonly isChained?: true;
  /** `@post/calls` */
  readonly hasMethodInPath?: true;
  /** Its interceptors are handed the whole address, and give back what is asked instead. */
  readonly hasUrlHooks?: true;
  /** Where what makes a client is told what all requests are sent with. */
  readonly settings?: Readonly<Record<string, number>>;
  /** Senders that take the method in front of the URL. */
  readonly methodFirst?: readonly string[];
  /** Where a sender takes the headers themselves. */
  readonly headersAt?: Readonly<Record<string, number>>;
  /** Where a sender takes its options, unless that is behind the URL. */
  readonly optionsAt?: Readonly<Record<string, number>>;
}

const SAME: Readonly<Record<string, string>> = Object.fromEntries(VERBS.map((name) => [name, name.toUpperCase()]));
const CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  VERBS.map((name) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, name.toUpperCase()]),
);
const JSON_VERBS: Readonly<Record<string, string>> = Object.fromEntries(
  ['get', 'post', 'put', 'patch'].map((name) => [`${name}Json`, name.toUpperCase()]),
);

/** `get(url, headers)`, `postJson(url, body, headers)` */
const HEADERS_AT: Readonly<Record<string, number>> = Object.fromEntries([
  ...['get', 'getJson', 'del', 'head', 'options'].map((name) => [name, 1]),
  ...['post', 'postJson', 'put', 'putJson', 'patch', 'patchJson'].map((name) => [name, 2]),
]);

function under(owner: string): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.entries(SAME).map(([name, method]) => [`${owner}.${name}`, method]));
}

const DIALECTS: readonly Dialect[] = [
  {
    name: 'alova',
    modules: ['alova'],
    makers: { createAlova: 0 },
    senders: { ...CAPITALS, Request: null },
    bases: ['baseURL'],
  },
  { name: 'up-fetch', modules: ['up-fetch'], makers: { up: 1 }, senders: { '': null }, bases: ['baseUrl'] },
  {
    name: 'better-fetch',
    modules: ['@better-fetch/fetch'],
    makers: { createFetch: 0 },
    handsBack: ['createSchema'],
    senders: { '': null },
    own: { betterFetch: null },
    bases: ['baseURL'],
    hasMethodInPath: true,
  },
  {
    name: 'vueuse',
    modules: ['@vueuse/core'],
    makers: { createFetch: 0 },
    senders: { '': null },
    own: { useFetch: null },
    bases: ['baseUrl'],
    isChained: true,
  },
  { name: 'itty-fetcher', modules: ['itty-fetcher'], makers: { fetcher: 0 }, senders: SAME, bases: ['base'] },
  { name: 'mande', modules: ['mande'], makers: { '': 0, mande: 0 }, senders: SAME },
  { name: 'frisbee', modules: ['frisbee'], makers: { '': 0 }, senders: { ...SAME, del: 'DELETE' }, bases: ['baseURI'] },
  {
    name: 'apisauce',
    modules: ['apisauce'],
    makers: { create: 0 },
    senders: { ...SAME, any: null },
    bases: ['baseURL'],
  },
  {
    name: 'rest-client',
    modules: ['typed-rest-client/RestClient', 'typed-rest-client'],
    makers: { RestClient: 1 },
    settings: { RestClient: 3 },
    senders: { get: 'GET', create: 'POST', replace: 'PUT', update: 'PATCH', del: 'DELETE' },
  },
  {
    name: 'actions-http-client',
    modules: ['@actions/http-client', 'typed-rest-client/HttpClient'],
    makers: { HttpClient: -1 },
    senders: { ...SAME, ...JSON_VERBS, del: 'DELETE' },
    settings: { HttpClient: 2 },
    headersAt: HEADERS_AT,
  },
  {
    name: 'capacitor',
    modules: ['@capacitor/core', '@capacitor-community/http'],
    senders: {
      ...under('CapacitorHttp'),
      ...under('Http'),
      'CapacitorHttp.request': null,
      'Http.request': null,
    },
  },
  {
    name: 'blob-fetch',
    modules: ['rn-fetch-blob', 'react-native-blob-util', 'react-native-fetch-blob'],
    makers: { config: -1, 'default.config': -1 },
    senders: { fetch: null },
    own: { fetch: null, 'default.fetch': null },
    methodFirst: ['fetch', 'default.fetch'],
    headersAt: { fetch: 2, 'default.fetch': 2 },
  },
  {
    name: 'umi-request',
    modules: ['umi-request'],
    makers: { extend: 0 },
    senders: { ...SAME, '': null },
    own: { ...SAME, '': null, request: null },
    bases: ['prefix'],
    hasUrlHooks: true,
  },
  {
    name: 'wreck',
    modules: ['@hapi/wreck', 'wreck'],
    makers: { defaults: 0 },
    senders: { ...SAME, request: null },
    own: { ...SAME, request: null },
    bases: ['baseUrl'],
    methodFirst: ['request'],
  },
  {
    name: 'restify-clients',
    modules: ['restify-clients'],
    makers: { createClient: 0, createJsonClient: 0, createStringClient: 0, createHttpClient: 0 },
    senders: { ...SAME, opts: 'OPTIONS', del: 'DELETE' },
    bases: ['url'],
  },
  { name: 'react-admin', modules: ['react-admin', 'ra-core'], senders: { 'fetchUtils.fetchJson': null } },
  { name: 'obsidian', modules: ['obsidian'], senders: { requestUrl: null, request: null } },
  { name: 'phin', modules: ['phin'], senders: { '': null, phin: null } },
  { name: 'simple-get', modules: ['simple-get'], senders: { ...SAME, '': null, concat: null } },
  { name: 'urllib', modules: ['urllib'], senders: { request: null, curl: null, fetch: null } },
  { name: 'unirest', modules: ['unirest'], senders: SAME },
  { name: 'requestify', modules: ['requestify'], senders: SAME },
  {
    name: 'restler',
    modules: ['restler'],
    senders: { ...SAME, del: 'DELETE', json: 'GET', ...JSON_VERBS, request: null },
    optionsAt: Object.fromEntries(['json', ...Object.keys(JSON_VERBS)].map((name) => [name, 2])),
  },
  {
    name: 'node-rest-client',
    modules: ['node-rest-client', 'node-rest-client-promise'],
    makers: { Client: -1 },
    senders: SAME,
  },
  { name: 'tiny-json-http', modules: ['tiny-json-http'], senders: { ...SAME, del: 'DELETE' } },
];

/** The name under which a base is kept that was an argument of its own. */
const BASE = 'base';

function create(call: ClientCall, { makers, handsBack, name, bases = [], settings }: Dialect): Value | null {
  const maker = call.target.path.join('.');
  if (handsBack?.includes(maker) === true) return argument(call, 0) ?? null;
  const at = call.target.type === 'external' ? makers?.[maker] : undefined;
  if (at === undefined) return null;
  const given = at < 0 ? undefined : argument(call, at);
  const from = { args: [], call: null, from: call.env ?? null };
  const options = given?.type === 'function' ? evaluateReturn(call.evaluator, given, from, false) : given;
  const isBase = options !== undefined && (bases.length === 0 || options.type === 'text');
  const kept = options === undefined ? [] : [isBase ? makeObject({ [BASE]: options }) : options];
  const set = settings?.[maker];
  const shared = set === undefined ? undefined : argument(call, set);
  return makeClient(name, shared === undefined ? kept : [...kept, shared], call.node);
}

function findMethod(call: ClientCall, options: Value | undefined, isChained: boolean | undefined): Value | null {
  const chained = isChained === true ? findChainedCall(call.node, (name) => VERBS.includes(name)) : null;
  const verb = chained === null ? null : nameMember(chained.callee);
  if (verb !== null) return makeText(verb.toUpperCase());
  return option(call, options, 'method') ?? configured(call, ['method']) ?? null;
}

/** `get(path, { additionalHeaders })` of typed-rest-client, and headers that are an argument of their own. */
function listHeaders(call: ClientCall, options: Value | undefined, at: number | undefined): readonly Value[] {
  const given = at === undefined ? option(call, options, 'additionalHeaders') : argument(call, at);
  return given === undefined ? [] : [given];
}

function send(call: ClientCall, dialect: Dialect): SentRequest | null {
  const { name, makers, senders, own, bases = [], isChained, hasUrlHooks, hasMethodInPath, headersAt } = dialect;
  const member = call.target.path.join('.');
  const table = call.target.type === 'client' || makers === undefined ? senders : (own ?? {});
  const method = Object.hasOwn(table, member) ? table[member] : undefined;
  const at = dialect.methodFirst?.includes(member) === true ? 1 : 0;
  const given = method === undefined ? undefined : argument(call, at);
  if (method === undefined || given === undefined) return null;
  const open = (value: Value): Value => takeOut(call.evaluator, value, { ...call, env: call.env ?? null }, true);
  const first = isChained === true ? open(given) : given;
  const options = isOptions(first) ? first : argument(call, dialect.optionsAt?.[member] ?? at + 1);
  const asked = isOptions(first) ? option(call, first, 'url') : first;
  if (asked === undefined) return null;
  const { path: url, method: named } = hasMethodInPath === true ? splitMethod(asked) : { path: asked, method: null };
  const fixed = named ?? (at > 0 ? null : method);
  const known = fixed !== null ? makeText(fixed) : at > 0 ? argument(call, 0) : null;
  const held = baseOption(call, options, bases) ?? configured(call, [BASE, ...bases]);
  const base = held === undefined ? undefined : open(held);
  const address = join(call, base, url, 'slash');
  const all = hasUrlHooks === true ? listHooks(call.evaluator, call.target, call.module) : [];
  // What one does that nobody can run is told by how it is written, as for other clients.
  const hooks = canRunUrlHooks(call, all, address) ? all : [];
  return {
    client: name,
    url: runUrlHooks(call, hooks, address),
    urlNode: argumentNode(call, at),
    ...(hooks.length === 0 ? {} : { isIntercepted: true as const }),
    method: known === null ? findMethod(call, options, isChained) : (known ?? null),
    options,
    headers: listHeaders(call, options, headersAt?.[member]),
    // VueUse hands these on to `fetch`.
    inherited: [configured(call, ['fetchOptions']) ?? []].flat(),
  };
}

export const smallerLibraries: readonly HttpLibrary[] = DIALECTS.map((dialect) => ({
  name: dialect.name,
  modules: dialect.modules,
  create: (call) => create(call, dialect),
  send: (call) => send(call, dialect),
}));

/** bent: `bent('https://…', 'POST', 'json', 200)` gives a function that takes the rest of the URL. */
function createBent(call: ClientCall): Value | null {
  if (call.target.type !== 'external' || call.target.path.length > 0) return null;
  const known = call.args.map((_, index) => argument(call, index)).filter((value) => value?.type === 'text');
  const isMethod = (value: Value) => /^[A-Z]+$/.test(findKnownText(value) ?? '');
  const isFormat = (value: Value) => /^(?:json|string|buffer)$/.test(findKnownText(value) ?? '');
  const base = known.find((value) => !isMethod(value) && !isFormat(value));
  const method = known.find(isMethod);
  const kept = { ...(base === undefined ? {} : { base }), ...(method === undefined ? {} : { method }) };
  const headers = call.args.map((_, index) => argument(call, index)).filter((value) => value?.type === 'object');
  const given = headers.map((value) => makeObject({ headers: value }));
  return makeClient('bent', [makeObject(kept), ...given], call.node);
}

export const bentLibrary: HttpLibrary = {
  name: 'bent',
  modules: ['bent'],
  create: createBent,
  send: (call) => {
    if (call.target.type !== 'client' || call.target.path.length > 0) return null;
    const path = argument(call, 0);
    const base = configured(call, [BASE]);
    const url = path ?? base;
    if (url === undefined) return null;
    return {
      client: 'bent',
      url: path === undefined ? url : join(call, base, path, 'plain'),
      urlNode: argumentNode(call, 0),
      method: configured(call, ['method']) ?? null,
    };
  },
};
