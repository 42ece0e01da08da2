import { isMemberNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { evaluateSharedMember } from '../frameworks/framework-globals.ts';
import { findHandedDown } from '../frameworks/handed-down.ts';
import { evaluateProvided } from '../frameworks/nuxt-plugins.ts';
import { evaluatePageMember } from '../modules/global-members.ts';
import type { Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';

/** A member that the object is not made with, because code elsewhere gives it: an app, a plugin, another script of the page. */
export function evaluateGivenElsewhere(
  evaluator: Evaluator,
  value: Value,
  name: string,
  node: SyntaxNode,
  module: Module,
): Value | null {
  const isOfThis = value.type === 'object' && isMemberNode(node) && node.object.type === 'ThisExpression';
  return (
    evaluateSharedMember(evaluator, name, isOfThis, module) ??
    evaluateProvided(evaluator, name, module) ??
    evaluatePageMember(evaluator, name, node, module) ??
    // `this.$voice` of a store: a plugin gives each the same.
    (isOfThis ? findHandedDown(evaluator, [], name, { node, module }) : null)
  );
}
