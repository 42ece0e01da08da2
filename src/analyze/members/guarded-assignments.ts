import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { MemberAssignment } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { decide } from '../expressions/decide.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { withLocals } from '../values/frames.ts';
import type { Env, ObjectValue, Value } from '../values/values.ts';

/**
 * `if (config.base.endsWith('/')) config.base = config.base.slice(0, -1)`: what is assigned under a question to the member that
 * is assigned comes only of the values for which the question is answered that way.
 */

interface Condition {
  readonly test: SyntaxNode;
  /** The answer with which the assignment is made. */
  readonly answer: boolean;
}

interface Named {
  /** What the object is called there. */
  readonly binding: Binding;
  readonly name: string;
}

export interface Guard {
  readonly binding: Binding;
  readonly conditions: readonly Condition[];
}

const guards = new WeakMap<SyntaxNode, Guard | null>();

/** The condition that the parent of `node` is for it; null where there is none, undefined where it is not told. */
function readCondition(parent: SyntaxNode, node: SyntaxNode): Condition | null | undefined {
  switch (parent.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      if (parent.test === node) return undefined;
      return { test: parent.test, answer: parent.consequent === node };
    case 'WhileStatement':
      return parent.test === node ? undefined : { test: parent.test, answer: true };
    case 'LogicalExpression':
      if (parent.right !== node || parent.operator === '??') return undefined;
      return { test: parent.left, answer: parent.operator === '&&' };
    case 'BlockStatement':
      // What stands before it may have changed the member since it was asked.
      return parent.body[0] === node ? null : undefined;
    case 'ExpressionStatement':
      return null;
    default:
      return undefined;
  }
}

/** The places that name the member; null where the object is also of use for something else, which may be given later. */
function listNamed(within: SyntaxNode, { binding, name }: Named, module: Module): readonly SyntaxNode[] | null {
  const found: SyntaxNode[] = [];
  let isOnly = true;
  const isObject = (node: SyntaxNode) => node.type === 'Identifier' && findBindingOf(module, node) === binding;
  walk(within, true, (node) => {
    if (isMemberNode(node) && isObject(unwrap(node.object)) && nameMember(node) === name) {
      found.push(node);
      return null;
    }
    isOnly &&= !isObject(node);
    return true;
  });
  return isOnly ? found : null;
}

function collectGuard({ object, target, name, value }: MemberAssignment, module: Module): Guard | null {
  const root = unwrap(object);
  const assignment = getParent(target);
  if (assignment?.type !== 'AssignmentExpression' || assignment.left !== target || root.type !== 'Identifier')
    return null;
  const conditions: Condition[] = [];
  for (let node: SyntaxNode = assignment, at = getParent(node); at !== undefined; node = at, at = getParent(at)) {
    const condition = readCondition(at, node);
    if (condition === undefined) break;
    if (condition !== null) conditions.push(condition);
  }
  const binding = conditions.length === 0 ? undefined : findBindingOf(module, root);
  if (binding === undefined || listNamed(value, { binding, name }, module) === null) return null;
  const asked = conditions.filter(({ test }) => (listNamed(test, { binding, name }, module) ?? []).length > 0);
  return asked.length === 0 ? null : { binding, conditions: asked };
}

/** The questions to the member itself under which it is assigned. */
export function findGuard(assigned: MemberAssignment, module: Module): Guard | null {
  const known = guards.get(assigned.target);
  if (known !== undefined) return known;
  const guard = collectGuard(assigned, module);
  guards.set(assigned.target, guard);
  return guard;
}

/** The environment in which the name of the object stands for it with one value of the member; null where no call is known. */
export function supposeMember(env: Env, { binding }: Guard, object: ObjectValue, name: string, value: Value): Env {
  if (env === null || env.frame === null) return null;
  const entries = [...object.entries, { kind: 'slot' as const, name, slot: { kind: 'value' as const, value } }];
  return withLocals(env, new Map([[binding, { ...object, node: null, entries }]]));
}

/** `undefined?.endsWith('/')` */
function isAskedOfNothing(
  { test, answer }: Condition,
  { binding }: Guard,
  module: Module,
  value: Value | null,
): boolean {
  if (value?.type !== 'primitive' || value.value != null || !answer) return false;
  const call = unwrap(test);
  const callee = isCallNode(call) && 'callee' in call ? unwrap(call.callee) : call;
  // The object itself is there: it is the member that is asked.
  const asked = callee !== call && isMemberNode(callee) ? unwrap(callee.object) : call;
  if (asked === call || !isMemberNode(asked)) return false;
  const root = unwrap(asked.object);
  return root.type === 'Identifier' && findBindingOf(module, root) === binding;
}

/** Is it known that the assignment is not made? `value`: that of the member before it; null for all that it can be. */
export function isKept(evaluator: Evaluator, guard: Guard, module: Module, env: Env, value: Value | null): boolean {
  return guard.conditions.some(
    (condition) =>
      isAskedOfNothing(condition, guard, module, value) ||
      decide(evaluator, condition.test, module, env) === !condition.answer,
  );
}
