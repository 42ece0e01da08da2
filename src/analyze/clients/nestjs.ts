import { isTestFile } from '../../model/test-files.ts';
import { findClassAround } from '../../syntax/enclosing.ts';
import { type ClassNode, isClassNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { listInjected } from '../frameworks/injected-tokens.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { getTextHead, makeUnknown } from '../texts/texts.ts';
import { readInstancePath } from '../values/instance-path.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type ClientValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import {
  argument,
  argumentNode,
  baseOption,
  type ClientCall,
  configured,
  type HttpLibrary,
  isOptions,
  join,
  option,
  type SentRequest,
  VERBS,
  verb,
} from './client.ts';

/** NestJS HttpService, injected by type: axios verbs, `request(config)`, and `axiosRef`. */

/** A base that a module registers, and the classes that the module provides. */
interface Registration {
  /** What it is registered with. */
  readonly options: readonly Value[];
  /** Undefined-valued where it has none. */
  readonly base: Value;
  readonly classes: readonly ClassNode[];
}

const registered = new WeakMap<Evaluator, readonly Registration[]>();

/** The classes that a module provides. */
function listProvided(evaluator: Evaluator, metadata: Value, node: SyntaxNode, module: Module): readonly ClassNode[] {
  return ['providers', 'controllers']
    .map((name) => evaluator.getProperty(metadata, name, node, module))
    .flatMap((list) => listElements(evaluator, list) ?? [])
    .flatMap((value) => (value.type === 'class' ? [value.node] : []));
}

/** `@Module({ imports: [HttpModule.register(…)], providers: [VoiceService] })`: the classes beside the call. */
function listClassesBeside({ evaluator }: ClientCall, node: SyntaxNode, module: Module): readonly ClassNode[] {
  for (let at = getParent(node); at !== undefined && !isClassNode(at); at = getParent(at)) {
    if (at.type !== 'ObjectExpression') continue;
    const classes = listProvided(evaluator, evaluator.evaluate(at, module, null), at, module);
    if (classes.length > 0) return classes;
  }
  return [];
}

/** `Test.createTestingModule({ providers: [VoiceService, { provide: HttpService, useValue: http }] })`: the classes that a file tests. */
function listTestedClasses({ evaluator, module }: ClientCall): readonly ClassNode[] {
  if (!isTestFile(module.path) || !module.text.includes('createTestingModule')) return [];
  return module.scripts
    .flatMap(({ calls }) => calls)
    .flatMap((node) => {
      if (node.type !== 'CallExpression' || nameCallee(node.callee) !== 'createTestingModule') return [];
      const metadata = evaluator.getArgument(evaluator.index.listCallArguments(node, module, null), 0);
      return metadata === undefined ? [] : listProvided(evaluator, metadata, node, module);
    });
}

/** `useClass: VoiceHttpConfig`: what its `createHttpOptions()` gives. */
function makeByClass(evaluator: Evaluator, given: Value, node: SyntaxNode, module: Module): readonly Value[] {
  return ['useClass', 'useExisting']
    .flatMap((name) => listOptions(evaluator.getProperty(given, name, node, module)))
    .flatMap((of) => {
      if (of.type !== 'class') return [];
      const instance: Value = { type: 'instance', of, construction: null, any: false, ...NO_PROVENANCE };
      const create = evaluator.getProperty(instance, 'createHttpOptions', node, module);
      if (create.type !== 'function') return [];
      return [evaluateReturn(evaluator, create, { args: [], call: null, from: null }, false)];
    });
}

/** What a module's factory gives: `useFactory: (config: ConfigService) => ({ baseURL: config.get('API_URL') })`. */
function makeOptions({ evaluator }: ClientCall, given: Value, node: SyntaxNode, module: Module): readonly Value[] {
  const made = makeByClass(evaluator, given, node, module);
  if (made.length > 0) return made;
  const tokens = listElements(evaluator, evaluator.getProperty(given, 'inject', node, module)) ?? [];
  return listOptions(evaluator.getProperty(given, 'useFactory', node, module)).map((factory) =>
    factory.type === 'function'
      ? evaluateReturn(
          evaluator,
          factory,
          { args: listInjected(evaluator, factory, tokens), call: null, from: null },
          true,
        )
      : makeUnknown(node, module, 'it is made by a class'),
  );
}

/** What the project's modules register the client with. */
function listRegistrations(call: ClientCall): readonly Registration[] {
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
    return [{ options, base, classes: listClassesBeside(call, node, module) }];
  });
  registered.set(evaluator, bases);
  return bases;
}

