import { isCallNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { makeObject } from '../members/objects.ts';
import { makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
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
  VERBS,
  verb,
} from './client.ts';

/** The clients of @hey-api/openapi-ts: `createClient(createConfig({ baseUrl })).get({ url: '/calls/{id}', path: { id } })`. */

const BASES = ['baseUrl', 'baseURL'];

/** `client.setConfig({ baseUrl })`, wherever it stands: a generated client is configured by who uses it. */
function findLaterBase({ evaluator, node, module, target }: ClientCall): Value | undefined {
  const bases = evaluator.index.listConfigurations().flatMap((call) => {
    const owners = listOptions(evaluator.evaluate(call.receiver, call.module, null));
    if (!owners.some((owner) => owner.type === 'client' && target.type === 'client' && owner.made === target.made))
      return [];
    const given = evaluator.getArgument(evaluator.index.listCallArguments(call.node, call.module, null), 0);
    if (given?.type !== 'object') return [];
    return BASES.map((name) => evaluator.getProperty(given, name, node, module)).filter(
      (base) => base.type !== 'primitive',
    );
  });
  return bases.length === 0 ? undefined : unite(bases);
}

function findBase(call: ClientCall, options: Value | undefined): Value | undefined {
  return baseOption(call, options, BASES) ?? findLaterBase(call) ?? configured(call, BASES);
}

/** `client.buildUrl({ url: '/calls/{id}', path: { id } })`: the address that a request with these options would have. */
function buildUrl(call: ClientCall): Value | null {
  const options = argument(call, 0);
  const url = option(call, options, 'url');
  return url === undefined ? null : join(call, findBase(call, options), url, 'slash');
}

/** A link, or what only other code sends: nobody says with which method. */
function describeBuilt(call: ClientCall): SentRequest | null {
  const parent = getParent(call.node);
  const url = parent !== undefined && isCallNode(parent) ? null : buildUrl(call);
  if (url === null) return null;
  const method = makeUnknown(call.node, call.module, 'who sends it is not known');
  return { client: 'hey-api', url, urlNode: argumentNode(call, 0), method };
}

function send(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'client') return null;
  const name = call.target.path.filter((part) => part !== 'sse').join('.');
  if (name === 'buildUrl') return describeBuilt(call);
  const options = argument(call, 0);
  const url = option(call, options, 'url');
  if (url === undefined || (!VERBS.includes(name) && name !== 'request')) return null;
  return {
    client: 'hey-api',
    url: join(call, findBase(call, options), url, 'slash'),
    urlNode: argumentNode(call, 0),
    method: name === 'request' ? (option(call, options, 'method') ?? null) : verb(name),
    message: {
      isVerb: name !== 'request',
      options,
      optionsIndex: 0,
      bodyName: 'body',
      encoding: 'object',
      bodyIndex: null,
    },
  };
}

/** `client.getConfig().baseUrl`: keys of caches are made of it, and requests of those keys. */
function readConfig(call: ClientCall): Value {
  const base = findLaterBase(call) ?? configured(call, BASES);
  return makeObject(base === undefined ? {} : Object.fromEntries(BASES.map((name) => [name, base])));
}

function create(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  const given = argument(call, 0);
  if (call.target.type === 'client') {
    if (name === 'buildUrl') return buildUrl(call);
    return name === 'getConfig' ? readConfig(call) : null;
  }
  // What it sorts into path, query and body is no address.
  if (name === 'buildClientParams') return makeObject({ body: makeUnknown(call.node, call.module, 'it is sorted') });
  if (name === 'createConfig') return given ?? null;
  return name === 'createClient' ? makeClient('hey-api', given === undefined ? [] : [given], call.node) : null;
}

export const heyApiLibrary: HttpLibrary = {
  name: 'hey-api',
  modules: ['fetch', 'axios', 'next', 'nuxt', 'ky', 'ofetch'].map((name) => `@hey-api/client-${name}`),
  create,
  send,
};
