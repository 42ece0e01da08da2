import type { CallSite } from '../callers/project-index.ts';
import { keepMeeting } from '../modules/programs.ts';
import { makeText } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import { type ExternalValue, UNDEFINED, type Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';
import { listByName } from './setting-calls.ts';

/**
 * Clients of tests of an API, that all tests share: `request.setBaseUrl('https://…')` and `spec().get('/agents')` of pactum,
 * `frisby.baseUrl('https://…')`, `frisby.globalSetup({ request: { baseUrl } })` and `frisby.get('/agents')`.
 */

/** What calls of the package by this name are given first, of the same program. */
function listGiven(call: ClientCall, name: 'setBaseUrl' | 'globalSetup' | 'baseUrl'): readonly Value[] {
  const { evaluator, target } = call;
  const { index } = evaluator;
  const isOurs = ({ node, module }: CallSite): boolean => {
    const callee = 'callee' in node ? evaluator.evaluate(node.callee, module, null) : UNDEFINED;
    return callee.type === 'external' && target.type === 'external' && callee.module === target.module;
  };
  return keepMeeting(evaluator, listByName(index, name), call.module)
    .filter(isOurs)
    .flatMap(({ node, module }) => evaluator.getArgument(index.listCallArguments(node, module, null), 0) ?? []);
}

/** The steps of a chain, its first one first: `spec` and `withHeaders` of `spec().withHeaders(…).get(…)`. */
function listSteps({ made }: ExternalValue): readonly NonNullable<ExternalValue['made']>[] {
  return made === null ? [] : [...listSteps(made.by), made];
}

function sendPactum(call: ClientCall): SentRequest | null {
  const { target } = call;
  if (target.type !== 'external') return null;
  const name = target.path.at(-1) ?? '';
  const steps = listSteps(target);
  if (steps[0]?.by.path.at(-1) !== 'spec' || (!VERBS.includes(name) && name !== 'withPath')) return null;
  const path = argument(call, 0);
  if (path === undefined) return null;
  const bases = listGiven(call, 'setBaseUrl');
  const named = steps.findLast(({ by }) => by.path.at(-1) === 'withMethod');
  const method = named === undefined ? null : (call.evaluator.getArgument(named.args, 0) ?? null);
  return {
    client: 'pactum',
    url: join(call, bases.length === 0 ? undefined : unite(bases), path, 'slash'),
    urlNode: argumentNode(call, 0),
    method: VERBS.includes(name) ? verb(name) : method,
  };
}

function readBase(call: ClientCall, options: Value | undefined): Value | undefined {
  return firstOption(call, option(call, options, 'request'), ['baseUrl', 'baseURI']);
}

function sendFrisby(call: ClientCall): SentRequest | null {
  const { target } = call;
  if (target.type !== 'external') return null;
  const name = target.path.at(-1) ?? '';
  const isFetch = name === 'fetch';
  const path = argument(call, 0);
  if ((!isFetch && name !== 'del' && !VERBS.includes(name)) || path === undefined || isOptions(path)) return null;
  const own = listSteps(target)
    .filter(({ by }) => by.path.at(-1) === 'setup')
    .map(({ args }) => call.evaluator.getArgument(args, 0));
  const set = own.length > 0 ? own : listGiven(call, 'globalSetup');
  const bases = [...set.flatMap((options) => readBase(call, options) ?? []), ...listGiven(call, 'baseUrl')];
  const options = argument(call, 1);
  const method = isFetch ? (option(call, options, 'method') ?? makeText('GET')) : verb(name);
  const headers =
    options === undefined ? UNDEFINED : call.evaluator.getProperty(options, 'headers', call.node, call.module);
  return {
    client: 'frisby',
    url: join(call, bases.length === 0 ? undefined : unite(bases), path, 'slash'),
    urlNode: argumentNode(call, 0),
    method,
    headers: isUndefined(headers) ? [] : [headers],
  };
}

export const pactumLibrary: HttpLibrary = { name: 'pactum', modules: ['pactum'], send: sendPactum };
export const frisbyLibrary: HttpLibrary = { name: 'frisby', modules: ['frisby'], send: sendFrisby };
