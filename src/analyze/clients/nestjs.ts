import type { Evaluator } from '../evaluator.ts';
import { listOptions, type Value } from '../values.ts';
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
  VERBS,
  verb,
} from './client.ts';

/** NestJS HttpService, injected by type: axios verbs, `request(config)`, and `axiosRef`. */

const registered = new WeakMap<Evaluator, Value | null>();

/** The base of `HttpModule.register({ baseURL })`, when the project registers it in one way. */
function findModuleBase(call: ClientCall): Value | undefined {
  const { evaluator } = call;
  const known = registered.get(evaluator);
  if (known !== undefined) return known ?? undefined;
  registered.set(evaluator, null);
  const bases = evaluator.index.calls.flatMap(({ node, module }) => {
    const callee = evaluator.index.getCallee(node);
    const isRegister =
      callee?.type === 'external' &&
      callee.module === '@nestjs/axios' &&
      callee.path.join('.') === 'HttpModule.register';
    if (!isRegister) return [];
    const options = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    return options === undefined
      ? []
      : listOptions(evaluator.getProperty(options, 'baseURL', node, module)).filter((base) => base.type === 'text');
  });
  const [base] = bases;
  registered.set(evaluator, bases.length === 1 && base !== undefined ? base : null);
  return bases.length === 1 ? base : undefined;
}

function send(call: ClientCall): SentRequest | null {
  const { path } = call.target;
  const at = path.indexOf('instance()');
  if (at < 1 || path[at - 1] !== 'HttpService') return null;
  const rest = path.slice(at + 1).filter((name) => name !== 'axiosRef');
  const name = rest[0] ?? '';
  const first = argument(call, 0);
  if (first === undefined || rest.length > 1) return null;
  if (name === 'request' || name === '') {
    const config = isOptions(first) ? first : argument(call, 1);
    const url = isOptions(first) ? option(call, first, 'url') : first;
    if (url === undefined) return null;
    const full = join(call, baseOption(call, config, ['baseURL']) ?? findModuleBase(call), url, 'slash');
    return {
      client: 'HttpService',
      url: full,
      urlNode: argumentNode(call, 0),
      method: option(call, config, 'method') ?? null,
      options: config,
    };
  }
  if (!VERBS.includes(name)) return null;
  const takesBody = /^(?:post|put|patch)$/.test(name);
  const optionsIndex = takesBody ? 2 : 1;
  const config = argument(call, optionsIndex);
  const full = join(call, baseOption(call, config, ['baseURL']) ?? findModuleBase(call), first, 'slash');
  const message = {
    isVerb: true,
    options: config,
    optionsIndex,
    bodyName: 'data',
    encoding: 'object',
    bodyIndex: 1,
    positional: takesBody ? argument(call, 1) : undefined,
  } as const;
  return { client: 'HttpService', url: full, urlNode: argumentNode(call, 0), method: verb(name), message };
}

export const nestLibrary: HttpLibrary = { name: 'HttpService', modules: ['@nestjs/axios', '@nestjs/common'], send };
