import { isSetByConstructor } from '../../syntax/constructor-fields.ts';
import { findMethodAround } from '../../syntax/enclosing.ts';
import { contains, type FunctionNode, isMemberNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import type { Module } from '../modules/module.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Argument, ClassValue, Env, InstanceValue, Value } from '../values/values.ts';
import { listOwnAssignments } from './own-assignments.ts';

/** `setBase(base) { this.base = base; }`: whoever calls a method on an instance sets the member of that instance. */

/** Is the method called on this very instance? True where nobody can tell. */
export function isCalledOn(evaluator: Evaluator, { node, module }: CallSite, instance: InstanceValue): boolean {
  const callee = node.type === 'TaggedTemplateExpression' ? null : unwrap(node.callee);
  if (callee === null || !isMemberNode(callee) || instance.construction === null) return true;
  const { call } = instance.construction;
  return listOptions(evaluator.evaluate(callee.object, module, null)).some(
    (owner) => owner.type !== 'instance' || owner.construction === null || owner.construction.call === call,
  );
}

/** What the constructor sets the member to; a field that is written as one calls no setter. */
function listSetAtStart(of: ClassValue, name: string): readonly SyntaxNode[] {
  const fields = of.node.body.body.flatMap((member) =>
    isSetByConstructor(member) && 'value' in member && member.value && nameKey(member) === name ? [member.value] : [],
  );
  const set = listOwnAssignments(of, name).filter(({ inConstructor, isAppended }) => inConstructor && !isAppended);
  return [...fields, ...set.map(({ value }) => value)];
}

/** `constructor(base) { this.base = base; }`, of the class with the setter or one below. */
function listGivenAtStart(
  evaluator: Evaluator,
  setter: FunctionNode,
  name: string,
  instance: InstanceValue,
): readonly Argument[] {
  const levels = evaluator.levels.list(evaluator, instance);
  const own = levels.findIndex(({ of }) => contains(of.node, setter));
  return levels
    .slice(0, own + 1)
    .flatMap(({ of, env }) =>
      listSetAtStart(of, name).map(
        (value): Argument => ({ kind: 'value', value: evaluator.evaluate(value, of.module, env) }),
      ),
    );
}

/** `client.path = '/calls'` of a class with `set path(path) { this.own = path; }`: what the setter is given. */
function listGiven(evaluator: Evaluator, setter: FunctionNode, instance: InstanceValue): readonly Argument[] {
  const name = setter.type === 'ClassMethod' && setter.kind === 'set' ? nameKey(setter) : null;
  if (name === null) return [];
  const given = evaluator.index
    .listAssignmentsTo(evaluator, instance.of.node, name, 'instance')
    .flatMap(({ object, value, module, operator }): readonly Argument[] => {
      const owners = listOptions(evaluateAssigned(evaluator, object, module));
      const { construction } = instance;
      const isSame = owners.some(
        (owner) =>
          owner.type === 'instance' &&
          (construction === null || owner.construction === null || owner.construction.call === construction.call),
      );
      if (!isSame || operator !== '=') return [];
      return [{ kind: 'value', value: evaluateAssigned(evaluator, value, module) }];
    });
  return [...listGivenAtStart(evaluator, setter, name, instance), ...given];
}

/** Is the method that makes the assignment called on the instance, as far as it can be seen? */
export function isSetOn(evaluator: Evaluator, value: SyntaxNode, instance: InstanceValue): boolean {
  const fn = instance.construction === null ? null : findMethodAround(value);
  if (fn === null) return false;
  evaluator.noteQuestionOfAnyCaller();
  return evaluator.index.listCallers(fn).some((caller) => isCalledOn(evaluator, caller, instance));
}

/** What `this.name = value` of a method other than the constructor gives the instance; `env`: that of its fields. */
export function evaluateSet(
  evaluator: Evaluator,
  value: SyntaxNode,
  module: Module,
  env: Env,
  instance: InstanceValue,
): Value {
  // Which instance it is, is asked of those who call its methods first.
  const fn = instance.construction === null && !instance.any ? null : findMethodAround(value);
  if (fn !== null) evaluator.noteQuestionOfAnyCaller();
  const given = fn === null ? [] : listGiven(evaluator, fn, instance);
  if (fn !== null && given.length > 0) {
    return unite(
      given.map((argument) => {
        const frame = { fn, args: [argument], self: instance, call: null };
        return evaluator.evaluate(value, module, extendEnv(env, frame, instance.any));
      }),
    );
  }
  const callers = fn === null ? [] : evaluator.index.listCallers(fn);
  const own = callers.filter((caller) => isCalledOn(evaluator, caller, instance));
  if (fn === null || own.length === 0) return evaluator.evaluate(value, module, env);
  return unite(
    own.map((caller) => {
      const args = evaluator.index.listCallArguments(caller.node, caller.module, null);
      const call = { node: caller.node, module: caller.module };
      return evaluator.evaluate(value, module, extendEnv(env, { fn, args, self: instance, call }, instance.any));
    }),
  );
}
