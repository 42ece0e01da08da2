import { findMethodAround } from '../../syntax/enclosing.ts';
import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { CallSite } from '../callers/project-index.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { extendEnv } from '../values/frames.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, InstanceValue, Value } from '../values/values.ts';

/** `setBase(base) { this.base = base; }`: whoever calls a method on an instance sets the member of that instance. */

/** Is the method called on this very instance? True where nobody can tell. */
function isCalledOn(evaluator: Evaluator, { node, module }: CallSite, instance: InstanceValue): boolean {
  const callee = node.type === 'TaggedTemplateExpression' ? null : unwrap(node.callee);
  if (callee === null || !isMemberNode(callee) || instance.construction === null) return true;
  const { call } = instance.construction;
  return listOptions(evaluator.evaluate(callee.object, module, null)).some(
    (owner) => owner.type !== 'instance' || owner.construction === null || owner.construction.call === call,
  );
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
