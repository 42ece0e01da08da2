import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { keepMeeting } from '../modules/programs.ts';
import { listOptions, unite } from '../values/unions.ts';
import { type Argument, type ExternalValue, NO_PROVENANCE, type Value } from '../values/values.ts';
import { listDefaults, listSchemas, type Run, readInitialiser } from './env-schemas.ts';

/** What NestJS' `ConfigService` reads by a dotted name: `registerAs('voice', () => ({ url }))`, `load: [() => ({ … })]`. */

interface Factory {
  /** Its members stand below this name; empty: at the top. */
  readonly namespace: string;
  readonly value: Value;
  readonly module: Module;
  /** It says what variables are when they are not set. */
  readonly isSchema?: true;
}

const factories = new WeakMap<Evaluator, readonly Factory[]>();

function evaluateFactory(evaluator: Evaluator, factory: Value | undefined): readonly Value[] {
  if (factory?.type !== 'function') return [];
  return [evaluateReturn(evaluator, factory, { args: [], call: null, from: null }, false)];
}

const searched = new WeakSet<ModuleGraph>();

/** Files that name no base themselves may load the factories. */
function loadModules({ graph }: Evaluator): void {
  if (searched.has(graph)) return;
  searched.add(graph);
  for (const { path } of graph.project.findMentions(['ConfigModule.for', 'registerAs('])) graph.load(path);
}

/**
 * Only a callee that may be one of these is evaluated: in `config.get('url').trim()` it would be read while nothing is
 * known of the factories yet, and stay so.
 */
function mayBeFactory(node: SyntaxNode): boolean {
  const callee = unwrap(node);
  if (callee.type === 'Identifier') return true;
  return isMemberNode(callee) && /^(?:for[A-Z]\w*|registerAs)$/.test(nameMember(callee) ?? '');
}

function listFactories(evaluator: Evaluator): readonly Factory[] {
  const known = factories.get(evaluator);
  if (known !== undefined) return known;
  factories.set(evaluator, []);
  loadModules(evaluator);
  const found = evaluator.index.calls.flatMap(({ node, module }): readonly Factory[] => {
    if (node.type !== 'CallExpression' || !mayBeFactory(node.callee)) return [];
    const callee = evaluator.evaluate(node.callee, module, null);
    if (callee.type !== 'external' || callee.module !== '@nestjs/config') return [];
    const args = evaluator.index.listCallArguments(node, module, null);
    const name = callee.path.join('.');
    const first = evaluator.getArgument(args, 0);
    if (name === 'registerAs') {
      const namespace =
        first?.type === 'text' && node.arguments[0]?.type === 'StringLiteral' ? node.arguments[0].value : '';
      return evaluateFactory(evaluator, evaluator.getArgument(args, 1)).map((value) => ({ namespace, value, module }));
    }
    if (!/^ConfigModule\.for(?:Root|RootAsync|Feature)$/.test(name) || first === undefined) return [];
    const checked = first.type === 'object' ? listChecked(evaluator, first, { node, module }) : [];
    const load = first.type === 'function' ? null : evaluator.getProperty(first, 'load', node, module);
    const loaded = load === null ? [first] : (listElements(evaluator, load) ?? []);
    const made = loaded.flatMap((factory) =>
      evaluateFactory(evaluator, factory).map((value) => ({ namespace: '', value, module })),
    );
    return [...made, ...checked.map((schema) => ({ namespace: '', value: schema, module, isSchema: true as const }))];
  });
  factories.set(evaluator, found);
  return found;
}

