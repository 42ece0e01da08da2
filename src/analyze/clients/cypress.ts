import { keepMeeting } from '../modules/programs.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
} from './client.ts';
import { listSettingCalls } from './setting-calls.ts';

/** `e2e: { baseUrl }` of `defineConfig` in the project, when there is one config with a base. */
function findConfiguredBase(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const configs = keepMeeting(evaluator, listSettingCalls(evaluator.index, 'cypress', 'defineConfig'), call.module);
  const bases = configs.flatMap(({ node, module }) => {
    const at = { ...call, node, module };
    const config = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    return option(at, option(at, config, 'e2e'), 'baseUrl') ?? [];
  });
  return bases.length === 1 ? bases[0] : undefined;
}

function qualify(call: ClientCall, url: Value): Value {
  return join(call, findConfiguredBase(call), url, 'slash');
}

/** Cypress: `cy.request(url)`, `cy.request(method, url)`, `cy.request({ url, method })`. */
function send(call: ClientCall): SentRequest | null {
  if (call.target.path.join('.') !== 'cy.request') return null;
  const [first, second] = [argument(call, 0), argument(call, 1)];
  if (first === undefined) return null;
  if (isOptions(first)) {
    const url = option(call, first, 'url');
    return url === undefined
      ? null
      : {
          client: 'cypress',
          url: qualify(call, url),
          urlNode: argumentNode(call, 0),
          method: option(call, first, 'method') ?? null,
          options: first,
        };
  }
  if (second?.type === 'text')
    return { client: 'cypress', url: qualify(call, second), urlNode: argumentNode(call, 1), method: first };
  return { client: 'cypress', url: qualify(call, first), urlNode: argumentNode(call, 0), method: null };
}

export const cypressLibrary: HttpLibrary = { name: 'cypress', modules: [], globals: ['cy'], send };
