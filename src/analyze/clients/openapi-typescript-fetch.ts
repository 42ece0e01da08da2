import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findChainedCall } from './chained-call.ts';
import { argument, argumentNode, type ClientCall, type HttpLibrary, join, makeClient, option, verb } from './client.ts';
import { listByName } from './setting-calls.ts';

/** openapi-typescript-fetch: `Fetcher.for<paths>()`, `.configure({ baseUrl })`, and `.path('/calls').method('get').create()`. */

const NAME = 'openapi-typescript-fetch';

function findBase(call: ClientCall): Value | undefined {
  const { evaluator, target } = call;
  if (target.type !== 'client') return undefined;
  const bases = listByName(evaluator.index, 'configure').flatMap(({ node, module }) => {
    const callee = evaluator.index.getCallee(node);
    if (callee?.type !== 'client' || callee.made !== target.made) return [];
    const options = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    return option(call, options, 'baseUrl') ?? [];
  });
  return bases.length === 0 ? undefined : unite(bases);
}

function findMethod({ node, module, evaluator }: ClientCall): Value | null {
  const chained = findChainedCall(node, (name) => name === 'method');
  const [given] = chained?.arguments ?? [];
  if (given === undefined) return null;
  return given.type === 'StringLiteral' ? verb(given.value) : evaluator.evaluate(given, module, null);
}

export const openapiTypescriptFetchLibrary: HttpLibrary = {
  name: NAME,
  modules: [NAME],
  create: (call) =>
    call.target.type === 'external' && call.target.path.join('.') === 'Fetcher.for'
      ? makeClient(NAME, [], call.node)
      : null,
  send: (call) => {
    const url = argument(call, 0);
    if (call.target.type !== 'client' || call.target.path.join('.') !== 'path' || url === undefined) return null;
    const address = join(call, findBase(call), url, 'slash');
    return { client: NAME, url: address, urlNode: argumentNode(call, 0), method: findMethod(call) };
  },
};
