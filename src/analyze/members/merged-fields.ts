import type * as t from '@babel/types';
import { COMPUTED, findMergeTarget } from '../../syntax/merged-members.ts';
import { type ClassNode, contains } from '../../syntax/nodes.ts';
import type { MemberAssignment, ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findConstructor } from '../classes/levels.ts';
import { evaluateSet } from '../classes/setters.ts';
import { takeOver } from '../classes/unbound-methods.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { findScript } from '../modules/module.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import {
  type ClassValue,
  type Env,
  type InstanceValue,
  NO_PROVENANCE,
  type ObjectEntry,
  type Value,
} from '../values/values.ts';
import { readComputed, readMerged } from './given-members.ts';

/** `Object.assign(this, defaults, options)` in a constructor. */

const mergesOfScripts = new WeakMap<ScriptFacts, readonly t.CallExpression[]>();

/** A bundle has thousands of classes and calls, and few of these. */
function listMergesOf(script: ScriptFacts): readonly t.CallExpression[] {
  const known =
    mergesOfScripts.get(script) ??
    script.calls.filter((call): call is t.CallExpression => findMergeTarget(call)?.type === 'ThisExpression');
  mergesOfScripts.set(script, known);
  return known;
}

const merges = new WeakMap<ClassNode, readonly t.CallExpression[]>();

function listMerges({ node, module }: ClassValue): readonly t.CallExpression[] {
  const init = findConstructor(node);
  const known =
    merges.get(node) ??
    (init === undefined ? [] : listMergesOf(findScript(module, node)).filter((call) => contains(init, call)));
  merges.set(node, known);
  return known;
}

/** What the constructor merges into the instance under this name. `env`: the call of the constructor. */
function listMergedAtStart(
  evaluator: Evaluator,
  of: ClassValue,
  env: Env,
  name: string,
  instance: InstanceValue,
): readonly Value[] {
  const { module } = of;
  return listMerges(of).flatMap((call) => {
    const sources = call.arguments.slice(1).filter(({ type }) => type !== 'SpreadElement');
    const entries = sources.map((node): ObjectEntry => {
      return { kind: 'spread', slot: { kind: 'expression', node, module, env } };
    });
    const merged: Value = { type: 'object', node: null, entries, ...NO_PROVENANCE };
    const own = listOptions(evaluator.getProperty(merged, name, call, module)).filter((option) => !isUndefined(option));
    // `Object.assign(this, callsApi)`: what is a method there is one of the instance.
    return own.map((option) => takeOver(option, null, instance));
  });
}

const given = new WeakMap<ClassNode, readonly MemberAssignment[]>();

/** `Object.assign(this, options)` in a method, `this[key] = options[key]` anywhere in the class. */
function listOpenAssignments({ node, module }: ClassValue): readonly MemberAssignment[] {
  const init = findConstructor(node);
  const known =
    given.get(node) ??
    findScript(module, node).openAssignments.filter(
      ({ object, target, name }) =>
        object.type === 'ThisExpression' &&
        contains(node, target) &&
        (name === COMPUTED || init === undefined || !contains(init, target)),
    );
  given.set(node, known);
  return known;
}

function listGivenLater(
  evaluator: Evaluator,
  of: ClassValue,
  env: Env,
  name: string,
  instance: InstanceValue,
): readonly Value[] {
  const { module } = of;
  const init = findConstructor(of.node);
  return listOpenAssignments(of).flatMap((assigned) => {
    const isAtStart = init !== undefined && contains(init, assigned.target);
    // Of no instance in particular: what is not known of a merge is taken not to be there, so its callers are asked at once.
    const isOfAny = instance.construction === null && !instance.any;
    const evaluate = (node: SyntaxNode) => {
      if (isAtStart) return evaluator.evaluate(node, module, env);
      return isOfAny
        ? evaluateAssigned(evaluator, node, module, env)
        : evaluateSet(evaluator, node, module, env, instance);
    };
    return assigned.name === COMPUTED
      ? readComputed(evaluator, assigned, module, name, evaluate)
      : readMerged(evaluator, assigned, module, name, evaluate);
  });
}

/** What the class merges into the instance under this name. `env`: the call of the constructor. */
export function listMergedMembers(
  evaluator: Evaluator,
  of: ClassValue,
  env: Env,
  name: string,
  instance: InstanceValue,
): readonly Value[] {
  return [
    ...listMergedAtStart(evaluator, of, env, name, instance),
    ...listGivenLater(evaluator, of, env, name, instance),
  ];
}
