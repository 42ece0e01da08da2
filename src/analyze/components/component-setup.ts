import type { FunctionNode } from '../../syntax/nodes.ts';
import { getParent, setParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { Script, SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { resolveParam } from '../expressions/params.ts';
import { listProperties, makeObject } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { type Env, type FunctionValue, NO_PROVENANCE, type Value } from '../values/values.ts';

/** The script of a component is a function of its properties, and each element of it in markup is a call. */

const DECLARES_PROPERTIES: Readonly<Record<string, RegExp>> = {
  vue: /\bdefineProps\s*[<(]|\bprops\s*:\s*[[{]/,
  svelte: /\$props\s*\(|\bexport\s+let\s/,
};

/** The function that the code of a component stands in; null for a file that declares no properties. */
export function makeSetup(path: string, text: string, scripts: readonly Script[]): FunctionNode | null {
  const kind = path.slice(path.lastIndexOf('.') + 1);
  if (DECLARES_PROPERTIES[kind]?.test(text) !== true) return null;
  const span = { start: 0, end: text.length };
  const param = { type: 'Identifier', name: 'properties', ...span };
  const body = { type: 'BlockStatement', body: [], directives: [], ...span };
  // The fields are those that Babel gives a node of this type.
  const setup = { type: 'ArrowFunctionExpression', params: [param], body, ...span } as unknown as FunctionNode;
  for (const { program } of scripts) setParent(program, setup);
  return setup;
}

export function toSetupValue(setup: FunctionNode, module: Module): FunctionValue {
  return { type: 'function', fn: setup, module, env: null, self: null, bound: [], ...NO_PROVENANCE };
}

/** All that the component is given, with the defaults that it declares; null in a file that declares no properties. */
export function evaluateProperties(evaluator: Evaluator, declared: Value | undefined, at: At): Value | null {
  const { node, module, env } = at;
  if (module.setup === null) return null;
  const source = { kind: 'param', fn: module.setup, index: 0, rest: false, steps: [] } as const;
  const given = resolveParam(evaluator, source, module, env, node);
  const defaults = readDefaults(evaluator, declared, at);
  return defaults === null ? given : withDefaults(given, defaults);
}

interface At {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly env: Env;
}

function withDefaults(given: Value, defaults: Value): Value {
  const entries = [defaults, given].map((value) => ({
    kind: 'spread' as const,
    slot: { kind: 'value' as const, value },
  }));
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** `defineProps({ path: { type: String, default: '/calls' } })` */
function readDefaults(evaluator: Evaluator, declared: Value | undefined, { node, module }: At): Value | null {
  if (declared?.type !== 'object') return null;
  const defaults = listProperties(evaluator, declared).flatMap(([name, options]) => {
    const value = options.type === 'object' ? evaluator.getProperty(options, 'default', node, module) : null;
    return value === null || value.type === 'primitive' ? [] : [[name, value] as const];
  });
  return defaults.length === 0 ? null : makeObject(Object.fromEntries(defaults));
}

/** What a macro of a component gives: `defineProps(…)`, `withDefaults(…)`, `$props()`; null for every other call. */
export function callMacro(evaluator: Evaluator, name: string, call: BuiltinCall): Value | null {
  const first = evaluator.getArgument(call.args, 0);
  switch (name) {
    case '$props':
      return evaluateProperties(evaluator, undefined, call);
    case 'defineProps':
      return evaluateProperties(evaluator, first, call);
    case 'withDefaults': {
      const defaults = evaluator.getArgument(call.args, 1);
      return first === undefined || defaults?.type !== 'object' ? null : withDefaults(first, defaults);
    }
    case '$state':
    case '$derived':
    case '$bindable':
      return first ?? null;
    default:
      return null;
  }
}

function isDeclaredByLet({ declaration, source }: Binding): boolean {
  const declarator = getParent(declaration);
  const list = declarator === undefined ? undefined : getParent(declarator);
  return source.kind === 'value' && list?.type === 'VariableDeclaration' && list.kind === 'let';
}

/** Svelte's `export let path = '/calls'`: what the component is given, else the default; null for any other name. */
export function evaluateExportedProperty(
  evaluator: Evaluator,
  binding: Binding,
  module: Module,
  env: Env,
  node: SyntaxNode,
): Value | null {
  const { setup } = module;
  if (setup === null || !module.path.endsWith('.svelte') || binding.scope.parent !== null) return null;
  const found = module.exports.get(binding.name);
  if (found?.kind !== 'binding' || found.binding !== binding || !isDeclaredByLet(binding)) return null;
  const initial = binding.source.kind === 'value' ? binding.source.node : null;
  const fallback = initial === null ? [] : [{ kind: 'default', value: initial } as const];
  const steps = [{ kind: 'property', name: binding.name } as const, ...fallback];
  return resolveParam(evaluator, { kind: 'param', fn: setup, index: 0, rest: false, steps }, module, env, node);
}
