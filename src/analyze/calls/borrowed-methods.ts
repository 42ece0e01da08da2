import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
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

/** What is done to which list; null for every other call. */
export function readBorrowed(evaluator: Evaluator, { node, args }: BuiltinCall): Borrowed | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const how = callee === null ? null : nameMember(callee);
  if (callee === null || !isMemberNode(callee) || (how !== 'call' && how !== 'apply')) return null;
  const method = unwrap(callee.object);
  const name = nameMember(method);
  if (name === null || !isMemberNode(method) || !isOfLists(method.object)) return null;
  const receiver = evaluator.getArgument(args, 0);
  if (receiver === undefined) return null;
  const [, list] = args;
  if (how === 'call') return { receiver, name, args: args.slice(1) };
  return { receiver, name, args: list?.kind === 'expression' ? [{ ...list, kind: 'spread' }] : [] };
}
