import { writePlainly } from '../../model/plain-code.ts';
import { type FunctionNode, nameCallee, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { mentions } from '../modules/mentions.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { isUndefined } from '../values/missing.ts';
import { unite } from '../values/unions.ts';
import type { Argument, ExternalValue, Value } from '../values/values.ts';
import { evaluateAppClient, makeBareClient } from './nuxt-axios.ts';

/**
 * What a plugin gives a whole application of Nuxt: `return { provide: { voice } }` of `defineNuxtPlugin(…)`,
 * `nuxtApp.provide('voice', …)` and `inject('voice', …)` are read as `useNuxtApp().$voice`.
 */

const CONFIG = /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/;
const PLUGIN = /^(?:app\/|src\/)?plugins\/[^/]+(?:\/index)?\.[cm]?[jt]s$/;
/** Its folder. */
const PLUGIN_OF_ANY = /^((?:.*\/)?)(?:app\/|src\/)?plugins\/[^/]+(?:\/index)?\.[cm]?[jt]s$/;
const SETS_BASE = /\$axios\b[\s\S]*\.setBaseURL\(/;
/** What only plugins of Nuxt have: `export default (ctx, inject) => …` of Nuxt 2. */
const PLUGIN_CODE = /defineNuxtPlugin|\$axios\.setBaseURL\(|export\s+default\b[^;]{0,200}?,\s*inject\s*\)/;
const HOLDERS = /^(?:global|#app|#imports|nuxt\/app)$/;

interface Roots {
  readonly roots: readonly string[];
  readonly configs: ReadonlyMap<string, string>;
  readonly plugins: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<ModuleGraph, Roots>();

/** The folders of the applications, and the plugins in each. */
function findRoots(graph: ModuleGraph): Roots {
  const found = known.get(graph);
  if (found !== undefined) return found;
  const { seen } = graph.project;
  const configs = new Map(seen.filter((path) => CONFIG.test(path)).map((path) => [path.replace(/[^/]*$/, ''), path]));
  const roots = [...configs.keys()];
  // A part of an application is one as well.
  for (const path of seen) {
    const root = PLUGIN_OF_ANY.exec(path)?.[1];
    if (root === undefined || roots.some((one) => root.startsWith(one))) continue;
    if (PLUGIN_CODE.test(writePlainly(graph.project.load(path)?.text ?? ''))) roots.push(root);
  }
  const plugins = new Map(
    roots.map((root) => [root, seen.filter((path) => path.startsWith(root) && PLUGIN.test(path.slice(root.length)))]),
  );
  const made = { roots, configs, plugins };
  known.set(graph, made);
  return made;
}

/** The folder of the application that a file is part of. */
function findRoot({ graph }: Evaluator, from: string): string | null {
  return findRoots(graph).roots.reduce<string | null>(
    (best, one) => (from.startsWith(one) && one.length >= (best?.length ?? 0) ? one : best),
    null,
  );
}

function listPlugins({ graph }: Evaluator, root: string): readonly Module[] {
  return (findRoots(graph).plugins.get(root) ?? []).flatMap((path) => graph.load(path) ?? []);
}

/** `$axios`, where the application's own settings say where it asks. */
function evaluateNuxtAxios(evaluator: Evaluator, member: string, module: Module): Value | null {
  const root = member === '$axios' ? findRoot(evaluator, module.path) : null;
  const path = root === null ? undefined : findRoots(evaluator.graph).configs.get(root);
  if (root === null) return null;
  if (path === undefined) {
    // Only a part of the application is looked at: one of its plugins says what the client asks.
    const plugin = listPlugins(evaluator, root).find((one) => mentions(one, SETS_BASE));
    return plugin === undefined ? null : makeBareClient(plugin);
  }
  const config = evaluator.graph.load(path);
  return config === null ? null : evaluateAppClient(evaluator, config);
}

/** The function of a plugin: given as it is, or as `{ setup() { … } }`. */
function findSetup(evaluator: Evaluator, given: Value, node: SyntaxNode, module: Module): Value {
  return given.type === 'object' ? evaluator.getProperty(given, 'setup', node, module) : given;
}

function listProvided(evaluator: Evaluator, module: Module, name: string): readonly Value[] {
  return module.scripts.flatMap(({ calls }) =>
    calls.flatMap((node): readonly Value[] => {
      if (node.type !== 'CallExpression') return [];
      const callee = unwrap(node.callee);
      const called = nameCallee(callee);
      const [first, second] = node.arguments;
      if (called === 'provide' || called === 'inject') {
        const isNamed = first?.type === 'StringLiteral' && first.value === name;
        return isNamed && second !== undefined ? [evaluator.evaluate(second, module, null)] : [];
      }
      if (called !== 'defineNuxtPlugin' || first === undefined) return [];
      const setup = findSetup(evaluator, evaluator.evaluate(first, module, null), node, module);
      if (setup.type !== 'function') return [];
      const args: readonly Argument[] = [];
      const given = evaluateReturn(evaluator, setup, { args, call: null, from: null }, false);
      const provided = evaluator.getProperty(given, 'provide', node, module);
      return provided.type === 'object' ? [evaluator.getProperty(provided, name, node, module)] : [];
    }),
  );
}

/** `$voice`, as a file of the application reads it; null where no plugin gives it. */
export function evaluateProvided(evaluator: Evaluator, member: string, module: Module): Value | null {
  if (!/^\$\w/.test(member)) return null;
  const root = findRoot(evaluator, module.path);
  if (root === null) return null;
  const values = listPlugins(evaluator, root)
    .flatMap((plugin) => listProvided(evaluator, plugin, member.slice(1)))
    .filter((value) => !isUndefined(value) && value.type !== 'unknown');
  return values.length === 0 ? evaluateNuxtAxios(evaluator, member, module) : unite(values);
}

/** `(ctx, inject) => …`, `nuxtServerInit(store, ctx) { … }`: a plugin or an action that asks its whole context. */
export function isInjecting(fn: FunctionNode): boolean {
  const { params } = fn;
  if (fn.type === 'ObjectMethod' && nameKey(fn) === 'nuxtServerInit') return true;
  return params.length === 2 && params[1]?.type === 'Identifier' && params[1].name === 'inject';
}

/** Is it what `useNuxtApp()` gives? */
export function isNuxtApp({ made, path }: ExternalValue): boolean {
  return path.length === 0 && made !== null && HOLDERS.test(made.by.module) && made.by.path.join('.') === 'useNuxtApp';
}
