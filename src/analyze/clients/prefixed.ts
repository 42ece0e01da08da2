import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { walk } from '../../syntax/walk.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { makeObject } from '../members/objects.ts';
import { listTexts, makeText } from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import { NO_PROVENANCE, type Value } from '../values/values.ts';
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
import { chooseBase } from './named-bases.ts';

/** got and ky: instances with a prefix that stands before paths without a leading slash. */

interface Dialect {
  readonly name: string;
  readonly prefixes: readonly string[];
  readonly creators: readonly string[];
  readonly verbs: readonly string[];
}

function sendPrefixed(call: ClientCall, dialect: Dialect): SentRequest | null {
  const path = call.target.path.join('.');
  const name = path.replace(/^(?:stream|paginate)\.?/, '').replace(/^each|^all$/, '');
  const isVerb = dialect.verbs.includes(name);
  if (name !== '' && !isVerb) return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const options = isOptions(first) ? first : argument(call, 1);
  const url = isOptions(first) ? option(call, first, 'url') : first;
  if (url === undefined) return null;
  const optionsIndex = isOptions(first) ? 0 : 1;
  const named = { options, index: optionsIndex, names: dialect.prefixes };
  const base = chooseBase(call, named, configured(call, dialect.prefixes));
  const method = isVerb ? verb(name) : (option(call, options, 'method') ?? configured(call, ['method']) ?? null);
  const message = { isVerb, options, optionsIndex, bodyName: 'json', encoding: 'object', bodyIndex: null } as const;
  const urlNode = argumentNode(call, 0);
  return { client: dialect.name, url: join(call, base, url, 'slash'), urlNode, method, message };
}

function createPrefixed(call: ClientCall, dialect: Dialect): Value | null {
  if (!dialect.creators.includes(call.target.path.join('.'))) return null;
  const inherited = call.target.type === 'client' ? call.target.options : [];
  const given = call.args.map((_, index) => argument(call, index)).filter((value) => value !== undefined);
  // `ky.extend((parent) => ({ … }))`: the function gives the options.
  // `got.extend(json, { … })`: an instance adds what it was made with.
  const added = given.flatMap((value) =>
    value.type === 'client' && value.library === dialect.name ? value.options : [resultOf(call, value, inherited)],
  );
  return makeClient(dialect.name, [...inherited, ...added], call.node);
}

function resultOf(call: ClientCall, value: Value, inherited: readonly Value[]): Value {
  if (value.type !== 'function') return value;
  const entries = inherited.map((given) => ({ kind: 'spread', slot: { kind: 'value', value: given } }) as const);
  const parent: Value = { type: 'object', node: null, entries, ...NO_PROVENANCE };
  const args = [{ kind: 'value', value: parent } as const];
  return evaluateReturn(call.evaluator, value, { args, call: null, from: call.env ?? null }, call.env?.any === true);
}

const GOT: Dialect = {
  name: 'got',
  prefixes: ['prefixUrl', 'baseUrl'],
  creators: ['extend'],
  verbs: ['get', 'post', 'put', 'patch', 'delete', 'head'],
};
const KY: Dialect = {
  name: 'ky',
  prefixes: ['prefixUrl', 'prefix', 'baseUrl'],
  creators: ['create', 'extend'],
  verbs: ['get', 'post', 'put', 'patch', 'delete', 'head'],
};

function toLibrary(dialect: Dialect, modules: readonly string[], instances: readonly string[]): HttpLibrary {
  const atRoot = (call: ClientCall): ClientCall => {
    const [head, ...rest] = call.target.path;
    return head !== undefined && instances.includes(head) ? { ...call, target: { ...call.target, path: rest } } : call;
  };
  return {
    name: dialect.name,
    modules,
    create: (call) => createPrefixed(atRoot(call), dialect),
    send: (call) => sendPrefixed(atRoot(call), dialect),
  };
}

export const gotLibrary = toLibrary(GOT, ['got', 'got-cjs', 'gotScraping', 'got-scraping'], ['got', 'gotScraping']);
export const kyLibrary = toLibrary(KY, ['ky', 'ky-universal'], ['ky']);

/** ofetch and Nuxt: `$fetch(path, { baseURL })`, `$fetch.create({ baseURL })`, `useFetch(path, { baseURL })`. */
const OFETCH_CALLS = new Set([
  '',
  '$fetch',
  'ofetch',
  'fetch',
  'raw',
  '$fetch.raw',
  'ofetch.raw',
  'useFetch',
  'useLazyFetch',
  'createFetch',
]);

function isComposable(name: string): boolean {
  return name === 'useFetch' || name === 'useLazyFetch';
}

/** `onRequest({ options }) { options.baseURL = findBase(); }` */
function findHookBase(call: ClientCall, configurations: readonly Value[]): Value | undefined {
  const bases = configurations.flatMap((given): readonly Value[] => {
    const hook = option(call, given, 'onRequest');
    if (hook?.type !== 'function') return [];
    const found: Value[] = [];
    walk(hook.fn.body, true, (node) => {
      const target = node.type === 'AssignmentExpression' && node.operator === '=' ? unwrap(node.left) : null;
      if (node.type !== 'AssignmentExpression' || target === null || !isMemberNode(target)) return true;
      if (nameMember(target) === 'baseURL')
        found.push(call.evaluator.evaluate(node.right, hook.module, call.evaluator.anyCaller));
      return true;
    });
    return found;
  });
  return bases.length === 0 ? undefined : unite(bases);
}

