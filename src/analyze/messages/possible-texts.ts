import { quoteName } from '../../model/name-patterns.ts';
import { findAnnotation } from '../../syntax/declared-members.ts';
import type { PatternStep } from '../../syntax/destructuring.ts';
import {
  type CallNode,
  contains,
  getStart,
  isCallNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import { keepsState } from '../calls/state-setters.ts';
import { findMemberType, type PlacedType } from '../classes/declared-types.ts';
import { listTypeTexts } from '../classes/listed-texts.ts';
import type { Evaluator } from '../evaluator.ts';
import { listElements } from '../members/objects.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import { listCompared, listSameReadings } from './narrowed-texts.ts';

/**
 * What an expression can be although no caller is known: the texts that its type lists, that a schema or a guard lets through.
 * `(kind: 'web' | 'outbound') => fetch(`…/calls/${kind}`)` never sends the id that stands there in the reference.
 */

/** `encodeURIComponent(kind)`, `kind.toLowerCase()` */
function strip(node: SyntaxNode): SyntaxNode {
  const at = unwrap(node);
  if (!isCallNode(at) || !('arguments' in at)) return at;
  const callee = unwrap(at.callee);
  const [first] = at.arguments;
  if (callee.type === 'Identifier' && first !== undefined && /^(?:encodeURI(?:Component)?|String)$/.test(callee.name))
    return strip(first);
  return isMemberNode(callee) && /^(?:to\w+|trim)$/.test(nameMember(callee) ?? '') ? strip(callee.object) : at;
}

function findDeclared(node: SyntaxNode | undefined, module: Module): PlacedType | null {
  const type = findAnnotation(node);
  return type === null ? null : { type, module };
}

function followSteps(evaluator: Evaluator, of: PlacedType | null, steps: readonly PatternStep[]): PlacedType | null {
  return steps.reduce<PlacedType | null>((type, step) => {
    if (step.kind === 'default') return type;
    return type === null || step.kind !== 'property' ? null : findMemberType(evaluator.graph, type, step.name);
  }, of);
}

/** The type that stands at `useState<Mode>('web')`, for what it keeps. */
function findTypeOfState(call: SyntaxNode, module: Module): PlacedType | null {
  if (call.type !== 'CallExpression' || !keepsState(call)) return null;
  const given = call.typeParameters ?? call.typeArguments;
  const [type] = given?.type === 'TSTypeParameterInstantiation' ? given.params : [];
  return type === undefined ? null : { type, module };
}

function findTypeOfBinding(evaluator: Evaluator, { source, declaration }: Binding, module: Module): PlacedType | null {
  if (source.kind === 'param')
    return followSteps(evaluator, findDeclared(source.fn.params[source.index], module), source.steps);
  const declarator = getParent(declaration);
  const own = declarator?.type === 'VariableDeclarator' ? findDeclared(declarator.id, module) : null;
  if (source.kind !== 'value') return own;
  const state = source.node === null ? null : findTypeOfState(unwrap(source.node), module);
  const isFirst = source.steps.length === 0 || (source.steps.length === 1 && source.steps[0]?.kind === 'index');
  return state !== null && isFirst ? state : followSteps(evaluator, own, source.steps);
}

function findType(evaluator: Evaluator, node: SyntaxNode, module: Module): PlacedType | null {
  if (node.type === 'Identifier') {
    const binding = findBindingOf(module, node);
    return binding === undefined ? null : findTypeOfBinding(evaluator, binding, module);
  }
  const name = isMemberNode(node) ? nameMember(node) : null;
  if (!isMemberNode(node) || name === null) return null;
  const of = findType(evaluator, unwrap(node.object), module);
  if (of === null) return null;
  // `mode.value` of a reference
  return name === 'value'
    ? (findMemberType(evaluator.graph, of, name) ?? of)
    : findMemberType(evaluator.graph, of, name);
}

/** `@param {'web' | 'outbound'} kind` in front of the function. */
function listDocumented({ source, name }: Binding, { text, comments }: Module): readonly string[] {
  if (source.kind !== 'param' || source.steps.length > 0) return [];
  const start = getStart(source.fn);
  const comment = comments.findLast(({ kind, end }) => kind === 'block' && end <= start);
  // Between a comment and its function stand at most words and the name that the function is given.
  if (comment === undefined || !/^(?:(?!=>)[^;{}])*$/.test(text.slice(comment.end, start))) return [];
  const [, type = ''] = new RegExp(`@param\\s*\\{([^}]*)\\}\\s*\\[?${quoteName(name)}\\b`).exec(comment.value) ?? [];
  return Array.from(type.matchAll(/(['"])([^'"]*)\1/g), ([, , word = '']) => word);
}

/** The cases that lead to the node: its own, and those in front that fall through. */
function listCases(reading: SyntaxNode, node: SyntaxNode): readonly string[] {
  const outer = getParent(reading);
  if (outer?.type !== 'SwitchStatement' || outer.discriminant !== reading || !contains(outer, node)) return [];
  const at = outer.cases.findIndex((one) => contains(one, node));
  let from = at;
  while (from > 0 && outer.cases[from - 1]?.consequent.length === 0) from -= 1;
  return outer.cases.slice(from, at + 1).flatMap(({ test }) => (test?.type === 'StringLiteral' ? [test.value] : []));
}

/** `MODES.includes(kind)`, `new Set(MODES).has(kind)` */
function listLetThrough(evaluator: Evaluator, reading: SyntaxNode, module: Module): readonly string[] {
  const call = getParent(reading);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== reading) return [];
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !/^(?:includes|has)$/.test(nameMember(callee) ?? '')) return [];
  return listOptions(evaluator.evaluate(callee.object, module, evaluator.anyCaller)).flatMap((option) => {
    const [given] = option.type === 'external' ? (option.made?.args ?? []) : [];
    const list = given === undefined ? option : evaluator.evaluateArgument(given);
    return (listElements(evaluator, list) ?? []).flatMap((element) => findKnownText(element) ?? []);
  });
}

/** `const { kind } = Body.parse(…)` beside `Body = z.object({ kind: z.enum(['web', 'outbound']) })` */
function listOfSchema({ source }: Binding, module: Module): readonly string[] {
  const call = source.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  const callee = call !== null && isCallNode(call) && 'callee' in call ? unwrap(call.callee) : null;
  const step = source.kind === 'value' ? source.steps.findLast(({ kind }) => kind === 'property') : undefined;
  if (callee === null || !isMemberNode(callee) || !/parse|validate/i.test(nameMember(callee) ?? '')) return [];
  const schema = findBindingOf(module, unwrap(callee.object))?.source;
  if (step?.kind !== 'property' || schema?.kind !== 'value' || schema.node === null) return [];
  const found: string[] = [];
  walk(schema.node, true, (node) => {
    if (node.type !== 'ObjectProperty' || nameKey(node) !== step.name) return true;
    walk(node.value, true, (inner) => {
      if (isCallNode(inner) && isListing(inner)) found.push(...listLiterals(inner));
      return true;
    });
    return null;
  });
  return found;
}

function isListing(call: CallNode): boolean {
  return 'callee' in call && /^(?:enum|literal|oneOf|valid|picklist)$/.test(nameCallee(call.callee) ?? '');
}

function listLiterals(call: CallNode): readonly string[] {
  const found: string[] = [];
  walk(call, true, (node) => {
    if (node.type === 'StringLiteral') found.push(node.value);
    return true;
  });
  return found;
}

/** The texts that the program says an expression may be. */
export function listPossibleTexts(evaluator: Evaluator, given: SyntaxNode, module: Module): readonly string[] {
  const node = strip(given);
  const type = findType(evaluator, node, module);
  const typed = type === null ? [] : listTypeTexts(evaluator, type);
  const binding = findBindingOf(module, node);
  return [
    ...typed,
    ...(binding === undefined ? [] : [...listDocumented(binding, module), ...listOfSchema(binding, module)]),
    ...listSameReadings(node, module).flatMap((reading) => [
      ...listCases(reading, node),
      ...listCompared(reading, node),
      ...listLetThrough(evaluator, reading, module),
    ]),
  ];
}
