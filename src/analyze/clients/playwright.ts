import { resolveUrl } from '../urls.ts';
import type { Value } from '../values.ts';
import {
  argument,
  argumentNode,
  type ClientCall,
  configured,
  firstOption,
  type HttpLibrary,
  makeClient,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** Playwright's requests: `page.request`, the `request` fixture, and contexts made by `request.newContext`. */

const FIXTURE = /^fixtures\(\)\.(?:(?:page|context)\.)?request\.(\w+)$/;

/** `use: { baseURL }` of `defineConfig` in the project, when there is one config. */
function findConfiguredBase(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const bases = evaluator.index.calls.flatMap(({ node, module }) => {
    const callee = evaluator.index.getCallee(node);
    if (callee?.type !== 'external' || callee.module !== '@playwright/test' || callee.path[0] !== 'defineConfig')
      return [];
    const config = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    const use = option({ ...call, node, module }, config, 'use');
    return firstOption({ ...call, node, module }, use, ['baseURL']) ?? [];
  });
  return bases.length === 1 ? bases[0] : undefined;
}

function sendMethod(call: ClientCall, name: string, base: Value | undefined): SentRequest | null {
  const url = argument(call, 0);
  if (url === undefined || (name !== 'fetch' && !VERBS.includes(name))) return null;
  const options = argument(call, 1);
  return {
    client: 'playwright',
    url: base === undefined ? url : resolveUrl(url, base, call.node, call.module),
    urlNode: argumentNode(call, 0),
    method: name === 'fetch' ? (option(call, options, 'method') ?? null) : verb(name),
    message: {
      isVerb: name !== 'fetch',
      options,
      optionsIndex: 1,
      bodyName: 'data',
      encoding: 'object',
      bodyIndex: null,
    },
  };
}

export const playwrightLibrary: HttpLibrary = {
  name: 'playwright',
  modules: ['@playwright/test', 'playwright', 'playwright-core'],
  create: (call) => {
    if (!/(?:^|\.)request\.newContext$/.test(call.target.path.join('.'))) return null;
    const options = argument(call, 0);
    return makeClient('playwright', options === undefined ? [] : [options], call.node);
  },
  send: (call) => {
    const path = call.target.path.join('.');
    if (call.target.type === 'client')
      return sendMethod(call, path, configured(call, ['baseURL']) ?? findConfiguredBase(call));
    const name = FIXTURE.exec(path)?.[1];
    return name === undefined ? null : sendMethod(call, name, findConfiguredBase(call));
  },
};
