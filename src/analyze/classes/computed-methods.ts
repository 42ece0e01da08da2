import { append } from '../../model/append.ts';
import { type FunctionNode, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { chooseAssignedEnv } from '../expressions/assignments.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { ObjectEntry, Slot } from '../values/values.ts';
import { findCopiedFrom } from './copied-methods.ts';
import { findPrototypeOwner } from './prototype-owners.ts';

/** `['get', 'post'].forEach((verb) => { Client.prototype[verb] = function (path) { … }; })`: a method for each name of a list. */

interface Computed {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
}

type Methods = ReadonlyMap<FunctionNode, readonly Computed[]>;

const methods = new WeakMap<Module, Methods>();

function collectComputed(module: Module): Methods {
  const found = new Map<FunctionNode, Computed[]>();
  for (const { left, right, operator } of module.scripts.flatMap((script) => script.computedAssignments)) {
    const owner = isMemberNode(left) && operator === '=' ? findPrototypeOwner(left.object, module) : null;
    if (owner === null || !isMemberNode(left) || findCopiedFrom(left, right, module) !== null) continue;
    append(found, owner, { key: left.property, value: unwrap(right) });
  }
  return found;
}

function listComputed(fn: FunctionNode, module: Module): readonly Computed[] {
  const known = methods.get(module) ?? collectComputed(module);
  methods.set(module, known);
  return known.get(fn) ?? [];
}

/** Has its prototype methods under names that are computed? */
export function hasComputedMethods(fn: FunctionNode, module: Module): boolean {
  return listComputed(fn, module).length > 0;
}

/** The methods with a known name: nobody can ask for one with another. */
export function listComputedMethods(evaluator: Evaluator, fn: FunctionNode, module: Module): readonly ObjectEntry[] {
  return listComputed(fn, module).flatMap(({ key, value }): readonly ObjectEntry[] => {
    const env = chooseAssignedEnv(evaluator, key, null);
    const names = listTexts(evaluator.evaluate(key, module, env), key, module).map(findKnownText);
    const slot: Slot = isFunctionNode(value)
      ? { kind: 'method', fn: value, module, env: null, role: 'method' }
      : { kind: 'expression', node: value, module, env };
    return names.flatMap((name) => (name === null ? [] : [{ kind: 'slot', name, slot }]));
  });
}
