import type * as t from '@babel/types';
import { isMerging } from '../../syntax/merged-members.ts';
import { type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';

/**
 * `Object.assign(Object.create(core), { list() { return this.get('/agents'); } })`: in the methods of the literal, `this` is what
 * comes back, with all that the others bring.
 */

/** Does the object have this very function under its name? */
function holds(
  evaluator: Evaluator,
  object: Value,
  fn: FunctionNode,
  literal: t.ObjectExpression,
  module: Module,
): boolean {
  const member = literal.properties.find((one) => one === fn || ('value' in one && one.value === fn));
  const name = member === undefined ? null : nameKey(member);
  if (name === null || object.type !== 'object') return false;
  const own = evaluator.getProperty(object, name, fn, module);
  return listOptions(own).some((option) => option.type === 'function' && option.fn === fn);
}

/** The object that a literal is merged into where it is written; null for all others. */
export function findMergedObject(
  evaluator: Evaluator,
  fn: FunctionNode,
  literal: t.ObjectExpression,
  module: Module,
  env: Env,
): Value | null {
  const call = getParent(literal);
  if (call?.type !== 'CallExpression' || !isMerging(call)) return null;
  const merged = listOptions(evaluator.evaluate(call, module, env));
  const whole = merged.filter((option) => holds(evaluator, option, fn, literal, module));
  return whole.length === 0 ? null : unite(whole);
}
