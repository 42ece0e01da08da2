import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { evaluateExport } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  firstOption,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
} from './client.ts';
import { runUrlHooks } from './url-hooks.ts';

/** Umi: `import { request } from '@umijs/max'`, with the base that `src/app.ts` exports as `request`. */

const APP = /(?:^|\/)(?:src\/)?app\.[jt]sx?$/;
const BASES = ['baseURL', 'prefix'];

/** The file of the app that a file belongs to. */
function findApp({ graph }: Evaluator, { path }: Module): Module | null {
  const folder = (file: string) => file.slice(0, file.lastIndexOf('/') + 1);
  const [nearest] = graph.project.seen
    .filter((file) => APP.test(file) && path.startsWith(folder(file)))
    .sort((left, right) => right.length - left.length);
  return nearest === undefined ? null : graph.load(nearest);
}

function findAppConfig(call: ClientCall): Value | undefined {
  const app = findApp(call.evaluator, call.module);
  const config = app === null ? null : evaluateExport(call.evaluator, app, 'request');
  return config?.type === 'object' ? config : undefined;
}

/** `requestInterceptors: [(url, options) => ({ url: `${API}${url}`, options })]`: what they make of the address, one after the other. */
function intercept(call: ClientCall, config: Value | undefined, url: Value): Value {
  const { evaluator } = call;
  const hooks = config === undefined ? undefined : option(call, config, 'requestInterceptors');
  return runUrlHooks(call, hooks === undefined ? [] : (listElements(evaluator, hooks) ?? []), url);
}

function send(call: ClientCall): SentRequest | null {
  if (call.target.path.join('.') !== 'request') return null;
  const first = argument(call, 0);
  if (first === undefined) return null;
  const options = isOptions(first) ? first : argument(call, 1);
  const url = isOptions(first) ? option(call, first, 'url') : first;
  if (url === undefined) return null;
  const config = findAppConfig(call);
  const base =
    baseOption(call, options, BASES) ?? (config === undefined ? undefined : firstOption(call, config, BASES));
  return {
    client: 'umi',
    url: join(call, base, intercept(call, config, url), 'slash'),
    urlNode: argumentNode(call, 0),
    method: option(call, options, 'method') ?? null,
    message: {
      isVerb: false,
      options,
      optionsIndex: isOptions(first) ? 0 : 1,
      bodyName: 'data',
      encoding: 'object',
      bodyIndex: null,
    },
  };
}

export const umiLibrary: HttpLibrary = {
  name: 'umi',
  modules: ['umi', '@umijs/max', '@umijs/plugin-request'],
  send,
};
