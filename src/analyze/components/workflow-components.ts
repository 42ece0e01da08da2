import type * as t from '@babel/types';
import { nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listProperties } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import type { Env, ObjectEntry, Value } from '../values/values.ts';

/**
 * Components of workflow platforms: `{ props: { app }, methods: { … }, run() { this.app.post(…) } }`. In all their functions
 * `this` has the methods and the props, and an app among the props is what its own methods make it.
 */

function findMember(object: t.ObjectExpression, name: string): SyntaxNode | null {
  for (const member of object.properties)
    if (member.type === 'ObjectProperty' && nameKey(member) === name) return unwrap(member.value);
  return null;
}

/** The component that the functions of an object literal belong to: the literal itself, or what has it as a member. */
function findComponent(literal: t.ObjectExpression): t.ObjectExpression | null {
  if (findMember(literal, 'props') !== null) return literal;
  const member = getParent(literal);
  const outer = member?.type === 'ObjectProperty' ? getParent(member) : undefined;
  return outer?.type === 'ObjectExpression' && findMember(outer, 'props') !== null ? outer : null;
}

/** Are these the methods of an app, or functions of a component? The platform binds them. */
export function isOfWorkflow(literal: t.ObjectExpression): boolean {
  if (findComponent(literal) !== null) return true;
  const member = getParent(literal);
  const outer = member?.type === 'ObjectProperty' && nameKey(member) === 'methods' ? getParent(member) : undefined;
  return outer?.type === 'ObjectExpression' && findMember(outer, 'propDefinitions') !== null;
}

/** What a prop that is an app has: its methods; null for any other prop. */
function findAppMethods(evaluator: Evaluator, prop: Value, node: SyntaxNode, module: Module): Value | null {
  if (prop.type !== 'object') return null;
  const type = evaluator.getProperty(prop, 'type', node, module);
  if (findKnownText(type) !== 'app') return null;
  return evaluator.getProperty(prop, 'methods', node, module);
}

/** What `this` has in the functions of a component beside the literal they stand in; empty elsewhere. */
export function listComponentEntries(
  evaluator: Evaluator,
  literal: t.ObjectExpression,
  module: Module,
  env: Env,
): readonly ObjectEntry[] {
  const component = findComponent(literal);
  const props = component === null ? null : findMember(component, 'props');
  if (component === null || props === null) return [];
  const methods = findMember(component, 'methods');
  const given = evaluator.evaluate(props, module, env);
  const apps = given.type === 'object' ? listProperties(evaluator, given) : [];
  return [
    ...apps.flatMap(([name, prop]): readonly ObjectEntry[] => {
      const value = findAppMethods(evaluator, prop, props, module);
      return value === null ? [] : [{ kind: 'slot', name, slot: { kind: 'value', value } }];
    }),
    ...(methods === null || methods === literal
      ? []
      : [{ kind: 'spread' as const, slot: { kind: 'expression' as const, node: methods, module, env } }]),
  ];
}
