import { isTestFile } from '../../model/test-files.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { makeQuery } from '../calls/global-calls.ts';
import { runInterceptors } from '../interceptors/run-interceptors.ts';
import type { Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { findKnownText, listTexts, makeText, makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { withChoices } from '../values/value-marks.ts';
import { type ClientValue, type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';
import { assignedBase } from './axios-defaults.ts';
import { isSentAgain } from './axios-retries.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  firstOption,
  type HttpLibrary,
  isConstruction,
  isOptions,
  join,
  makeClient,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { chooseBase } from './named-bases.ts';
import { findOpenUrl, hasPath } from './open-options.ts';

/** axios: the library itself, instances by `create`, their defaults, config objects and verbs. */

const FORMS: Readonly<Record<string, string>> = { postForm: 'post', putForm: 'put', patchForm: 'patch' };

/** What the client that is called has in front of its paths. */
export function baseOf(call: ClientCall): Value | undefined {
  const assigned = assignedBase(call);
  const given = configured(call, ['baseURL']);
  // Defaults that are assigned after `create` replace what it was given, from then on.
  if (assigned === undefined || given === undefined) return assigned?.base ?? given;
  const kept = listOptions(assigned.base).filter((option) => !isNeverSet(call, option));
  if (kept.length === 0) return given;
  return assigned.unless === null ? unite(kept) : unite([...kept, withChoices(given, assigned.unless)]);
}

/** `export const setBase = (url) => { client.defaults.baseURL = url; }`: the project itself leaves the base as it was made. */
function isNeverSet({ evaluator }: ClientCall, option: Value): boolean {
  if (option.type !== 'param') return false;
  return evaluator.index.listCallers(option.open.fn).every(({ module }) => isTestFile(module.path));
}

/** `client.defaults.baseURL`, which the client was made with, if it was; null for other members, and where it is set later. */
export function findConfiguredBase(
  evaluator: ClientCall['evaluator'],
  client: ClientValue,
  name: string,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): Value | null {
  if (client.library !== 'axios' || name !== 'baseURL' || client.path.join('.') !== 'defaults') return null;
  const isAssigned = evaluator.index.listMemberAssignments('baseURL').length > 0;
  if (isAssigned) return null;
  const given = client.options.at(-1);
  return given === undefined ? UNDEFINED : evaluator.getProperty(given, name, node, module);
}

/** `axios.defaults.baseURL` where nobody sets it; null for all else. */
export function findDefaultBase(
  evaluator: ClientCall['evaluator'],
  { module, path, made }: ExternalValue,
  name: string,
  asking: Module,
): Value | null {
  if (module !== 'axios' || made !== null || name !== 'baseURL' || path.at(-1) !== 'defaults') return null;
  const assigned = keepMeeting(evaluator, evaluator.index.listMemberAssignments(name), asking);
  return assigned.length === 0 ? UNDEFINED : null;
}

/** What the name of a verb, or a body in front of the options, says. */
interface Verb {
  readonly method: string;
  readonly data: Value | undefined;
}

/** `config.method` as axios hands it to interceptors. */
function readMethod(call: ClientCall, config: Value | undefined): Value {
  const given = firstOption(call, config, ['method']);
  if (given === undefined) return makeText('get');
  const known = findKnownText(given);
  return known === null
    ? makeUnknown(call.node, call.module, 'its method is not known')
    : makeText(known.toLowerCase());
}

function sendConfig(
  call: ClientCall,
  config: Value | undefined,
  [urlIndex, optionsIndex]: readonly [number, number],
  said: Verb | null,
): SentRequest | null {
  const given = urlIndex >= 0 ? argument(call, urlIndex) : option(call, config, 'url');
  const base = chooseBase(call, { options: config, index: optionsIndex, names: ['baseURL'] }, baseOf(call));
  const mayBring = given === undefined && urlIndex < 0 && base !== undefined && !hasPath(call, base);
  const url = given ?? (mayBring ? (findOpenUrl(call, config) ?? undefined) : undefined);
  const path = url ?? (urlIndex < 0 ? base : undefined);
  if (path === undefined) return null;
  const address = { url: path, base: url === undefined ? undefined : base };
  const seen = {
    ...address,
    options: config,
    method: said === null ? readMethod(call, config) : makeText(said.method),
    data: said?.data,
  };
  const made = runInterceptors(call.evaluator, call.target, seen, call.node, call.module);
  const addresses = made ?? [address];
  return {
    client: 'axios',
    url: unite(addresses.map((one) => (one.base === undefined ? one.url : join(call, one.base, one.url, 'slash')))),
    ...(made === null ? {} : { isIntercepted: true as const }),
    urlNode: argumentNode(call, Math.max(0, urlIndex)),
    method: firstOption(call, config, ['method']) ?? null,
    message: {
      isVerb: false,
      options: config,
      optionsIndex: Math.max(0, urlIndex + 1),
      bodyName: 'data',
      encoding: 'object',
      bodyIndex: null,
    },
  };
}

function sendVerb(call: ClientCall, name: string): SentRequest | null {
  const takesBody = /^(?:post|put|patch)$/.test(name);
  const optionsIndex = takesBody ? 2 : 1;
  const options = argument(call, optionsIndex);
  const positional = takesBody ? argument(call, 1) : undefined;
  const sent = sendConfig(call, options, [0, optionsIndex], { method: name, data: positional });
  if (sent === null) return null;
  const message = {
    isVerb: true,
    options,
    optionsIndex,
    bodyName: 'data',
    encoding: 'object',
    bodyIndex: 1,
    positional,
  } as const;
  return { ...sent, method: verb(name), message };
}

function send(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  const first = argument(call, 0);
  if (name === '' || name === 'request') {
    if (first === undefined || isSentAgain(call, first)) return null;
    return isOptions(first)
      ? sendConfig(call, first, [-1, 0], null)
      : sendConfig(call, argument(call, 1), [0, 1], null);
  }
  // `@nuxtjs/axios` has `$get`, too, which gives the data alone.
  const method = FORMS[name] ?? name.replace(/^\$/, '');
  return VERBS.includes(method) ? sendVerb(call, method) : null;
}

/** `client.getUri({ url, params })`: the address that it would send to. */
function makeUri(call: ClientCall): Value | null {
  const config = argument(call, 0);
  const url = option(call, config, 'url');
  if (url === undefined) return null;
  const base = chooseBase(call, { options: config, index: 0, names: ['baseURL'] }, baseOf(call));
  const address = base === undefined ? url : join(call, base, url, 'slash');
  const { node, module } = call;
  if (option(call, config, 'params') === undefined) return address;
  const parts = [listTexts(address, node, module), [makeText('?')], listTexts(makeQuery(node, module), node, module)];
  return concatTexts(parts, node, module);
}

function create(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  if (name === 'getUri') return makeUri(call);
  const isNew = name === 'Axios' && isConstruction(call);
  if (name !== 'create' && name !== 'xior.create' && !isNew) return null;
  const config = argument(call, 0);
  const inherited = call.target.type === 'client' ? call.target.options : [];
  return makeClient('axios', config === undefined ? inherited : [...inherited, config], call.node);
}

/** `axios($, config)`: the step that asks comes first, and is given the body unless it wants the whole answer. */
function sendStep(call: ClientCall): SentRequest | null {
  if (call.target.path.join('.') !== 'axios') return null;
  const config = argument(call, 1);
  if (!isOptions(config)) return null;
  const sent = sendConfig({ ...call, args: call.args.slice(1) }, config, [-1, 0], null);
  return sent === null || option(call, config, 'returnFullResponse') !== undefined
    ? sent
    : { ...sent, client: 'pipedream' };
}

/** Wrappers that give back the client, or the `fetch`, that they are given. */
function pass(call: ClientCall): Value | null {
  return argument(call, 0) ?? null;
}

export const axiosLibrary: HttpLibrary = {
  name: 'axios',
  modules: ['axios', 'axios/dist/node/axios.cjs', 'redaxios', 'xior', 'feaxios', 'axiod'],
  create,
  send,
};

export const pipedreamLibrary: HttpLibrary = { name: 'pipedream', modules: ['@pipedream/platform'], send: sendStep };

export const axiosWrapperLibrary: HttpLibrary = {
  name: 'axios-wrapper',
  modules: [
    'axios-cache-interceptor',
    'axios-retry',
    'axios-rate-limit',
    'axios-cookiejar-support',
    'axios-auth-refresh',
    'axios-case-converter',
    'fetch-retry',
    'fetch-cookie',
  ],
  create: pass,
};
