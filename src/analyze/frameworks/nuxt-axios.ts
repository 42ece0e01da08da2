import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements, makeObject } from '../members/objects.ts';
import { evaluateExport } from '../modules/exports.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ClientValue, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';

/**
 * `@nuxtjs/axios` of Nuxt 2: `axios: { baseURL }` in the settings of the application, `publicRuntimeConfig.axios` over it, and
 * `this.$axios.$get(path)` in its components, stores and plugins.
 */

const SETTINGS = [['axios'], ['publicRuntimeConfig', 'axios'], ['privateRuntimeConfig', 'axios']] as const;
const BASES = ['baseURL', 'baseUrl', 'browserBaseURL'] as const;

function isGiven(value: Value): boolean {
  return !isUndefined(value) && value.type !== 'unknown';
}

/** Does the application have the module, be it as `['@nuxtjs/axios', { … }]`? */
function hasModule(evaluator: Evaluator, settings: Value, node: SyntaxNode, config: Module): boolean {
  return ['modules', 'buildModules'].some((name) => {
    const entries = listElements(evaluator, evaluator.getProperty(settings, name, node, config)) ?? [];
    return entries.some((entry) => {
      const named = entry.type === 'array' ? listElements(evaluator, entry)?.[0] : entry;
      return findKnownText(named) === '@nuxtjs/axios';
    });
  });
}

/** What the settings call the base. */
function listBases(evaluator: Evaluator, settings: Value, node: SyntaxNode, config: Module): readonly Value[] {
  return SETTINGS.flatMap((path) => {
    const section = path.reduce<Value>((at, name) => evaluator.getProperty(at, name, node, config), settings);
    if (section.type !== 'object') return [];
    return BASES.flatMap((name) => listOptions(evaluator.getProperty(section, name, node, config)).filter(isGiven));
  });
}

function makeClient(evaluator: Evaluator, config: Module): ClientValue | null {
  const settings = evaluateExport(evaluator, config, 'default');
  const node = config.scripts[0]?.program;
  // Those of a function that gives them are not known.
  if (settings?.type !== 'object' || node === undefined) return null;
  const bases = listBases(evaluator, settings, node, config);
  if (bases.length === 0 && !hasModule(evaluator, settings, node, config)) return null;
  const options = bases.length === 0 ? [] : [makeObject({ baseURL: unite(bases) })];
  return { type: 'client', library: 'axios', options, made: node, path: [], ...NO_PROVENANCE };
}

/** The client of an application of which the settings are not at hand; the same for all who ask. */
export function makeBareClient({ scripts: [script] }: Module): ClientValue | null {
  const made = script?.program;
  return made === undefined
    ? null
    : { type: 'client', library: 'axios', options: [], made, path: [], ...NO_PROVENANCE };
}

const known = new WeakMap<Evaluator, Map<Module, ClientValue | null>>();

/** The client that the application has; null where its settings name none. */
export function evaluateAppClient(evaluator: Evaluator, config: Module): ClientValue | null {
  const clients = known.get(evaluator) ?? new Map<Module, ClientValue | null>();
  known.set(evaluator, clients);
  const found = clients.get(config);
  if (found !== undefined) return found;
  // The settings may lead here again.
  clients.set(config, null);
  const client = makeClient(evaluator, config);
  clients.set(config, client);
  return client;
}
