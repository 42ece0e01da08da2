import { findMergeTarget } from '../syntax/merged-members.ts';
import { contains, getStart, unwrap } from '../syntax/nodes.ts';
import type { Binding } from '../syntax/scopes.ts';
import { findBinding } from '../syntax/scopes.ts';
import type { ScriptFacts } from '../syntax/script-facts.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { findEnclosingFunction } from './assignments.ts';
import type { Evaluator } from './evaluator.ts';
import { findScript, type Module } from './modules.ts';
import { runSteps, type Step } from './steps.ts';
import { listOptions, unite } from './unions.ts';
import { identityKey } from './value-identity.ts';
import { type Env, NO_PROVENANCE, type ObjectEntry, type Value } from './values.ts';

/**
 * `function send(path, options) { options.url = BASE + path; return axios(options); }`: what a function gives an object that
 * it did not write itself. What is given to a literal is found by the literal (`members.ts`).
 */

interface Place {
  readonly module: Module;
  readonly env: Env;
}

interface Mutation {
  readonly node: SyntaxNode;
  readonly toEntries: (place: Place) => readonly ObjectEntry[];
}

const mutations = new WeakMap<ScriptFacts, ReadonlyMap<Binding, readonly Mutation[]>>();

function collectMutations(script: ScriptFacts): ReadonlyMap<Binding, readonly Mutation[]> {
  const found = new Map<Binding, Mutation[]>();
  const add = (target: SyntaxNode, mutation: Mutation) => {
    const name = unwrap(target);
    const binding = name.type === 'Identifier' ? findBinding(script, name) : undefined;
    if (binding !== undefined) found.set(binding, [...(found.get(binding) ?? []), mutation]);
  };
  for (const { object, target, name, value, operator } of script.memberAssignments) {
    // A property of a literal is one of those that the call below gives.
    if (operator !== '=' || target.type === 'ObjectProperty' || target.type === 'ObjectMethod') continue;
    add(object, {
      node: target,
      toEntries: (place) => [{ kind: 'slot', name, slot: { kind: 'expression', node: value, ...place } }],
    });
  }
  for (const call of script.calls) {
    const target = findMergeTarget(call);
    if (target === null || !('arguments' in call)) continue;
    const sources = call.arguments.slice(1).filter((source: SyntaxNode) => source.type !== 'SpreadElement');
    add(target, {
      node: call,
      toEntries: (place) =>
        sources.map((node: SyntaxNode) => ({ kind: 'spread', slot: { kind: 'expression', node, ...place } })),
    });
  }
  return found;
}

function listMutations(script: ScriptFacts, binding: Binding): readonly Mutation[] {
  const known = mutations.get(script) ?? collectMutations(script);
  mutations.set(script, known);
  return known.get(binding) ?? [];
}

/** Something whose members are known by this function alone, or not at all. */
function isForeign(value: Value, { source }: Binding): boolean {
  return value.type === 'param' || value.type === 'unknown' || (value.type === 'object' && source.kind === 'param');
}

const made = new WeakMap<object, Map<string, readonly ObjectEntry[]>>();

/** The same members for the same object: who reads a name twice has one value. */
function remember(owner: object, key: string, make: () => readonly ObjectEntry[]): readonly ObjectEntry[] {
  const known = made.get(owner) ?? new Map<string, readonly ObjectEntry[]>();
  made.set(owner, known);
  const entries = known.get(key) ?? make();
  known.set(key, entries);
  return entries;
}

function mutate(evaluator: Evaluator, value: Value, binding: Binding, mutation: Mutation, place: Place): Value {
  return unite(
    listOptions(value).map((option): Value => {
      if (option.type === 'union' || !isForeign(option, binding)) return option;
      const before: ObjectEntry = { kind: 'spread', slot: { kind: 'value', value: option } };
      const key = `${evaluator.identify(mutation.node)} ${identityKey(option)}`;
      const entries = remember(place.env ?? evaluator, key, () => [before, ...mutation.toEntries(place)]);
      return { type: 'object', node: null, entries, ...NO_PROVENANCE };
    }),
  );
}

function isBetween(node: SyntaxNode, use: SyntaxNode, start: number): boolean {
  return getStart(node) > start && getStart(node) < getStart(use) && !contains(node, use);
}

/** The object as it is where `use` stands. */
export function applyMemberMutations(
  evaluator: Evaluator,
  value: Value,
  binding: Binding,
  module: Module,
  env: Env,
  use: SyntaxNode,
): Value {
  const all = listMutations(findScript(module, use), binding);
  if (all.length === 0 || !listOptions(value).some((option) => isForeign(option, binding))) return value;
  const steps = all.flatMap((mutation): Step[] => {
    const { node } = mutation;
    const fn = findEnclosingFunction(node);
    if (!isBetween(node, use, -1) || fn === null || !contains(fn, use)) return [];
    // What the name stood for before it was assigned anew is another object.
    // `options = Object.assign(options, more)` is one already.
    const isReplaced = binding.assignments.some(
      (assignment) => isBetween(assignment.node, use, getStart(node)) || contains(assignment.node, node),
    );
    if (isReplaced) return [];
    return [{ node, apply: (current) => mutate(evaluator, current, binding, mutation, { module, env }) }];
  });
  return steps.length === 0 ? value : runSteps(evaluator, value, steps, use, module, env);
}
