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

/** What makes an object a component, beside its props. */
const OF_COMPONENTS = /^(?:run|methods|hooks)$/;

interface Component {
  readonly props: Value;
  /** Null where the functions stand in them themselves. */
  readonly methods: Value | null;
}

/** A member of the component: its own, or of what is spread into it, the last of them. */
function readMember(
  evaluator: Evaluator,
  component: t.ObjectExpression,
  name: string,
  module: Module,
  env: Env,
): Value | null {
  const own = findMember(component, name);
  if (own !== null) return evaluator.evaluate(own, module, env);
  for (const member of component.properties.toReversed()) {
    if (member.type !== 'SpreadElement') continue;
    const given = evaluator.evaluate(member.argument, module, env);
    const value = given.type === 'object' ? evaluator.getProperty(given, name, member, module) : null;
    if (value?.type === 'object') return value;
  }
  return null;
}

/** `{ ...common, run() { … } }`: a component whose props stand in what is spread into it. */
function isSpreadComponent(object: t.ObjectExpression): boolean {
  const has = (test: (member: t.ObjectExpression['properties'][number]) => boolean) => object.properties.some(test);
  return has(({ type }) => type === 'SpreadElement') && has((member) => OF_COMPONENTS.test(nameKey(member) ?? ''));
}

function readComponent(evaluator: Evaluator, literal: t.ObjectExpression, module: Module, env: Env): Component | null {
  const member = getParent(literal);
  const outer = member?.type === 'ObjectProperty' ? getParent(member) : undefined;
  const known = findComponent(literal);
  const component =
    known ?? [literal, outer].find((one) => one?.type === 'ObjectExpression' && isSpreadComponent(one)) ?? null;
  if (component?.type !== 'ObjectExpression') return null;
  const props = readMember(evaluator, component, 'props', module, env);
  if (props?.type !== 'object') return null;
  const isIn = findMember(component, 'methods') === literal;
  return { props, methods: isIn ? null : readMember(evaluator, component, 'methods', module, env) };
}

/** What `this` has in the functions of a component beside the literal they stand in; empty elsewhere. */
export function listComponentEntries(
  evaluator: Evaluator,
  literal: t.ObjectExpression,
  module: Module,
  env: Env,
): readonly ObjectEntry[] {
  const component = readComponent(evaluator, literal, module, env);
  if (component === null) return [];
  const { props, methods } = component;
  return [
    ...(props.type === 'object' ? listProperties(evaluator, props) : []).flatMap(
      ([name, prop]): readonly ObjectEntry[] => {
        const value = findAppMethods(evaluator, prop, literal, module);
        return value === null ? [] : [{ kind: 'slot', name, slot: { kind: 'value', value } }];
      },
    ),
    ...(methods === null ? [] : [{ kind: 'spread' as const, slot: { kind: 'value' as const, value: methods } }]),
  ];
}
