import { listOptions, unite } from '../values/unions.ts';
import { UNDEFINED, type Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
} from './client.ts';
import { listByName } from './setting-calls.ts';

/** What code of Kubb sends with: `client({ method: 'GET', url: '/calls', baseURL })`, and `setConfig({ baseURL })` for all. */

const MODULES = [
  '@kubb/plugin-client/clients/axios',
  '@kubb/plugin-client/clients/fetch',
  '@kubb/plugin-client/client',
  '@kubb/swagger-client/client',
];

/** The package keeps one configuration, wherever that is set. */
function findSetBase(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const bases = listByName(evaluator.index, 'setConfig').flatMap(({ node, module }) => {
    const callee = evaluator.index.getCallee(node);
    const isKubb = listOptions(callee ?? UNDEFINED).some(
      (one) => one.type === 'external' && MODULES.includes(one.module),
    );
    const options = isKubb
      ? evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0)
      : undefined;
    return option(call, options, 'baseURL') ?? [];
  });
  return bases.length === 0 ? undefined : unite(bases);
}

function send(call: ClientCall): SentRequest | null {
  const member = call.target.path.join('.');
  const options = argument(call, 0);
  if ((member !== '' && member !== 'client') || !isOptions(options)) return null;
  const url = option(call, options, 'url');
  if (url === undefined) return null;
  const base = baseOption(call, options, ['baseURL']) ?? findSetBase(call);
  return {
    client: 'kubb',
    url: join(call, base, url, 'slash'),
    urlNode: argumentNode(call, 0),
    method: option(call, options, 'method') ?? null,
    message: { isVerb: false, options, optionsIndex: 0, bodyName: 'data', encoding: 'object', bodyIndex: null },
  };
}

export const kubbLibrary: HttpLibrary = { name: 'kubb', modules: MODULES, send };
