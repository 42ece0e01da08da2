import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules.ts';
import { getTextHead, makeUnknown } from '../texts.ts';
import { listOptions, unite, type Value } from '../values.ts';
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

const registered = new WeakMap<Evaluator, readonly Value[]>();

/** What a module's factory gives: `useFactory: (config: ConfigService) => ({ baseURL: config.get('API_URL') })`. */
function makeOptions({ evaluator }: ClientCall, given: Value, node: SyntaxNode, module: Module): readonly Value[] {
  return listOptions(evaluator.getProperty(given, 'useFactory', node, module)).map((factory) =>
    factory.type === 'function'
      ? evaluateReturn(evaluator, factory, { args: [], call: null, from: null }, true)
      : makeUnknown(node, module, 'it is made by a class'),
  );
}

/** The bases with which the project's modules register the client. */
function listModuleBases(call: ClientCall): readonly Value[] {
  const { evaluator } = call;
  const known = registered.get(evaluator);
  if (known !== undefined) return known;
  registered.set(evaluator, []);
  const bases = evaluator.index.calls.flatMap(({ node, module }) => {
    const callee = evaluator.index.getCallee(node);
    if (callee?.type !== 'external' || !/^@nestjs\/(?:axios|common)$/.test(callee.module)) return [];
    const name = callee.path.join('.');
    if (name !== 'HttpModule.register' && name !== 'HttpModule.registerAsync') return [];
    const given = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
    if (given === undefined) return [];
    const options = name === 'HttpModule.register' ? [given] : makeOptions(call, given, node, module);
    const base = unite(options.map((option) => evaluator.getProperty(option, 'baseURL', node, module)));
    return base.type === 'primitive' ? [] : [base];
  });
  registered.set(evaluator, bases);
  return bases;
}

/** Which module a service belongs to is not looked at: the base is known when the project has one. */
function findModuleBase(call: ClientCall, url: Value): Value | undefined {
  // What begins with something unknown has a base of its own.
  if (url.type !== 'text' || getTextHead(url) === '') return undefined;
  const [base, ...others] = listModuleBases(call);
  if (base === undefined || others.length === 0) return base;
  return makeUnknown(call.node, call.module, 'several modules register a base');
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
    const full = join(call, baseOption(call, config, ['baseURL']) ?? findModuleBase(call, url), url, 'slash');
    return {
      client: 'HttpService',
      url: full,
      urlNode: argumentNode(call, 0),
      method: option(call, config, 'method') ?? null,
      options: config,
      message: {
        isVerb: false,
        options: config,
        optionsIndex: isOptions(first) ? 0 : 1,
        bodyName: 'data',
        encoding: 'object',
        bodyIndex: null,
      },
    };
  }
  if (!VERBS.includes(name)) return null;
  const takesBody = /^(?:post|put|patch)$/.test(name);
  const optionsIndex = takesBody ? 2 : 1;
  const config = argument(call, optionsIndex);
  const full = join(call, baseOption(call, config, ['baseURL']) ?? findModuleBase(call, first), first, 'slash');
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