/** The modules that provide the class around, or the one that a test is of. */
function listOwnRegistrations(call: ClientCall): readonly Registration[] {
  const owner = findClassAround(call.node);
  const users = owner === null ? listTestedClasses(call) : [owner];
  return listRegistrations(call).filter(({ classes }) => users.some((user) => classes.includes(user)));
}

/** Is it `axiosRef.defaults` of the service that a class is given? */
function isDefaultsOfService(owner: Value): boolean {
  if (owner.type !== 'external' || !owner.module.startsWith('@nestjs/')) return false;
  const path = readInstancePath(owner);
  return path.slice(path.indexOf('instance()') - 1).join('.') === 'HttpService.instance().axiosRef.defaults';
}

/** `this.http.axiosRef.defaults.baseURL = API` in the class of the request: those of others may have a service of their own. */
function findAssignedBase({ evaluator, node }: ClientCall): Value | undefined {
  const owner = findClassAround(node);
  if (owner === null) return undefined;
  const bases = evaluator.index.listMemberAssignments('baseURL').flatMap((assigned) => {
    if (findClassAround(assigned.value) !== owner) return [];
    const defaults = listOptions(evaluator.evaluate(unwrap(assigned.object), assigned.module, null));
    return defaults.some(isDefaultsOfService) ? [evaluateAssigned(evaluator, assigned.value, assigned.module)] : [];
  });
  return bases.length === 0 ? undefined : unite(bases);
}

/** The base that is set of the service, or that of the module that provides the class; one that no module names may belong to any. */
function findModuleBase(call: ClientCall, url: Value): Value | undefined {
  // What begins with something unknown has a base of its own.
  if (!listOptions(url).every((option) => option.type === 'text' && getTextHead(option) !== '')) return undefined;
  const assigned = findAssignedBase(call);
  if (assigned !== undefined) return assigned;
  const own = listOwnRegistrations(call);
  const [only, ...others] = (own.length > 0 ? own : listRegistrations(call)).filter(
    ({ base }) => base.type !== 'primitive',
  );
  if (only === undefined || others.length === 0) return only?.base;
  return makeUnknown(call.node, call.module, 'several modules register a base');
}

/** `new HttpService(axios.create({ baseURL }))`: the instance that it is made of by hand. */
function findOwnClients({ evaluator, target }: ClientCall): readonly ClientValue[] {
  const made = target.type === 'external' ? target.made : null;
  const given = made === null ? undefined : evaluator.getArgument(made.args, 0);
  return given === undefined ? [] : listOptions(given).filter((option) => option.type === 'client');
}

function findBase(call: ClientCall, url: Value): Value | undefined {
  const bases = findOwnClients(call).map((client) => configured({ ...call, target: client }, ['baseURL']));
  const known = bases.filter((base) => base !== undefined);
  return bases.length > 0 && known.length === bases.length ? unite(known) : findModuleBase(call, url);
}

function send(call: ClientCall): SentRequest | null {
  if (call.target.type !== 'external') return null;
  const path = readInstancePath(call.target);
  const at = path.indexOf('instance()');
  if (at < 1 || path[at - 1] !== 'HttpService') return null;
  const rest = path.slice(at + 1).filter((name) => name !== 'axiosRef');
  const name = rest[0] ?? '';
  const first = argument(call, 0);
  if (first === undefined || rest.length > 1) return null;
  const own = findOwnClients(call).flatMap(({ options }) => options);
  const inherited = own.length > 0 ? own : listOwnRegistrations(call).flatMap(({ options }) => options);
  if (name === 'request' || name === '') {
    const config = isOptions(first) ? first : argument(call, 1);
    const url = isOptions(first) ? option(call, first, 'url') : first;
    if (url === undefined) return null;
    const full = join(call, baseOption(call, config, ['baseURL']) ?? findBase(call, url), url, 'slash');
    return {
      client: 'HttpService',
      url: full,
      urlNode: argumentNode(call, 0),
      method: option(call, config, 'method') ?? null,
      options: config,
      inherited,
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
  const full = join(call, baseOption(call, config, ['baseURL']) ?? findBase(call, first), first, 'slash');
  const message = {
    isVerb: true,
    options: config,
    optionsIndex,
    bodyName: 'data',
    encoding: 'object',
    bodyIndex: 1,
    positional: takesBody ? argument(call, 1) : undefined,
  } as const;
  return { client: 'HttpService', url: full, urlNode: argumentNode(call, 0), method: verb(name), message, inherited };
}

export const nestLibrary: HttpLibrary = { name: 'HttpService', modules: ['@nestjs/axios', '@nestjs/common'], send };
