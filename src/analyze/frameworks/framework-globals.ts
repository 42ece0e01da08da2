import { getKeyName, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateAssigned } from '../expressions/assignments.ts';
import { findBindingOf, type Module } from '../modules/modules.ts';
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

/** `pinia.use(({ store }) => { store.api = … })`: what a plugin gives each store. */
function isStoreOfPlugin(node: SyntaxNode, module: Module): boolean {
  const owner = unwrap(node);
  const isMember = isMemberNode(owner) && getKeyName(owner.property, owner.computed) === 'store';
  const name = isMember ? unwrap(owner.object) : owner;
  const source = name.type === 'Identifier' ? findBindingOf(module, name)?.source : undefined;
  if (source?.kind !== 'param' || source.index !== 0 || source.rest) return false;
  const [step, ...others] = source.steps;
  if (isMember) return step === undefined;
  return step?.kind === 'property' && step.name === 'store' && others.length === 0;
}

/** `this.$api` in a component, and of `this` itself any name; null when no file of the project gives it. */
export function evaluateSharedMember(evaluator: Evaluator, name: string, isOfThis: boolean): Value | null {
  if (!name.startsWith('$') && !isOfThis) return null;
  const values = evaluator.index
    .listMemberAssignments(name)
    .flatMap(({ object, value, module }) =>
      isSharedObject(object) || (isOfThis && isStoreOfPlugin(object, module))
        ? [evaluateAssigned(evaluator, value, module)]
        : [],
    );
  return values.length === 0 ? null : unite(values);
}
