import { append } from '../../model/append.ts';
import { findMergeTarget } from '../../syntax/merged-members.ts';
import { contains, getStart, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findEnclosingFunction } from '../expressions/reaching-assignments.ts';
import { findScript, type Module } from '../modules/module.ts';
import { applyAlongBranches, type Join, type Step } from '../steps.ts';
import { listOptions, unite } from '../values/unions.ts';
import { identityKey } from '../values/value-identity.ts';
import type { ArrayValue, Env, ObjectEntry, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { findLiteral } from './owned-assignments.ts';

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
  /** The member that it gives; null where a call gives all that another object has. */
  readonly name: string | null;
  /** Where it is worked out what is given, the object is still as it was. */
  readonly value: SyntaxNode;
  readonly toEntries: (place: Place) => readonly ObjectEntry[];
}

const mutations = new WeakMap<ScriptFacts, ReadonlyMap<Binding, readonly Mutation[]>>();

function collectMutations(script: ScriptFacts): ReadonlyMap<Binding, readonly Mutation[]> {
  const found = new Map<Binding, Mutation[]>();
  const add = (target: SyntaxNode, mutation: Mutation) => {
    const name = unwrap(target);
    const binding = name.type === 'Identifier' ? findBinding(script, name) : undefined;
    if (binding !== undefined) append(found, binding, mutation);
  };
  for (const { object, target, name, value, operator } of script.memberAssignments) {
    // A property of a literal is one of those that the call below gives.
    if (operator !== '=' || target.type === 'ObjectProperty' || target.type === 'ObjectMethod') continue;
    add(object, {
      node: target,
      name,
      value,
      toEntries: (place) => [{ kind: 'slot', name, slot: { kind: 'expression', node: value, ...place } }],
    });
  }
  for (const call of script.calls) {
    const target = findMergeTarget(call);
    if (target === null || !('arguments' in call)) continue;
    const sources = call.arguments.slice(1).filter((source: SyntaxNode) => source.type !== 'SpreadElement');
    add(target, {
      node: call,
      name: null,
      value: call,
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

const made = new WeakMap<object, Map<string, readonly ObjectEntry[]>>();
const allMade = new WeakSet<readonly ObjectEntry[]>();

/** What a call gives back, as `url.parse(…)` does, can be set anew at once: what it had before is not sent. */
function isMadeByCall(value: Value): boolean {
  return value.type === 'object' && findLiteral(value)?.type === 'CallExpression';
}

/** `const parts = path.split('/'); parts[1] = 'calls';`: a list that no literal makes. */
function isMadeList(value: Value): value is ArrayValue {
  return value.type === 'array' && value.node === null && !value.isShuffled;
}

/** Something whose members are known by this function alone, or not at all. */
function isForeign(value: Value, { source }: Binding): boolean {
  if (isMadeList(value)) return true;
  if (value.type === 'object') return source.kind === 'param' || allMade.has(value.entries) || isMadeByCall(value);
  // Of a file that is not there, nothing is known either.
  if (value.type === 'external') return value.made !== null && value.module.startsWith('.');
  return value.type === 'param' || value.type === 'unknown';
}

/** The same members for the same object: a name that is read twice has one value. */
function remember(owner: object, key: string, make: () => readonly ObjectEntry[]): readonly ObjectEntry[] {
  const known = made.get(owner) ?? new Map<string, readonly ObjectEntry[]>();
  made.set(owner, known);
  const entries = known.get(key) ?? make();
  known.set(key, entries);
  allMade.add(entries);
  return entries;
}

/** An object whose members are what the ways to it have made of them; null for what it is not known of. */
function joinMembers(evaluator: Evaluator, binding: Binding, use: SyntaxNode, { module, env }: Place): Join {
  return (fork, start, outcomes, members, choose) => {
    if (start.type === 'union' || isMadeList(start) || !isForeign(start, binding)) return null;
    const before: ObjectEntry = { kind: 'spread', slot: { kind: 'value', value: start } };
    const key = `${evaluator.identify(fork)} ${identityKey(start)}`;
    const entries = remember(env ?? evaluator, key, () => [
      before,
      ...members.map((name): ObjectEntry => {
        const values = outcomes.map((outcome) => evaluator.getProperty(outcome, name, use, module));
        return { kind: 'slot', name, slot: { kind: 'value', value: choose(values) } };
      }),
    ]);
    return { type: 'object', node: null, entries, ...NO_PROVENANCE };
  };
}

function setElement(list: ArrayValue, { name, value }: Mutation, place: Place): Value {
  const index = /^\d+$/.test(name ?? '') ? Number(name) : -1;
  const isKnown = list.elements.slice(0, index + 1).every((slot) => slot.kind !== 'spread');
  if (index < 0 || index >= list.elements.length || !isKnown) return list;
  return { ...list, elements: list.elements.with(index, { kind: 'expression', node: value, ...place }) };
}

function mutate(evaluator: Evaluator, value: Value, binding: Binding, mutation: Mutation, place: Place): Value {
  const options = listOptions(value);
  if (!options.some((option) => isForeign(option, binding))) return value;
  return unite(
    options.map((option): Value => {
      if (!isForeign(option, binding)) return option;
      if (isMadeList(option)) return setElement(option, mutation, place);
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

/** The one member that is read of an object here; null where all of it may be of use. */
function findReadMember(use: SyntaxNode): string | null {
  const member = getParent(use);
  if (member === undefined || !isMemberNode(member) || member.object !== use) return null;
  const around = getParent(member);
  // What is called has the object with it.
  const isCalled = around !== undefined && isCallNode(around) && 'callee' in around && around.callee === member;
  return isCalled ? null : nameMember(member);
}

/** The object as it is where `use` stands: all of it, or what a member that is read there needs. */
export function applyMemberMutations(
  evaluator: Evaluator,
  value: Value,
  binding: Binding,
  module: Module,
  env: Env,
  use: SyntaxNode,
): Value {
  const read = findReadMember(use);
  const all = listMutations(findScript(module, use), binding).filter(
    ({ name }) => read === null || name === null || name === read,
  );
  if (all.length === 0 || !listOptions(value).some((option) => isForeign(option, binding))) return value;
  const isMadeHere = listOptions(value).some((option) => isMadeByCall(option) || isMadeList(option));
  const steps = all.flatMap((mutation): Step[] => {
    const { node, value: given } = mutation;
    const fn = findEnclosingFunction(node);
    if (!isBetween(node, use, -1) || contains(given, use)) return [];
    // What the file itself does is done when its functions are called.
    if (fn === null ? !isMadeHere : !contains(fn, use)) return [];
    // What the name stood for before it was assigned anew is another object.
    // `options = Object.assign(options, more)` is one already.
    const isReplaced = binding.assignments.some(
      (assignment) => isBetween(assignment.node, use, getStart(node)) || contains(assignment.node, node),
    );
    if (isReplaced) return [];
    const apply = (current: Value) => mutate(evaluator, current, binding, mutation, { module, env });
    return [mutation.name === null ? { node, apply } : { node, apply, members: [mutation.name] }];
  });
  if (steps.length === 0) return value;
  const join = joinMembers(evaluator, binding, use, { module, env });
  return applyAlongBranches(evaluator, value, steps, use, module, env, join);
}
