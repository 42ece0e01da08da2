import type * as t from '@babel/types';
import { findOutermost } from '../../syntax/enclosing.ts';
import { isMerging } from '../../syntax/merged-members.ts';
import { type FunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { findBinding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Env, Value } from '../values/values.ts';

/**
 * `Object.assign(Object.create(core), { list() { return this.get('/agents'); } })`: in the methods of the literal, `this` is what
 * comes back, with all that the others bring.
 */

/** Does the object have this very function under its name? */
export function holds(
  evaluator: Evaluator,
  object: Value,
  fn: FunctionNode,
  literal: t.ObjectExpression,
  module: Module,
): boolean {
  const member = literal.properties.find((one) => one === fn || ('value' in one && one.value === fn));
  const name = member === undefined ? null : nameKey(member);
  if (name === null || !/^(?:object|function)$/.test(object.type)) return false;
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

/** The object that a name is spread or merged into where it stands. */
export function findOuter(name: SyntaxNode): SyntaxNode | null {
  const parent = getParent(name);
  if (parent?.type === 'SpreadElement') {
    const literal = getParent(parent);
    return literal?.type === 'ObjectExpression' ? literal : null;
  }
  return parent?.type === 'CallExpression' && parent.callee !== name && isMerging(parent) ? parent : null;
}

/** The same for a literal with a name: `const agents = { … }; export const api = { ...core, ...agents };` */
export function listMergedByName(
  evaluator: Evaluator,
  fn: FunctionNode,
  literal: t.ObjectExpression,
  module: Module,
  env: Env,
): readonly Value[] {
  const declared = getParent(findOutermost(literal));
  if (declared?.type !== 'VariableDeclarator' || declared.id.type !== 'Identifier') return [];
  const script = findScript(module, literal);
  const binding = findBinding(script, declared.id);
  const uses = script.identifiers
    .get(declared.id.name)
    .filter((name) => name !== declared.id && findBinding(script, name) === binding);
  const outers = uses.map(findOuter).filter((outer) => outer !== null);
  // Who else is handed it may merge it into another object.
  const isExported = [...module.exports.values()].some((one) => one.kind === 'binding' && one.binding === binding);
  if (outers.length < uses.length || isExported) return [];
  return outers
    .flatMap((outer) => listOptions(evaluator.evaluate(outer, module, env)))
    .filter((option) => holds(evaluator, option, fn, literal, module));
}
