import { COMPUTED, MERGED } from '../syntax/merged-members.ts';
import { contains, isMemberNode } from '../syntax/nodes.ts';
import type { MemberAssignment } from '../syntax/script-facts.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { chooseAssignedEnv, evaluateAssigned } from './assignments.ts';
import type { Evaluator } from './evaluator.ts';
import type { Module } from './modules.ts';
import { type Assigned, findLiteral, findOwnerNode } from './owned-assignments.ts';
import { concatTexts, getKnownText, listTexts } from './texts.ts';
import { findLiteralOfThis } from './this-value.ts';
import { listOptions } from './unions.ts';
import type { ObjectValue, Value } from './values.ts';

/**
 * What an object is given after it was made, wherever that is: `config.base = …`, `Object.assign(config, options)`,
 * `config[key] = …`, also by a function that is handed the object.
 */

function isKnown(value: Value): boolean {
  return value.type !== 'param' && value.type !== 'unknown' && value.type !== 'primitive';
}

type Evaluate = (node: SyntaxNode) => Value;

/** What one source of a merge has under the name; as for a spread, one that is not known is taken not to have it. */
export function readMerged(
  evaluator: Evaluator,
  { value }: MemberAssignment,
  module: Module,
  name: string,
  evaluate: Evaluate,
): readonly Value[] {
  const sources = listOptions(evaluate(value)).filter(({ type }) => type === 'object');
  return sources.flatMap((source) => listOptions(evaluator.getProperty(source, name, value, module)).filter(isKnown));
}

/** What is assigned to a member whose name is computed, where it can be the name. */
export function readComputed(
  { target, value }: MemberAssignment,
  module: Module,
  name: string,
  evaluate: Evaluate,
): readonly Value[] {
  if (!isMemberNode(target)) return [];
  const keys = listTexts(evaluate(target.property), target.property, module).map(getKnownText);
  if (!keys.includes(name) && !keys.includes(null)) return [];
  // What is kept by a name that is computed, like a client in a pool, is what that name asks for.
  return listOptions(evaluate(value)).filter(({ type }) => type === 'text' || type === 'url');
}

function evaluateGiven(evaluator: Evaluator, assigned: Assigned, { env }: ObjectValue, declared: Value): Value {
  const { operator, target, value, module } = assigned;
  const given = evaluateAssigned(evaluator, value, module, env);
  if (operator !== '+=' || declared.type === 'primitive') return given;
  return concatTexts([listTexts(declared, target, module), listTexts(given, value, module)], value, module);
}

/** `declared`: what the literal itself says; `at`: where the member is read. */
export function listGivenMembers(
  evaluator: Evaluator,
  object: ObjectValue,
  literal: SyntaxNode,
  name: string,
  declared: Value,
  at: { readonly node: SyntaxNode; readonly module: Module },
): readonly Value[] {
  const list = (key: string) =>
    evaluator.index
      .listAssignmentsTo(evaluator, literal, key, 'object')
      // `r.url = '/v1' + r.url`: on the right side it is still what it was before.
      .filter(({ value, module }) => !(module === at.module && contains(value, at.node)))
      .filter((assigned) => isGivenTo(evaluator, assigned, object));
  return [
    ...list(name).flatMap((assigned) => {
      const { object: target, value, module } = assigned;
      return target.type === 'ThisExpression'
        ? listSetByMethod(evaluator, object, target, value, module)
        : [evaluateGiven(evaluator, assigned, object, declared)];
    }),
    ...list(MERGED).flatMap((assigned) => {
      const { module } = assigned;
      return readMerged(evaluator, assigned, module, name, (node) =>
        evaluateAssigned(evaluator, node, module, object.env),
      );
    }),
    ...list(COMPUTED).flatMap((assigned) => {
      const { module } = assigned;
      return readComputed(assigned, module, name, (node) => evaluateAssigned(evaluator, node, module, object.env));
    }),
  ];
}

function isGivenTo(evaluator: Evaluator, { object: target, module }: Assigned, object: ObjectValue): boolean {
  if (target.type === 'ThisExpression') return findLiteralOfThis(target) === object.node;
  const node = findOwnerNode(target, module);
  const owner = evaluator.evaluate(node, module, chooseAssignedEnv(evaluator, node, null));
  return listOptions(owner).some((option) => option.type === 'object' && findLiteral(option) === object.node);
}

/** `{ mode: 'live', useTest() { this.mode = 'test'; } }`: what the object's own methods set, where it is known. */
function listSetByMethod(
  evaluator: Evaluator,
  object: ObjectValue,
  self: SyntaxNode,
  value: SyntaxNode,
  module: Module,
): readonly Value[] {
  if (findLiteralOfThis(self) !== object.node) return [];
  const set = evaluateAssigned(evaluator, value, module);
  return listOptions(set).filter((option) => option.type !== 'param' && option.type !== 'unknown');
}
