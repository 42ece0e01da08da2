import type { SyntaxNode } from '../../syntax/tree.ts';
import { findOuterMaking } from '../classes/levels.ts';
import type { Evaluator } from '../evaluator.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  option,
  type SentRequest,
} from './client.ts';
import { findRequestArguments, MAX_COPIES } from './request-urls.ts';

/** `fetch(url, init)`, `fetch(new Request(url, init))` and the packages that copy it. */

/** What a `Request` is made with; also one of a class of the project that extends it. */
function findMaking(evaluator: Evaluator, value: Value | undefined): readonly Argument[] | null {
  if (value?.type === 'instance') {
    const outer = findOuterMaking(evaluator, value);
    return outer?.above.path.at(-1) === 'Request' ? outer.args : null;
  }
  return value?.type === 'external' ? findRequestArguments(value) : null;
}

interface Unpacked {
  readonly url: Value | undefined;
  readonly init: Value | undefined;
}

function uniteKnown(values: readonly (Value | undefined)[]): Value | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : unite(known);
}

/** `new Request(url, init)`, or a request made of another one: `new Request(request, { signal })`. */
function unpackMaking(call: ClientCall, args: readonly Argument[], depth: number): Unpacked {
  const url = call.evaluator.getArgument(args, 0);
  const init = call.evaluator.getArgument(args, 1);
  const inner = depth < MAX_COPIES ? unpackRequest(call, url, depth + 1) : null;
  if (inner === null) return { url, init };
  const method = option(call, init, 'method') ?? null;
  return { url: inner.url, init: method === null ? inner.init : init };
}

/** `new Request(url, init)` as its two arguments, also where it is one of several, or may be missing: `result.value`. */
function unpackRequest(call: ClientCall, value: Value | undefined, depth = 0): Unpacked | null {
  const options = value === undefined ? [] : listOptions(value);
  const makings = options.map((one) => findMaking(call.evaluator, one));
  const made = makings.flatMap((args) => (args === null ? [] : [unpackMaking(call, args, depth)]));
  if (made.length === 0) return null;
  const others = options.filter((one, index) => makings[index] === null && one.type !== 'primitive');
  return {
    url: uniteKnown([...made.map(({ url }) => url), ...others]),
    init: uniteKnown(made.map(({ init }) => init)),
  };
}

/** The calls that made it, and what it is a copy of. */
function listHandles(call: ClientCall, value: Value | undefined, depth = 0): readonly SyntaxNode[] {
  if (value === undefined || depth > MAX_COPIES) return [];
  return listOptions(value).flatMap((option) => {
    const args = option.type === 'external' ? findRequestArguments(option) : null;
    if (args === null || option.type !== 'external' || option.made === null) return [];
    return [option.made.call, ...listHandles(call, call.evaluator.getArgument(args, 0), depth + 1)];
  });
}

function send(call: ClientCall): SentRequest | null {
  const first = argument(call, 0);
  if (first === undefined) return null;
  const init = argument(call, 1);
  const request = unpackRequest(call, first);
  const url = request === null ? first : request.url;
  if (url === undefined) return null;
  const method = option(call, init, 'method') ?? firstOption(call, request?.init, ['method']) ?? null;
  const common = { isVerb: false, bodyName: 'body', encoding: 'text', bodyIndex: null } as const;
  const handles = request === null ? [] : listHandles(call, first);
  const client = { client: 'fetch', url, urlNode: argumentNode(call, 0), method, handles };
  if (request === null) return { message: { options: init, optionsIndex: 1, ...common }, ...client };
  if (init === undefined) return { message: { options: request.init, optionsIndex: 0, ...common }, ...client };
  // Options of both: the second ones win member by member, headers as a whole, and nobody knows in which a body belongs.
  const isHeaded = (option(call, init, 'headers') ?? null) !== null;
  return { options: isHeaded ? init : request.init, ...client };
}

/** `proxy` is hono's. */
const NAMES = new Set(['', 'fetch', 'proxy']);

export const fetchLibrary: HttpLibrary = {
  name: 'fetch',
  modules: [
    'node-fetch',
    'cross-fetch',
    'isomorphic-fetch',
    'node-fetch-native',
    'isomorphic-unfetch',
    'unfetch',
    'make-fetch-happen',
    'whatwg-fetch',
    'undici/fetch',
    'expo/fetch',
    'hono/proxy',
    'bun',
    '@tauri-apps/plugin-http',
    '@tauri-apps/api/http',
    '@whatwg-node/fetch',
    '@remix-run/web-fetch',
    '@adobe/fetch',
    'react-native-fetch-api',
    'node-fetch-cache',
    'minipass-fetch',
  ],
  globals: ['fetch'],
  send: (call) => {
    const path = call.target.path.join('.');
    const isGlobal = call.target.type === 'external' && call.target.module === 'global';
    return (isGlobal ? path === 'fetch' : NAMES.has(path)) ? send(call) : null;
  },
};

export { send as sendLikeFetch };
