import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import { evaluateDeclaredType, instantiate } from '../classes/types.ts';
import type { Evaluator } from '../evaluator.ts';
import { Intake } from '../growing.ts';
import { listElements } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { keepMeeting } from '../modules/programs.ts';
import { evaluateConfigKey } from '../settings/config-factories.ts';
import { findKnownText, makeUnknown } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ExternalValue, type FunctionValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { isOptionsToken, listGivenOptions } from './configurable-modules.ts';
import { evaluateService } from './ember-services.ts';

/**
 * What a container injects for a token: `{ provide: 'API', useValue: api }` of NestJS and Angular, `container.register('Api',
 * { useValue })`, `bind(TYPES.Api).toConstantValue(api)`, `Container.set('api', api)`; asked for by `@Inject('API')`.
 */

interface Provided {
  readonly key: string;
  readonly how: string;
  readonly value: SyntaxNode;
  readonly module: Module;
  /** The list of what a factory is given. */
  readonly inject: SyntaxNode | null;
}

interface Found {
  readonly provided: Provided[];
  readonly modules: Intake;
  readonly calls: Intake;
}

const known = new WeakMap<Evaluator, Found>();

/** Ways in which a provider says what it provides. */
const HOW = /^use(?:Value|Factory|Class)$/;

/** Which token it is: a text, or what was made once somewhere, as a symbol or an `InjectionToken`. */
export function identifyToken(evaluator: Evaluator, token: Value): string | null {
  const text = findKnownText(token);
  if (text !== null) return `'${text}`;
  if (token.type === 'class') return `class ${evaluator.identify(token.node)}`;
  if (token.type !== 'external' || token.made === null || token.path.length > 0) return null;
  const { by, args, call } = token.made;
  const name = by.path.join('.');
  if (name === 'Symbol.for') {
    const key = evaluator.getArgument(args, 0);
    const shared = findKnownText(key);
    return shared === null ? null : `Symbol ${shared}`;
  }
  return /^(?:Symbol|InjectionToken|Token)$/.test(name) ? `${evaluator.identify(call)}` : null;
}

/** `{ [API]: … }` with `const API = Symbol('api')`: a name that no text can have; null for all that is no symbol. */
export function nameSymbol(evaluator: Evaluator, key: Value): string | null {
  if (key.type !== 'external' || key.module !== 'global' || key.made === null) return null;
  const token = key.made.by.path[0] === 'Symbol' ? identifyToken(evaluator, key) : null;
  return token === null ? null : `[${token}]`;
}

function listMembers(node: SyntaxNode | undefined): ReadonlyMap<string, SyntaxNode> {
  const members = new Map<string, SyntaxNode>();
  if (node?.type !== 'ObjectExpression') return members;
  for (const member of node.properties) {
    const name = nameKey(member);
    if (name !== null && member.type === 'ObjectProperty') members.set(name, member.value);
    if (name !== null && member.type === 'ObjectMethod') members.set(name, member);
  }
  return members;
}

interface Candidate {
  readonly token: SyntaxNode;
  readonly how: string;
  readonly value: SyntaxNode;
  readonly inject?: SyntaxNode | undefined;
}

function listWays(token: SyntaxNode | undefined, members: ReadonlyMap<string, SyntaxNode>): readonly Candidate[] {
  if (token === undefined) return [];
  return [...members].flatMap(([how, value]) => (HOW.test(how) ? [{ token, how, value }] : []));
}

function isFrom(node: SyntaxNode, specifier: string, module: Module): boolean {
  const source = findBindingOf(module, node)?.source;
  return source?.kind === 'import' && source.specifier === specifier;
}

const BINDINGS: Readonly<Record<string, string>> = {
  toConstantValue: 'useValue',
  toDynamicValue: 'useFactory',
  to: 'useClass',
  toClass: 'useClass',
};

/** What a call tells a container. */
function readCall(call: SyntaxNode, module: Module): readonly Candidate[] {
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return [];
  const [first, second] = call.arguments;
  if (first === undefined) return [];
  const name = nameCallee(call.callee) ?? '';
  if (name === 'register' && second !== undefined) return listWays(first, listMembers(second));
  if (name === 'registerInstance' && second !== undefined) return [{ token: first, how: 'useValue', value: second }];
  const how = BINDINGS[name];
  if (how !== undefined) {
    const bound = unwrap(call.callee.object);
    const [token] = bound.type === 'CallExpression' && nameCallee(bound.callee) === 'bind' ? bound.arguments : [];
    return token === undefined ? [] : [{ token, how, value: first }];
  }
  if (name !== 'set' || !isFrom(unwrap(call.callee.object), 'typedi', module)) return [];
  if (second !== undefined) return [{ token: first, how: 'useValue', value: second }];
  const members = listMembers(first);
  const value = members.get('value');
  const token = members.get('id');
  return token === undefined || value === undefined ? [] : [{ token, how: 'useValue', value }];
}

/** `{ provide: TOKEN, … }` */
function listProviders(module: Module): readonly Candidate[] {
  return module.scripts.flatMap(({ identifiers }) =>
    identifiers.get('provide').flatMap((key) => {
      const property = getParent(key);
      const object = property?.type === 'ObjectProperty' && property.key === key ? getParent(property) : undefined;
      const members = listMembers(object);
      // NestJS calls the list `inject`, Angular `deps`.
      const inject = members.get('inject') ?? members.get('deps');
      return listWays(members.get('provide'), members).map((way) => ({ ...way, inject }));
    }),
  );
}

