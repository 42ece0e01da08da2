import { getKeyName, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/** What an app gives all of its components: `Vue.prototype.$api = …`, `app.config.globalProperties.$api = …`. */

function isSharedObject(node: SyntaxNode): boolean {
  const object = unwrap(node);
  if (!isMemberNode(object)) return false;
  const name = getKeyName(object.property, object.computed);
  const owner = unwrap(object.object);
  return name === 'globalProperties' || (name === 'prototype' && owner.type === 'Identifier' && owner.name === 'Vue');
}

/** `this.$api` in a component, and of `this` itself any name; null when no file of the project gives it. */
export function evaluateSharedMember(evaluator: Evaluator, name: string, isOfThis: boolean): Value | null {
  if (!name.startsWith('$') && !isOfThis) return null;
  const values = evaluator.index
    .listMemberAssignments(name)
    .flatMap(({ object, value, module }) =>
      isSharedObject(object) ? [evaluateAssigned(evaluator, value, module)] : [],
    );
  return values.length === 0 ? null : unite(values);
}