/** `validationSchema: Joi.object({ … })`, `validate: (env) => schema.parse(env)`: by what the environment is checked. */
function listChecked(
  evaluator: Evaluator,
  options: Value,
  { node, module }: { readonly node: SyntaxNode; readonly module: Module },
): readonly Value[] {
  const schema = evaluator.getProperty(options, 'validationSchema', node, module);
  const validate = evaluator.getProperty(options, 'validate', node, module);
  const environment: Argument = { kind: 'value', value: { type: 'env-object', ...NO_PROVENANCE } };
  const result =
    validate.type === 'function'
      ? [evaluateReturn(evaluator, validate, { args: [environment], call: null, from: null }, false)]
      : [];
  return [schema, ...result].filter(({ type }) => type === 'external');
}

/** What a schema gives in place of a variable, or the initialiser of the class that the environment is made into. */
function readPresets(
  evaluator: Evaluator,
  schema: Value,
  key: string,
  node: SyntaxNode,
  module: Module,
): readonly Value[] {
  if (schema.type !== 'external') return [];
  const rules = listSchemas(evaluator, schema).map((table) => evaluator.getProperty(table, key, node, module));
  const run: Run = (fn, value) =>
    evaluateReturn(evaluator, fn, { args: [{ kind: 'value', value }], call: null, from: null }, false);
  const presets = rules.flatMap((rule) => listDefaults(evaluator, run, rule));
  return [...readInitialiser(evaluator, schema, key, { node, module }), ...presets];
}

/** What `config.get('VOICE_URL')` gives where the variable is not set. */
export function listPresets(evaluator: Evaluator, key: string, node: SyntaxNode, module: Module): readonly Value[] {
  return keepMeeting(evaluator, listFactories(evaluator), module).flatMap(({ value, isSchema }) =>
    isSchema === true ? readPresets(evaluator, value, key, node, module) : [],
  );
}

function readDotted(evaluator: Evaluator, value: Value, key: string, node: SyntaxNode, module: Module): Value {
  const path = key.split('.').filter((part) => part !== '');
  return path.reduce<Value>((at, part) => evaluator.getProperty(at, part, node, module), value);
}

/** `new ConfigService({ VOICE_URL: '…' })`: what it gives where the variable is not set. */
export function readOwnSettings(
  evaluator: Evaluator,
  { made }: ExternalValue,
  key: string,
  node: SyntaxNode,
  module: Module,
): readonly Value[] {
  const given = made === null ? undefined : evaluator.getArgument(made.args, 0);
  return (given === undefined ? [] : listOptions(given))
    .map((settings) => readDotted(evaluator, settings, key, node, module))
    .filter(({ type }) => type === 'text');
}

/** The value of `config.get('voice.url')`; null where no factory has it. */
export function findConfigured(evaluator: Evaluator, key: string, node: SyntaxNode, module: Module): Value | null {
  const values = keepMeeting(evaluator, listFactories(evaluator), module).flatMap(({ namespace, value, isSchema }) => {
    if (isSchema === true) return [];
    const isBelow = key === namespace || key.startsWith(`${namespace}.`);
    if (namespace !== '' && !isBelow) return [];
    const path = namespace === '' ? key : key.slice(namespace.length + 1);
    const found = readDotted(evaluator, value, path, node, module);
    return found.type === 'primitive' || found.type === 'unknown' ? [] : [found];
  });
  return values.length === 0 ? null : unite(values);
}

/** `@Inject(voice.KEY) private readonly settings: ConfigType<typeof voice>`: what the factory behind the type gives. */
export function evaluateConfigType(evaluator: Evaluator, made: Value): Value | null {
  if (made.type !== 'external' || made.made === null || made.path.length > 0) return null;
  const { by, args } = made.made;
  if (by.module !== '@nestjs/config' || by.path.join('.') !== 'registerAs') return null;
  return evaluateFactory(evaluator, evaluator.getArgument(args, 1))[0] ?? null;
}

/** `inject: [voice.KEY]`: the same by its token; null of other tokens. */
export function evaluateConfigKey(evaluator: Evaluator, token: Value): Value | null {
  if (token.type !== 'external' || token.path.join('.') !== 'KEY') return null;
  return evaluateConfigType(evaluator, { ...token, path: [] });
}