function listProvided(evaluator: Evaluator): readonly Provided[] {
  const found = known.get(evaluator) ?? { provided: [], modules: new Intake(), calls: new Intake() };
  known.set(evaluator, found);
  const add = (candidates: readonly Candidate[], module: Module) => {
    // What a test provides stands in for what the program has.
    if (isTestFile(module.path)) return;
    for (const { token, how, value, inject = null } of candidates) {
      const key = identifyToken(evaluator, evaluator.evaluate(token, module, null));
      if (key !== null) found.provided.push({ key, how, value, module, inject });
    }
  };
  const { graph, index } = evaluator;
  const { calls } = index;
  found.modules.takeNew(graph.loaded, (module) => add(listProviders(module), module));
  found.calls.takeNew(calls, ({ node, module }) => add(readCall(node, module), module));
  return found.provided;
}

/** `toDynamicValue((context) => new Api(context.container.get(URL)))`: a factory that is told no tokens asks for them itself. */
const CONTEXT: Value = { type: 'external', module: 'inversify', path: ['context'], made: null, ...NO_PROVENANCE };

function evaluateInjected(evaluator: Evaluator, token: Value, module: Module): Value | null {
  return evaluateConfigKey(evaluator, token) ?? evaluateToken(evaluator, token, module) ?? instantiate(token);
}

/** What the container hands to a factory, by the token or else by the type of its parameter. */
export function listInjected(
  evaluator: Evaluator,
  factory: FunctionValue,
  tokens: readonly Value[],
  first?: Value,
): readonly Argument[] {
  return factory.fn.params.map((param, index) => {
    const token = tokens[index];
    const value =
      (token === undefined ? null : evaluateInjected(evaluator, token, factory.module)) ??
      evaluateDeclaredType(evaluator, param, factory.module, null) ??
      (index === 0 ? first : undefined) ??
      makeUnknown(param, factory.module, 'the container gives it');
    return { kind: 'value', value };
  });
}

function evaluateProvided(
  evaluator: Evaluator,
  { how, value, module, inject }: Omit<Provided, 'key'>,
): readonly Value[] {
  const given = evaluator.evaluate(value, module, evaluator.anyCaller);
  if (how === 'useClass') return listOptions(given).flatMap((option) => instantiate(option) ?? []);
  if (how !== 'useFactory') return [given];
  const tokens = inject === null ? [] : (listElements(evaluator, evaluator.evaluate(inject, module, null)) ?? []);
  return listOptions(given).flatMap((option) => {
    if (option.type !== 'function') return [];
    const args = listInjected(evaluator, option, tokens, inject === null ? CONTEXT : undefined);
    return [evaluateReturn(evaluator, option, { args, call: null, from: evaluator.anyCaller }, true)];
  });
}

/** What is injected for the options of a configurable module. */
function listModuleOptions(evaluator: Evaluator, token: ExternalValue): readonly Value[] {
  return listGivenOptions(evaluator, token).flatMap(({ given, isAsync, module }) => {
    if (!isAsync) return [evaluator.evaluate(given, module, evaluator.anyCaller)];
    const members = listMembers(given);
    return listWays(given, members).flatMap(({ how, value }) =>
      evaluateProvided(evaluator, { how, value, module, inject: members.get('inject') ?? null }),
    );
  });
}

/** All that is provided for the token; null where nothing is. */
export function evaluateToken(evaluator: Evaluator, token: Value, asking: Module): Value | null {
  if (isOptionsToken(token)) {
    const options = listModuleOptions(evaluator, token);
    return options.length === 0 ? null : unite(options);
  }
  const key = identifyToken(evaluator, token);
  if (key === null) return null;
  const values = keepMeeting(evaluator, listProvided(evaluator), asking)
    .filter((provided) => provided.key === key)
    .flatMap((provided) => evaluateProvided(evaluator, provided));
  const all = values.length > 0 ? values : listOwnDefault(evaluator, token);
  return all.length === 0 ? null : unite(all);
}

/** `new InjectionToken('API_URL', { factory: () => 'https://…' })`: what it stands for where nobody provides it. */
function listOwnDefault(evaluator: Evaluator, token: Value): readonly Value[] {
  if (token.type !== 'external' || token.made?.by.path.at(-1) !== 'InjectionToken') return [];
  const { args, call, module } = token.made;
  const options = evaluator.getArgument(args, 1);
  const factory = options === undefined ? null : evaluator.getProperty(options, 'factory', call, module);
  if (factory?.type !== 'function') return [];
  return [evaluateReturn(evaluator, factory, { args: [], call: null, from: null }, true)];
}

/** `@InjectVoice()` with `const InjectVoice = () => Inject(VOICE)`: the token that the own decorator stands for. */
function findOwnToken(evaluator: Evaluator, decorator: SyntaxNode, module: Module): Value | undefined {
  const given = evaluator.evaluate(decorator, module, null);
  const made = given.type === 'external' && given.path.length === 0 ? given.made : null;
  return made !== null && INJECT.test(made.by.path.at(-1) ?? '') ? evaluator.getArgument(made.args, 0) : undefined;
}

const INJECT = /^[iI]nject$/;

/** What is injected where a parameter or a field is decorated so: `@Inject(TOKEN) api`; null for all others. */
export function evaluateDecorated(evaluator: Evaluator, node: SyntaxNode | undefined, module: Module): Value | null {
  if (node === undefined || !('decorators' in node) || !node.decorators) return null;
  for (const { expression } of node.decorators) {
    const service = evaluateService(evaluator, expression, node, module);
    if (service !== null) return service;
    if (expression.type !== 'CallExpression') continue;
    const [given] = INJECT.test(nameCallee(expression.callee) ?? '') ? expression.arguments : [];
    const token =
      given === undefined ? findOwnToken(evaluator, expression, module) : evaluator.evaluate(given, module, null);
    if (token !== undefined) return evaluateToken(evaluator, token, module);
  }
  return null;
}
