import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { Argument, Value } from '../values/values.ts';

/** `Array.prototype.slice.call(arguments, 1)`, `[].concat.apply([], lists)`: a method of lists by its own name. */

interface Borrowed {
  readonly receiver: Value;
  readonly name: string;
  readonly args: readonly Argument[];
}

function isOfLists(node: SyntaxNode): boolean {
  const owner = unwrap(node);
  if (owner.type === 'ArrayExpression') return owner.elements.length === 0;
  if (!isMemberNode(owner) || nameMember(owner) !== 'prototype') return false;
  const maker = unwrap(owner.object);
  return maker.type === 'Identifier' && maker.name === 'Array';
}

/** The method itself: `[].slice`, or `slice` of `const slice = Array.prototype.slice`. */
function findMethod(node: SyntaxNode, module: Module): SyntaxNode {
  const method = unwrap(node);
  const binding = method.type === 'Identifier' ? findBindingOf(module, method) : undefined;
  const source = binding?.assignments.length === 0 ? binding.source : undefined;
  const isNamed = source?.kind === 'value' && source.steps.length === 0;
  return isNamed && source.node !== null ? unwrap(source.node) : method;
}

interface Method {
  readonly name: string;
  readonly how: 'call' | 'apply';
}

function findBorrowed({ node, module }: BuiltinCall): Method | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const how = callee === null ? null : nameMember(callee);
  if (callee === null || !isMemberNode(callee) || (how !== 'call' && how !== 'apply')) return null;
  const method = findMethod(callee.object, module);
  const name = nameMember(method);
  return name !== null && isMemberNode(method) && isOfLists(method.object) ? { name, how } : null;
}

/** `[].slice.call(arguments, 1)`: all arguments of the function around from one on. */
interface Gathered {
  readonly list: Argument & { readonly kind: 'expression' };
  readonly from: number;
}

function findGathered({ args }: BuiltinCall, { name, how }: Method): Gathered | null {
  const [list, from, ...others] = args;
  if (name !== 'slice' || list?.kind !== 'expression' || others.length > 0) return null;
  const isAll = list.node.type === 'Identifier' && list.node.name === 'arguments';
  if (!isAll || findBindingOf(list.module, list.node) !== undefined) return null;
  if (from === undefined) return { list, from: 0 };
  if (how === 'apply' || from.kind !== 'expression') return null;
  return from.node.type === 'NumericLiteral' ? { list, from: from.node.value } : null;
}

/** What is done to which list; null for every other call. */
export function readBorrowed(evaluator: Evaluator, call: BuiltinCall): Borrowed | Gathered | null {
  const method = findBorrowed(call);
  if (method === null) return null;
  const gathered = findGathered(call, method);
  if (gathered !== null) return gathered;
  const { args } = call;
  const receiver = evaluator.getArgument(args, 0);
  if (receiver === undefined) return null;
  const { name } = method;
  if (method.how === 'call') return { receiver, name, args: args.slice(1) };
  const [, given] = args;
  return { receiver, name, args: given?.kind === 'expression' ? [{ ...given, kind: 'spread' }] : [] };
}
