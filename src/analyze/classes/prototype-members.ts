import { readsThis } from '../../syntax/enclosing.ts';
import { COMPUTED, MERGED } from '../../syntax/merged-members.ts';
import type { MemberNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { evaluateReturn } from '../calls/calls.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { readComputed, readMerged } from '../members/given-members.ts';
import { listProperties } from '../members/objects.ts';
import { findOwnerNode } from '../members/owned-assignments.ts';
import type { Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ClassValue, Env, FunctionValue, ObjectEntry, Value } from '../values/values.ts';
import { NO_PROVENANCE } from '../values/values.ts';
import { constructObject, isConstructorFunction } from './constructor-functions.ts';
import { listCopiedMethods } from './copied-methods.ts';
import { listGivingCalls } from './made-classes.ts';
import { findPrototypeName, readOwner } from './prototype-owners.ts';

/** What is read off a prototype by hand, as compilers read what they call of the class above. */

/** `Client.prototype.get`: the method of whatever it is called on; null for other members. */
export function evaluatePrototypeMember(
  evaluator: Evaluator,
  node: MemberNode,
  name: string,
  module: Module,
  env: Env,
): Value | null {
  const owner = readOwner(node.object);
  if (owner === null) return null;
  const any = env?.any === true;
  const found = listOptions(evaluator.evaluate(findOwnerNode(owner, module), module, env)).flatMap(
    (option): readonly Value[] => {
      const isMaker = option.type === 'function' && isConstructorFunction(option.fn, option.module);
      if (isMaker) return [constructObject(evaluator, option, null, any)];
      return option.type === 'class'
        ? [{ type: 'instance', of: option, construction: null, any, ...NO_PROVENANCE }]
        : [];
    },
  );
  return found.length === 0 ? null : unite(found.map((made) => evaluator.getProperty(made, name, node, module)));
}

/** `Object.create(null, { get: { get: () => super.get } })`: what an `async` method that was compiled reads of the class above. */
export function createFromGetters(
  evaluator: Evaluator,
  given: Value,
  node: SyntaxNode,
  module: Module,
  env: Env,
): Value | null {
  if (given.type !== 'object') return null;
  const entries = listProperties(evaluator, given).flatMap(([name, descriptor]): readonly ObjectEntry[] => {
    const getter = evaluator.getProperty(descriptor, 'get', node, module);
    if (getter.type !== 'function') return [];
    const value = evaluateReturn(evaluator, getter, { args: [], call: null, from: env }, env?.any === true);
    return [{ kind: 'slot', name, slot: { kind: 'value', value } }];
  });
  return { type: 'object', node: null, entries, ...NO_PROVENANCE };
}

/** A function on the prototype is a method of whatever it is called on. */
function toMethod(value: Value, self: Value): Value {
  const isMethod = value.type === 'function' && value.fn.type !== 'ArrowFunctionExpression' && value.isBound !== true;
  return isMethod ? { ...value, self } : value;
}

/** `Client.prototype.list = …`, `Object.assign(Client.prototype, paging)` of a class: what its instances have from then on. */
export function listOfPrototype(evaluator: Evaluator, of: ClassValue, name: string, instance: Value): readonly Value[] {
  const list = (key: string) =>
    evaluator.index
      .listAssignmentsTo(evaluator, of.node, key, 'instance')
      .filter(({ object, module }) => findPrototypeName(object, module) !== null);
  const values = [
    ...list(name).flatMap(({ object, value, module }) => {
      const owner = findPrototypeName(object, module);
      const calls = owner === null ? null : listGivingCalls(evaluator, owner, of, module);
      if (calls === null || calls.length === 0) return [evaluateAssigned(evaluator, value, module)];
      return calls.map((env) => evaluator.evaluate(value, module, env));
    }),
    ...list(MERGED).flatMap((assigned) =>
      readMerged(evaluator, assigned, assigned.module, name, (node) =>
        evaluateAssigned(evaluator, node, assigned.module),
      ),
    ),
    ...listCopiedInto(evaluator, of, name),
  ];
  return values.flatMap((value) => listOptions(value).map((option) => toMethod(option, instance)));
}

/** What a loop gives the prototype of a class under the name. */
function listCopiedInto(evaluator: Evaluator, of: ClassValue, name: string): readonly Value[] {
  return listCopiedMethods(evaluator).flatMap(({ owner, mixin }): readonly Value[] => {
    const owners = listOptions(evaluator.evaluate(owner.node, owner.module, null));
    if (!owners.some((option) => option.type === 'class' && option.node === of.node)) return [];
    const given = evaluator.evaluate(mixin.node, mixin.module, null);
    return listOptions(evaluator.getProperty(given, name, mixin.node, mixin.module)).filter(
      ({ type }) => type === 'function',
    );
  });
}

/**
 * `fetchJson.base = …`, `request[verb] = …` for each of a list: what a function itself was given, in the call that made the
 * function, or by whoever calls what sets it: `setup({ baseURL })` with `client.defaults = { baseURL: VOICE, ...config }`.
 */
export function listFunctionMembers(evaluator: Evaluator, fn: FunctionValue, name: string): readonly Value[] {
  const list = (key: string) =>
    evaluator.index.listAssignmentsTo(evaluator, fn.fn, key, 'callable').filter(({ object, module }) => {
      const owner = evaluator.evaluate(findOwnerNode(object, module), module, null);
      return owner.type === 'function' && owner.fn === fn.fn;
    });
  const values = [
    ...list(name).map(({ value, module }) => evaluateAssigned(evaluator, value, module, fn.env)),
    // `_.extend(Kind, Base, { list() { … } })`
    ...list(MERGED).flatMap((assigned) =>
      readMerged(evaluator, assigned, assigned.module, name, (node) =>
        evaluateAssigned(evaluator, node, assigned.module, fn.env),
      ),
    ),
    ...list(COMPUTED).flatMap((assigned) =>
      readComputed(evaluator, assigned, assigned.module, name, (node) =>
        evaluateAssigned(evaluator, node, assigned.module, fn.env),
      ),
    ),
  ];
  return values.map((value) => callOn(value, fn));
}

/** `Base.extend = function (members) { const Super = this; … }`: what is called on a function has it for its `this`. */
function callOn(value: Value, owner: FunctionValue): Value {
  const isMethod = value.type === 'function' && value.self?.type !== 'instance' && readsThis(value.fn);
  return isMethod ? toMethod(value, owner) : value;
}
