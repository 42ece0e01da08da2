import { getParent } from '../../syntax/parents.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { gatherFromCalls } from '../growing.ts';
import { keepMeeting } from '../modules/programs.ts';
import { findKnownText, makeText } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { NO_PROVENANCE, type Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  type HttpLibrary,
  join,
  makeClient,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/**
 * use-http: `const { post } = useFetch('https://…')` and `post('/calls')`; `useFetch('/agents', {}, [])` asks at once. Paths go behind
 * what `<Provider url="https://…">` has.
 */

const NAME = 'use-http';
const BASE = 'base';
const METHODS = [...VERBS, 'del'];

function isHook({ target }: ClientCall): boolean {
  return target.type === 'external' && target.made === null && /^(?:useFetch)?$/.test(target.path.join('.'));
}

/** `<Provider …>`, whosever it is. */
const listProviders = gatherFromCalls(
  (): CallSite[] => [],
  (sites, site) => {
    const element = getParent(site.node);
    if (element?.type !== 'JSXOpeningElement') return;
    if (element.name.type === 'JSXIdentifier' && /Provider$/.test(element.name.name)) sites.push(site);
  },
);

function isOfPackage(evaluator: Evaluator, { node }: CallSite): boolean {
  const callee = evaluator.index.getCallee(node);
  return callee?.type === 'external' && callee.module === NAME;
}

/** What the providers of the project have. */
function findProvided(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const urls = keepMeeting(evaluator, listProviders(evaluator), call.module).flatMap((site): readonly Value[] => {
    if (!isOfPackage(evaluator, site)) return [];
    const { node, module } = site;
    const given = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    const url = given === undefined ? undefined : evaluator.getProperty(given, 'url', node, module);
    return url?.type === 'text' ? [url] : [];
  });
  return urls.length === 0 ? undefined : unite(urls);
}

function isText(value: Value | undefined): value is Value {
  return value !== undefined && listOptions(value).every(({ type }) => type === 'text');
}

/** Where the hook asks, and what it makes sends. */
function findUrl(call: ClientCall): Value | undefined {
  const given = argument(call, 0);
  const base = findProvided(call);
  if (!isText(given)) return base;
  const known = findKnownText(given);
  return known !== null && /^https?:/.test(known) ? given : join(call, base, given, 'slash');
}

function holdBase(url: Value): Value {
  const slot = { kind: 'value', value: url } as const;
  return { type: 'object', node: null, entries: [{ kind: 'slot', name: BASE, slot }], ...NO_PROVENANCE };
}

function create(call: ClientCall): Value | null {
  if (!isHook(call)) return null;
  const url = findUrl(call);
  return makeClient(NAME, url === undefined ? [] : [holdBase(url)], call.node);
}

function send(call: ClientCall): SentRequest | null {
  if (isHook(call)) {
    // Only what depends on something is asked for at once.
    const isAsking = call.args.slice(1).some((_, index) => argument(call, index + 1)?.type === 'array');
    const url = isAsking ? findUrl(call) : undefined;
    return url === undefined
      ? null
      : { client: NAME, url, urlNode: argumentNode(call, 0), method: makeText('GET'), options: argument(call, 1) };
  }
  if (call.target.type !== 'client') return null;
  // `const [request, response] = useFetch(url)`
  const [name = '', ...others] = call.target.path.filter((step, index) => index > 0 || !/^(?:0|request)$/.test(step));
  if (others.length > 0 || !METHODS.includes(name)) return null;
  const base = configured(call, [BASE]);
  const path = argument(call, 0);
  const url = isText(path) ? join(call, base, path, 'slash') : base;
  return url === undefined ? null : { client: NAME, url, urlNode: argumentNode(call, 0), method: verb(name) };
}

export const useHttpLibrary: HttpLibrary = { name: NAME, modules: [NAME], create, send };
