import type * as t from '@babel/types';
import { findAnnotation } from '../../syntax/declared-members.ts';
import { findFieldType } from '../../syntax/fields-as-methods.ts';
import { type FunctionNode, isCallNode, isFunctionNode, nameKey } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import { listCasts } from '../../syntax/plain-literals.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { findMemberType, listAliased, nameType, type PlacedType } from './declared-types.ts';

/**
 * `const jobs: Job[] = [{ run: (context) => … }]`: what is handed to a function that says nothing of it itself, and is written where a
 * type says it.
 */

/** Objects and lists around one another. */
const MAX_HOPS = 8;
const LISTS = /^(?:Array|ReadonlyArray|Set|ReadonlySet|Iterable)$/;
const TABLES = /^(?:Record|Map|ReadonlyMap|Dictionary)$/;

/** `Job` of `Job[]`, `Record<string, Job>` and `{ [name: string]: Job }`. */
function findElement(evaluator: Evaluator, of: PlacedType, isList: boolean): PlacedType | null {
  for (const { type, module } of listAliased(evaluator.graph, of)) {
    if (type.type === 'TSTypeOperator') return findElement(evaluator, { type: type.typeAnnotation, module }, isList);
    if (isList && type.type === 'TSArrayType') return { type: type.elementType, module };
    const name = type.type === 'TSTypeReference' ? nameType(type) : null;
    const params = type.type === 'TSTypeReference' ? (type.typeParameters?.params ?? []) : [];
    const element = params[isList ? 0 : 1];
    if (name !== null && element !== undefined && (isList ? LISTS : TABLES).test(name))
      return { type: element, module };
    const members = !isList && type.type === 'TSTypeLiteral' ? type.members : [];
    for (const member of members)
      if (member.type === 'TSIndexSignature' && member.typeAnnotation)
        return { type: member.typeAnnotation.typeAnnotation, module };
  }
  return null;
}

function findMember(evaluator: Evaluator, of: PlacedType | null, name: string | null): PlacedType | null {
  if (of === null) return null;
  const own = name === null ? null : findMemberType(evaluator.graph, of, name);
  return own ?? findElement(evaluator, of, false);
}

/** What a function is declared to give back. */
function findGivenBack(fn: FunctionNode, module: Module): PlacedType | null {
  const { returnType } = fn;
  return returnType?.type === 'TSTypeAnnotation' ? { type: returnType.typeAnnotation, module } : null;
}

/** `definePlugin({ setup(host) {} })`: what the one function that is called says of its parameter. */
function findParamType(evaluator: Evaluator, call: SyntaxNode, argument: SyntaxNode): PlacedType | null {
  if (!isCallNode(call) || !('arguments' in call)) return null;
  const index = call.arguments.findIndex((given) => given === argument);
  const [callee, ...others] = evaluator.index.listCallees(call);
  if (callee?.type !== 'function' || others.length > 0 || callee.bound.length > 0 || index === -1) return null;
  const type = findAnnotation(callee.fn.params[index]);
  return type === null ? null : { type, module: callee.module };
}

/** `{ … } satisfies Plugin`; `as const` names no type. */
function findHeld(node: SyntaxNode): t.TSType | null {
  for (const { type } of listCasts(node))
    if (isTSType(type) && !(type.type === 'TSTypeReference' && nameType(type) === 'const')) return type;
  return null;
}

function isTSType(node: SyntaxNode): node is t.TSType {
  return node.type.startsWith('TS');
}

/** The type of what stands there; null where nothing says it. */
function findExpected(evaluator: Evaluator, node: SyntaxNode, module: Module, hops = 0): PlacedType | null {
  const parent = getParent(node);
  if (parent === undefined || hops > MAX_HOPS) return null;
  const climb = (at: SyntaxNode) => findExpected(evaluator, at, module, hops + 1);
  const place = (type: t.TSType | null): PlacedType | null => (type === null ? null : { type, module });
  const held = findHeld(node);
  if (held !== null) return place(held);
  switch (parent.type) {
    case 'VariableDeclarator':
      return place(findAnnotation(parent.id));
    case 'ClassProperty':
      return place(findAnnotation(parent));
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return place(parent.typeAnnotation);
    case 'ParenthesizedExpression':
    case 'ConditionalExpression':
    case 'LogicalExpression':
      return climb(parent);
    case 'ObjectProperty': {
      const object = getParent(parent);
      return object === undefined ? null : findMember(evaluator, climb(object), nameKey(parent));
    }
    case 'ArrayExpression': {
      const list = climb(parent);
      return list === null ? null : findElement(evaluator, list, true);
    }
    case 'ArrowFunctionExpression':
      return parent.body === node ? findGivenBack(parent, module) : null;
    case 'ReturnStatement': {
      let around: SyntaxNode | undefined = parent;
      while (around !== undefined && !isFunctionNode(around)) around = getParent(around);
      return around === undefined ? null : findGivenBack(around, module);
    }
    default:
      return findParamType(evaluator, parent, node);
  }
}

/** What the function is declared to be, where it is written. */
function findFunctionType(evaluator: Evaluator, fn: FunctionNode, module: Module): PlacedType | null {
  const field = findFieldType(fn);
  if (field !== null) return { type: field, module };
  const object = fn.type === 'ObjectMethod' ? getParent(fn) : undefined;
  if (fn.type !== 'ObjectMethod' || object === undefined) return findExpected(evaluator, fn, module);
  return findMember(evaluator, findExpected(evaluator, object, module), nameKey(fn));
}

/** The type of a parameter that has none of its own. */
export function findContextualType(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  module: Module,
): PlacedType | null {
  if (!/\.(?:[cm]?tsx?|vue|svelte|astro)$/.test(module.path) || findAnnotation(fn.params[index]) !== null) return null;
  const expected = findFunctionType(evaluator, fn, module);
  if (expected === null) return null;
  for (const { type, module: own } of listAliased(evaluator.graph, expected)) {
    const given = type.type === 'TSFunctionType' ? findAnnotation(type.parameters[index]) : null;
    if (given !== null) return { type: given, module: own };
  }
  return null;
}
