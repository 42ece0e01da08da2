import { isMemberNode, nameMember } from '../../syntax/nodes.ts';
import { findInstances } from '../callers/axios-of-tests.ts';
import { makeObject } from '../members/objects.ts';
import { makeText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ClientValue, Value } from '../values/values.ts';
import { baseOf } from './axios.ts';
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

/** Test doubles that name a request by base and path apart. What they describe is a reference, not a request. */

function mocked(call: ClientCall, base: Value | undefined, index: number, method: Value | null): SentRequest | null {
  const path = argument(call, index);
  if (path === undefined) return null;
  const message = {
    isVerb: true,
    options: undefined,
    optionsIndex: index + 2,
    bodyName: 'body',
    encoding: 'object',
    bodyIndex: index + 1,
    positional: argument(call, index + 1),
  } as const;
  return {
    client: 'mock',
    url: join(call, base, path, 'slash'),
    urlNode: argumentNode(call, index),
    method,
    isMock: true,
    message,
  };
}

/** `nock(/api\.voice\.example/)`: a pattern that is a host and no more stands for it. */
function readHost(call: ClientCall): Value | null {
  const node = argumentNode(call, 0);
  if (node.type !== 'RegExpLiteral') return null;
  const host = node.pattern.replace(/^\^?(?:https\??:\\?\/\\?\/)?|\/?\$?$/g, '').replace(/\\?\./g, '.');
  return /^[\w-]+(?:\.[\w-]+)+$/.test(host) ? makeText(`https://${host}`) : null;
}

/** `nock(base).get(path).reply(200)`: every method but a verb gives the scope back. */
function createNock(call: ClientCall): Value | null {
  if (call.target.type === 'client') return { ...call.target, path: [] };
  const name = call.target.path.join('.');
  const base = readHost(call) ?? argument(call, 0);
  const options = argument(call, 1);
  if (base === undefined || (name !== '' && name !== 'nock')) return null;
  return makeClient('nock', options === undefined ? [base] : [base, options], call.node);
}

export const nockLibrary: HttpLibrary = {
  name: 'nock',
  modules: ['nock'],
  create: createNock,
  send: (call) => {
    if (call.target.type !== 'client') return null;
    const name = call.target.path[0] ?? '';
    const [base, options] = call.target.options;
    const method = name === 'intercept' ? (argument(call, 1) ?? null) : VERBS.includes(name) ? verb(name) : undefined;
    const sent = method === undefined ? null : mocked(call, base, 0, method);
    const headers = option(call, options, 'reqheaders');
    return sent === null || headers === undefined ? sent : { ...sent, headers: [headers] };
  },
};

/** What gives the adapter back: `mock.onGet(path).reply(200).onPost(path)`. */
const CHAINED =
  /^(?:on[A-Z]\w+|reply(?:Once)?|passThrough|withDelayInMs|(?:networkError|timeout|abortRequest)(?:Once)?)$/;

/**
 * `new MockAdapter(axios)`: instances that are made later have the adapter of axios, too. Their base, where the code under test sends
 * nothing by axios itself.
 */
function findBaseOfInstances(call: ClientCall, mocked: Value | undefined): Value | undefined {
  if (mocked?.type !== 'external' || mocked.module !== 'axios' || mocked.made !== null) return undefined;
  const instances = findInstances(call.evaluator, call.module);
  const bases = (instances === null ? [] : listOptions(instances)).map((one) =>
    one.type === 'client' ? baseOf({ ...call, target: one }) : undefined,
  );
  const known = bases.flatMap((base) => base ?? []);
  return known.length === 0 || known.length < bases.length ? undefined : unite(known);
}

/** `new MockAdapter(instance).onGet(path)`. */
export const axiosMockLibrary: HttpLibrary = {
  name: 'axios-mock-adapter',
  modules: ['axios-mock-adapter'],
  create: (call) => {
    if (call.target.type === 'client')
      return CHAINED.test(call.target.path.join('.')) ? { ...call.target, path: [] } : null;
    const instance = argument(call, 0);
    const made = instance?.type === 'client' ? instance : null;
    // `instance.defaults.baseURL = …` counts as well.
    const base = made === null ? findBaseOfInstances(call, instance) : baseOf({ ...call, target: made });
    const own = base === undefined ? [] : [makeObject({ baseURL: base })];
    return makeClient('axios-mock-adapter', [...(made?.options ?? []), ...own], call.node);
  },
  send: (call) => {
    if (call.target.type !== 'client') return null;
    const name = /^on([A-Z]\w+)$/.exec(call.target.path[0] ?? '')?.[1]?.toLowerCase();
    if (name === undefined || (!VERBS.includes(name) && name !== 'any')) return null;
    return mocked(call, configured(call, ['baseURL']), 0, name === 'any' ? null : verb(name));
  },
};

/** The instance for which the same file installs moxios; null where there is none, or more than one. */
function findInstalled({ evaluator, module }: ClientCall): ClientValue | null {
  const given = module.scripts
    .flatMap(({ calls }) => calls)
    .flatMap((node) => {
      if (node.type !== 'CallExpression' || !isMemberNode(node.callee) || nameMember(node.callee) !== 'install')
        return [];
      const owner = evaluator.evaluate(node.callee.object, module, null);
      return owner.type === 'external' && owner.module === 'moxios' ? [node.arguments[0]] : [];
    });
  const [only, ...others] = given.map((node) => (node === undefined ? null : evaluator.evaluate(node, module, null)));
  return only?.type === 'client' && others.length === 0 ? only : null;
}

/** `moxios.stubRequest(path, …)`, `moxios.stubOnce('POST', path, …)`: the path that the instance is called with. */
export const moxiosLibrary: HttpLibrary = {
  name: 'moxios',
  modules: ['moxios'],
  send: (call) => {
    const name = /^stub(?:Request|Once|Failure|Timeout)$/.exec(call.target.path.join('.'))?.[0];
    const instance = name === undefined ? null : findInstalled(call);
    if (instance === null) return null;
    const hasMethod =
      name === 'stubOnce' || name === 'stubFailure' || (name === 'stubRequest' && call.args.length === 3);
    const base = configured({ ...call, target: instance }, ['baseURL']);
    return base === undefined
      ? null
      : mocked(call, base, hasMethod ? 1 : 0, hasMethod ? (argument(call, 0) ?? null) : null);
  },
};

/** `agent.get(origin).intercept({ path, method })` of undici's MockAgent, and of the one of Cloudflare's test environment. */
export const mockAgentLibrary: HttpLibrary = {
  name: 'undici-mock',
  modules: ['cloudflare:test'],
  create: (call) => {
    const name = call.target.path.join('.');
    if (name !== (call.target.type === 'client' ? 'get' : 'fetchMock.get')) return null;
    const origin = argument(call, 0);
    return makeClient('undici-mock', origin === undefined ? [] : [origin], call.node);
  },
  send: (call) => {
    if (call.target.type !== 'client' || call.target.path[0] !== 'intercept') return null;
    const options = argument(call, 0);
    const path = isOptions(options) ? option(call, options, 'path') : undefined;
    if (path === undefined) return null;
    const url = join(call, call.target.options[0], path, 'slash');
    return {
      client: 'mock',
      url,
      urlNode: argumentNode(call, 0),
      method: option(call, options, 'method') ?? null,
      isMock: true,
    };
  },
};