function sendOfetch(call: ClientCall): SentRequest | null {
  const name = call.target.path.join('.');
  if (!OFETCH_CALLS.has(name)) return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const options = argument(call, 1);
  // Nuxt's composables take the path as a function, too: `useFetch(() => `/x/${id}`)`.
  const env = call.env ?? null;
  const url =
    first.type === 'function'
      ? evaluateReturn(call.evaluator, first, { args: [], call: null, from: env }, env?.any === true)
      : first;
  // `useFetch(path, { $fetch: client })`: the client that Nuxt is to send with.
  const given = isComposable(name) ? option(call, options, '$fetch') : undefined;
  const sender = given?.type === 'client' && given.library === 'ofetch' ? { ...call, target: given } : call;
  const own = chooseBase(call, { options, index: 1, names: ['baseURL'] }, configured(sender, ['baseURL']));
  const hooked = findHookBase(call, sender.target.type === 'client' ? sender.target.options : []);
  const base = hooked === undefined || own === undefined ? (hooked ?? own) : unite([own, hooked]);
  const method = option(call, options, 'method') ?? configured(sender, ['method']) ?? null;
  const message = {
    isVerb: false,
    options,
    optionsIndex: 1,
    bodyName: 'body',
    encoding: 'object',
    bodyIndex: null,
  } as const;
  // What a composable gives back is no answer, but references to what will be one.
  const client = isComposable(name) ? 'useFetch' : 'ofetch';
  return { client, url: join(call, base, url, 'slash'), urlNode: argumentNode(call, 0), method, message };
}

export const ofetchLibrary: HttpLibrary = {
  name: 'ofetch',
  modules: ['ofetch', 'ohmyfetch', '#app', '#imports', 'nuxt/app'],
  globals: ['$fetch', 'useFetch', 'useLazyFetch'],
  create: (call) => {
    const name = call.target.path.at(-1);
    if (name !== 'create' && name !== 'createFetch') return null;
    const given = argument(call, 0);
    const config = name === 'create' ? given : option(call, given, 'defaults');
    return makeClient('ofetch', config === undefined ? [] : [config], call.node);
  },
  send: sendOfetch,
};

/** `.options({ credentials: 'include' })` says what goes along with the requests that follow; `.opts()` sends the one of that method. */
function isWretchVerb(name: string): boolean {
  if (name === 'options') return false;
  return VERBS.includes(name) || name === 'opts';
}

/** wretch: `wretch(base).url('/calls').get()`: plain concatenation, the verb comes last. */
function createWretch(call: ClientCall): Value | null {
  const name = call.target.path.join('.');
  const first = argument(call, 0);
  if (call.target.type === 'external') {
    if (name !== '' && name !== 'default') return null;
    const options = argument(call, 1);
    const base = first === undefined || first.type === 'object' ? makeText('') : first;
    return makeClient('wretch', options?.type === 'object' ? [base, options] : [base], call.node);
  }
  if (isWretchVerb(name)) return null;
  const [base, ...rest] = call.target.options;
  if (name === 'options' && first !== undefined && base !== undefined)
    return makeClient('wretch', [base, ...rest, first], call.node);
  // What `headers` is given goes along as options of the client do.
  if (name === 'headers' && first !== undefined && base !== undefined)
    return makeClient('wretch', [base, ...rest, makeObject({ headers: first })], call.node);
  if (name !== 'url' || first === undefined) return { ...call.target, path: [] };
  const replaces = argument(call, 1)?.type === 'primitive';
  const url = base === undefined || replaces ? first : join(call, base, first, 'plain');
  return makeClient('wretch', [url, ...rest], call.node);
}

/** `.put({ … })`: an object is sent as JSON. */
function describeWretchBody(call: ClientCall) {
  const positional = argument(call, 0);
  const common = { isVerb: true, options: undefined, optionsIndex: 1, bodyName: 'body', encoding: 'object' } as const;
  return { ...common, bodyIndex: 0, positional };
}

export const wretchLibrary: HttpLibrary = {
  name: 'wretch',
  modules: ['wretch'],
  create: createWretch,
  send: (call) => {
    const name = call.target.path.join('.');
    if (call.target.type !== 'client' || !isWretchVerb(name)) return null;
    const [base] = call.target.options;
    const [first] = [/^(?:get|delete|head|opts)$/.test(name) ? argument(call, 0) : argument(call, 1)];
    const url =
      base === undefined
        ? first
        : first === undefined || first.type === 'object'
          ? base
          : join(call, base, first, 'plain');
    if (url === undefined) return null;
    return {
      client: 'wretch',
      url: unite(listTexts(url, call.node, call.module)),
      urlNode: call.node,
      method: makeText(name === 'opts' ? 'OPTIONS' : name.toUpperCase()),
      ...(/^(?:put|post|patch)$/.test(name) ? { message: describeWretchBody(call) } : {}),
    };
  },
};
