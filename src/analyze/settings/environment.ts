import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import { readInstancePath } from '../values/instance-path.ts';
import { listOptions } from '../values/unions.ts';
import type { Argument, ExternalValue, TextValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { findConfigured, listPresets, readOwnSettings } from './config-factories.ts';
import { listCypressSettings } from './cypress-settings.ts';
import { listSchemas, type Run, readInitialiser, readRule, readTransformed } from './env-schemas.ts';
import { evaluateVariableChain, isLoadedEnvironment, readsByItself } from './environment-packages.ts';
import { uniteDefaults } from './noted-defaults.ts';

/** The many ways to read an environment variable. */

const ENVIRONMENT_PATHS: ReadonlySet<string> = new Set([
  'global:process.env',
  'global:import.meta.env',
  'global:Deno.env',
  'global:Bun.env',
  'node:process:env',
  'process:env',
  '$env/dynamic/private:env',
  '$env/dynamic/public:env',
  'cloudflare:workers:env',
  'cloudflare:test:env',
  'react-native-config:',
  'react-native-config:Config',
  'global:__ENV',
]);

/** `this.env` of the classes that a Cloudflare worker exports. */
const OF_WORKER = /^cloudflare:workers:(?:DurableObject|WorkerEntrypoint|WorkflowEntrypoint)\.instance\(\)\.env$/;

/** Modules whose named exports are variables. */
const ENVIRONMENT_MODULES: ReadonlySet<string> = new Set([
  '$env/static/private',
  '$env/static/public',
  'astro:env/server',
  'astro:env/client',
  '@env',
]);

const CYPRESS = 'global:Cypress.env';

/** Calls that read a variable by name. */
const READERS: ReadonlySet<string> = new Set(['global:Deno.env.get', CYPRESS, 'astro:env/server:getSecret']);

function describe(external: ExternalValue): string {
  return `${external.module}:${external.path.join('.')}`;
}

/** The variable, as a file of the project reads it. */
export function makeEnvironmentText({ graph }: Evaluator, name: string, { path }: Module): TextValue {
  const home = graph.programs.number(path);
  return { type: 'text', atoms: [{ kind: 'env', name, home, via: null }], ...NO_PROVENANCE };
}

export function isEnvironmentObject(external: ExternalValue): boolean {
  if (isLoadedEnvironment(external)) return true;
  if (external.made !== null) return false;
  const name = describe(external);
  return ENVIRONMENT_PATHS.has(name) || OF_WORKER.test(name);
}

/** `constructor(c: Context) { this.base = c.env.API_URL; }` of Hono */
export function isContextEnvironment({ module, path }: ExternalValue): boolean {
  return (module === 'hono' && path.join('.') === 'Context.instance().env') || isRouteEnvironment(path);
}

/** `context.cloudflare.env` of Remix, `platform.env` of SvelteKit, `Astro.locals.runtime.env`: a worker's variables in what a route is given. */
export function isRouteEnvironment(path: readonly string[]): boolean {
  return path.at(-1) === 'env' && /^(?:cloudflare|platform|runtime)$/.test(path.at(-2) ?? '');
}

export function isEnvironmentExport(external: ExternalValue): boolean {
  return ENVIRONMENT_MODULES.has(external.module) && external.path.length === 1 && external.made === null;
}

/**
 * Does a call's argument hand over the whole environment, or a table of its variables (`runtimeEnv`)? What their names begin with
 * beside how they are read; null where none does.
 */
function readsEnvironment(evaluator: Evaluator, args: readonly Argument[]): string | null {
  for (const argument of args) {
    const value = evaluator.evaluateArgument(argument);
    if (value.type === 'env-object') return value.prefix ?? '';
    if (value.type !== 'object') continue;
    for (const entry of value.entries) {
      if (entry.kind !== 'slot' || !/^(?:runtimeEnv|runtimeEnvStrict|env|experimental__runtimeEnv)$/.test(entry.name))
        continue;
      const inner = evaluator.evaluateSlot(entry.slot, value);
      if (inner.type === 'env-object') return inner.prefix ?? '';
      if (inner.type === 'object') return '';
    }
  }
  return null;
}

/** A member of a validated environment: the variable, with the default its schema gives. */
export function findEnvironmentMember(
  evaluator: Evaluator,
  external: ExternalValue,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value | null {
  if (isEnvironmentObject(external)) return makeEnvironmentText(evaluator, name, module);
  if (external.made === null || external.path.length > 0) return null;
  // Its schema may well describe a setting that is called `env`; the other one has methods for its variables.
  if (/^(?:convict|env-var)$/.test(external.made.by.module)) return null;
  const calls: ExternalValue[] = [];
  for (let at = external; at.made !== null; at = at.made.by) calls.push(at);
  // `const { data } = schema.safeParse(process.env)`, and `{ error, value }` of Joi
  const checked = name === 'data' ? 'safeParse' : name === 'value' ? 'validate' : null;
  if (checked !== null && calls.some((call) => call.made?.by.path.at(-1) === checked)) return { ...external };
  // `new Map(entries).size`: no schema comes from the language, and to look at what it is given takes long.
  if (calls.every((call) => call.made?.by.module === 'global')) return null;
  const given = calls.map((call) => readsEnvironment(evaluator, call.made?.args ?? [])).find((read) => read !== null);
  if (given === undefined && !calls.some(readsByItself)) return null;
  const run: Run = (fn, value) =>
    evaluateReturn(evaluator, fn, { args: [{ kind: 'value', value }], call: null, from: null }, false);
  const made = readTransformed(evaluator, run, external, name, { node, module });
  if (made !== null) return made;
  const rules = listSchemas(evaluator, external).map((schema) => evaluator.getProperty(schema, name, node, module));
  const variable: readonly Value[] = [
    makeEnvironmentText(evaluator, `${given ?? ''}${name}`, module),
    ...readInitialiser(evaluator, external, name, { node, module }),
  ];
  return uniteDefaults(rules.reduce((values, rule) => readRule(evaluator, run, rule, values), variable));
}

const ADONIS = /^(?:@ioc:Adonis\/Core\/Env|@adonisjs\/core\/env)$/;

/** `defineString('X', { default: 'https://…' }).value()` of Firebase: the variable, with the default given. */
function evaluateParameter(
  evaluator: Evaluator,
  { path, made }: ExternalValue,
  node: SyntaxNode,
  module: Module,
): Value | null {
  if (made === null || !/^firebase-functions(?:\/v2)?\/params$/.test(made.by.module) || path.join('.') !== 'value')
    return null;
  const key = evaluator.getArgument(made.args, 0);
  const known = findKnownText(key);
  if (known === null || made.by.path.at(-1) !== 'defineString') return null;
  const options = evaluator.getArgument(made.args, 1);
  const fallback = options?.type === 'object' ? evaluator.getProperty(options, 'default', node, module) : null;
  return uniteDefaults([
    makeEnvironmentText(evaluator, known, module),
    ...(fallback?.type === 'text' ? [fallback] : []),
  ]);
}

/** `Deno.env.get('X')`, `config.get<string>('X', 'https://…')`: the variable, with the default given. */
export function evaluateEnvironmentCall(
  evaluator: Evaluator,
  callee: ExternalValue,
  args: readonly Argument[],
  node: SyntaxNode,
  module: Module,
): Value | null {
  if (isEnvironmentExport(callee)) return null;
  const parameter =
    evaluateParameter(evaluator, callee, node, module) ?? evaluateVariableChain(evaluator, callee, module);
  if (parameter !== null) return parameter;
  const isAdonis = ADONIS.test(callee.made?.by.module ?? callee.module) && callee.path.at(-1) === 'get';
  const isStrapi = callee.module === '@strapi/strapi' && callee.made === null && callee.path.join('.') === 'env';
  const isReader = READERS.has(describe(callee)) || isAdonis || isStrapi;
  const isConfigService =
    /^@nestjs\/config$/.test(callee.module) &&
    /^instance\(\)\.(?:get|getOrThrow)$/.test(readInstancePath(callee).slice(-2).join('.'));
  if (!isReader && !isConfigService) return null;
  const key = evaluator.getArgument(args, 0);
  if (key === undefined) return null;
  const fallback = evaluator.getArgument(args, 1);
  const variables = listTexts(key, node, module).flatMap((text): readonly Value[] => {
    const known = findKnownText(text);
    if (known === null) return [];
    const configured = isConfigService ? findConfigured(evaluator, known, node, module) : null;
    const tested = describe(callee) === CYPRESS ? listCypressSettings(evaluator, known, node, module) : [];
    const presets = isConfigService && configured === null ? listPresets(evaluator, known, node, module) : [];
    const own = isConfigService ? readOwnSettings(evaluator, callee, known, node, module) : [];
    return [configured ?? makeEnvironmentText(evaluator, known, module), ...presets, ...own, ...tested];
  });
  if (variables.length === 0) return null;
  const defaults = fallback === undefined ? [] : listOptions(fallback).filter((option) => option.type === 'text');
  return uniteDefaults([...variables, ...defaults]);
}
