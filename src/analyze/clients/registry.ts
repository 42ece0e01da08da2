import { flatMap } from '../../model/flat-map.ts';
import { forgetPath } from '../interceptors/forget-path.ts';
import { findRedirection } from '../interceptors/interceptors.ts';
import { hasLibraryHook } from '../interceptors/library-hooks.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import { listOptions, unite } from '../values/unions.ts';
import { mergeChoices, withChoices } from '../values/value-marks.ts';
import { type ClientValue, type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { aiSdkLibrary } from './ai-sdk.ts';
import { angularLibrary } from './angular.ts';
import { angularJsLibrary } from './angularjs.ts';
import { frisbyLibrary, pactumLibrary } from './api-tests.ts';
import { apolloRestLibrary } from './apollo-rest.ts';
import { appsScriptLibrary } from './apps-script.ts';
import { assertionLibrary } from './assertions.ts';
import { aureliaLibrary } from './aurelia.ts';
import { axiosLibrary, axiosWrapperLibrary, pipedreamLibrary } from './axios.ts';
import { axiosHooksLibrary, vueUseAxiosLibrary } from './axios-hooks.ts';
import { beaconLibrary } from './beacon.ts';
import { type ClientCall, type HttpLibrary, makeClient, option, type SentRequest } from './client.ts';
import { tsRestLibrary, zodiosLibrary } from './contracts.ts';
import { cordovaLibrary } from './cordova-http.ts';
import { cypressLibrary } from './cypress.ts';
import { dataProviderLibrary } from './data-providers.ts';
import { effectHttpLibrary } from './effect-http.ts';
import { electronLibrary } from './electron.ts';
import { emberAjaxLibrary } from './ember-ajax.ts';
import { feathersLibrary } from './feathers.ts';
import { fetchLibrary } from './fetch.ts';
import { gaxiosLibrary } from './gaxios.ts';
import { h3Library } from './h3.ts';
import { heyApiLibrary } from './hey-api.ts';
import { http2Library } from './http2.ts';
import { jqueryLibrary } from './jquery.ts';
import { k6Library } from './k6.ts';
import { kubbLibrary } from './kubb.ts';
import { meteorLibrary } from './meteor.ts';
import { axiosMockLibrary, mockAgentLibrary, moxiosLibrary, nockLibrary } from './mocks.ts';
import { mswLibrary } from './msw.ts';
import { needleLibrary } from './needle.ts';
import { nestLibrary } from './nestjs.ts';
import { followRedirectsLibrary, httpLibrary, httpsLibrary } from './node-http.ts';
import { oazapftsLibrary } from './oazapfts.ts';
import { openapiFetchLibrary } from './openapi-fetch.ts';
import { openapiReactQueryLibrary, swrOpenapiLibrary } from './openapi-hooks.ts';
import { openapiTypescriptFetchLibrary } from './openapi-typescript-fetch.ts';
import { playwrightLibrary } from './playwright.ts';
import { gotLibrary, kyLibrary, ofetchLibrary, wretchLibrary } from './prefixed.ts';
import { requestLibrary } from './request.ts';
import { rtkQueryLibrary } from './rtk-query.ts';
import { rxjsLibrary } from './rxjs.ts';
import { scriptableLibrary } from './scriptable.ts';
import { shellLibrary } from './shell-commands.ts';
import { bentLibrary, smallerLibraries } from './smaller-clients.ts';
import { superagentLibrary } from './superagent.ts';
import { supertestLibrary } from './supertest.ts';
import { umiLibrary } from './umi.ts';
import { undiciLibrary } from './undici.ts';
import { useHttpLibrary } from './use-http.ts';
import { vueResourceLibrary } from './vue-resource.ts';
import { xhrLibrary } from './xhr.ts';

/** The HTTP libraries the analysis knows; a library is added with its file and one line here. */
const LIBRARIES: readonly HttpLibrary[] = [
  fetchLibrary,
  axiosLibrary,
  axiosWrapperLibrary,
  axiosHooksLibrary,
  vueUseAxiosLibrary,
  pipedreamLibrary,
  gotLibrary,
  kyLibrary,
  ofetchLibrary,
  h3Library,
  wretchLibrary,
  undiciLibrary,
  httpLibrary,
  httpsLibrary,
  followRedirectsLibrary,
  http2Library,
  electronLibrary,
  superagentLibrary,
  supertestLibrary,
  pactumLibrary,
  frisbyLibrary,
  needleLibrary,
  requestLibrary,
  gaxiosLibrary,
  aiSdkLibrary,
  effectHttpLibrary,
  jqueryLibrary,
  xhrLibrary,
  scriptableLibrary,
  umiLibrary,
  beaconLibrary,
  angularLibrary,
  angularJsLibrary,
  aureliaLibrary,
  vueResourceLibrary,
  nestLibrary,
  appsScriptLibrary,
  openapiFetchLibrary,
  openapiReactQueryLibrary,
  swrOpenapiLibrary,
  openapiTypescriptFetchLibrary,
  oazapftsLibrary,
  apolloRestLibrary,
  heyApiLibrary,
  kubbLibrary,
  tsRestLibrary,
  zodiosLibrary,
  rtkQueryLibrary,
  rxjsLibrary,
  k6Library,
  meteorLibrary,
  cordovaLibrary,
  emberAjaxLibrary,
  bentLibrary,
  feathersLibrary,
  dataProviderLibrary,
  useHttpLibrary,
  ...smallerLibraries,
  shellLibrary,
  cypressLibrary,
  playwrightLibrary,
  nockLibrary,
  axiosMockLibrary,
  moxiosLibrary,
  mockAgentLibrary,
  mswLibrary,
  assertionLibrary,
];

const BY_NAME = new Map(LIBRARIES.map((library) => [library.name, library]));
const BY_MODULE = new Map(flatMap(LIBRARIES, (library) => library.modules.map((module) => [module, library] as const)));
const BY_GLOBAL = new Map(
  flatMap(LIBRARIES, (library) => (library.globals ?? []).map((name) => [name, library] as const)),
);

function findLibrary(target: ExternalValue | ClientValue): HttpLibrary | undefined {
  if (target.type === 'client') return BY_NAME.get(target.library);
  const [head] = target.path;
  if (target.module === 'global') return BY_GLOBAL.get(target.made?.by.path[0] ?? head ?? '');
  return BY_MODULE.get(target.module);
}

export function nameLibrary(target: ExternalValue | ClientValue): string | undefined {
  return findLibrary(target)?.name;
}

/** Containers make these, so that their type says what they are; of `http: AxiosInstance` who hands it over says the base. */
const INJECTED = /^@(?:nestjs|angular)\//;

/** Is it the type of what a library's calls make? */
export function isMadeClient({ module }: ExternalValue): boolean {
  return BY_MODULE.get(module)?.create !== undefined && !INJECTED.test(module);
}

/** Is it the type of a client that a container makes, so that the type alone says what it is? */
export function isInjectedClient({ module, path }: ExternalValue): boolean {
  return INJECTED.test(module) && path.at(-1) === 'instance()' && BY_MODULE.has(module);
}

/** The types of instances, and the option that has their base. */
const INSTANCES: Readonly<Record<string, string>> = {
  AxiosInstance: 'baseURL',
  AxiosStatic: 'baseURL',
  Axios: 'baseURL',
  KyInstance: 'prefixUrl',
  Got: 'prefixUrl',
  ExtendedGot: 'prefixUrl',
  $Fetch: 'baseURL',
};

/** An instance of which the type alone is known: whoever hands it over says its base. */
export function makeDeclaredClient(typed: ExternalValue, given: Value): ClientValue | null {
  const [name = ''] = typed.path;
  const library = BY_MODULE.get(typed.module);
  const base = Object.hasOwn(INSTANCES, name) ? INSTANCES[name] : undefined;
  if (library === undefined || base === undefined || typed.path.length !== 2) return null;
  const slot = { kind: 'value', value: given } as const;
  const options: Value = {
    type: 'object',
    node: null,
    entries: [{ kind: 'slot', name: base, slot }],
    ...NO_PROVENANCE,
  };
  return makeClient(library.name, [options], null);
}

/** The client that a call makes; null when it makes none. */
export function createClient(call: ClientCall): Value | null {
  const made = findLibrary(call.target)?.create?.(call) ?? null;
  const isNew = made?.type === 'client' && made.made === call.node;
  return isNew && call.env !== undefined ? { ...made, env: call.env } : made;
}

/** Headers of the request's own options and of the instance it is sent by. */
function withHeaders(call: ClientCall, request: SentRequest): SentRequest {
  const own = request.message?.options ?? request.options;
  const inherited = [...(request.inherited ?? []), ...(call.target.type === 'client' ? call.target.options : [])];
  const configurations = [...(own === undefined ? [] : [own]), ...inherited];
  const found = flatMap(configurations, (options) => option(call, options, 'headers') ?? []);
  return { configurations, sender: call.target, ...request, headers: [...(request.headers ?? []), ...found] };
}

/** A client of one branch or caller sends the URLs of that branch or caller only. */
function keepOwnUrls({ target: { choices } }: ClientCall, url: Value): Value | null {
  if (choices === undefined || choices.length === 0) return url;
  const own = listOptions(url).filter((option) => mergeChoices(choices, option.choices) !== null);
  return own.length === 0 ? null : unite(own.map((option) => withChoices(option, choices)));
}

/** Is every text that the URL can be a whole address? */
function isWhole({ url, urlNode }: SentRequest, module: Module): boolean {
  return listTexts(url, urlNode, module).every(isAbsoluteUrl);
}

function redirect(call: ClientCall, request: SentRequest): SentRequest {
  if (request.isMock === true) return request;
  const { evaluator, target, node, module } = call;
  const reason =
    findRedirection(evaluator, target, request, node, module) ??
    (hasLibraryHook(evaluator, nameLibrary(target), module, () => isWhole(request, module))
      ? 'a hook of the library changes it'
      : null);
  return reason === null
    ? request
    : { ...request, url: forgetPath(request.url, request.urlNode, module, reason, true) };
}

/** `request.getAsync`, where `promisifyAll` made it: what it sends without the ending. */
function nameAsMade<T extends ExternalValue | ClientValue>(target: T): T {
  const name = target.path.at(-1) ?? '';
  return /.Async$/.test(name)
    ? { ...target, path: [...target.path.slice(0, -1), name.slice(0, -'Async'.length)] }
    : target;
}

/** `http.get.bind(http, '/calls')`: with what is given at once. Where body and options stand in the call is another matter then. */
function complete(call: ClientCall): readonly SentRequest[] {
  const target = nameAsMade(call.target);
  const { bound = [] } = target;
  const sent = findLibrary(target)?.send?.({ ...call, target, args: [...bound, ...call.args] }) ?? [];
  const all = 'client' in sent ? [sent] : sent;
  return bound.length === 0 ? all : all.map(({ message, ...rest }) => ({ options: message?.options, ...rest }));
}

/** The requests that a call sends; none when the library is not known or the call sends nothing. */
export function describeRequests(call: ClientCall): readonly SentRequest[] {
  const all = complete(call);
  return flatMap(all, (request) => {
    const url = keepOwnUrls(call, request.url);
    return url === null ? [] : [redirect(call, withHeaders(call, { ...request, url }))];
  });
}
