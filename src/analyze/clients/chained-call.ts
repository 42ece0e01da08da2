import type * as t from '@babel/types';
import { isMemberNode, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, findScript, isRead, type Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';

import type { ClientCall } from './client.ts';

/** What is called on the result of a call: `request.put(url).set(…).send(body)`. */

/** The value of an expression beside a call, in the context of that call. */
export function evaluateBeside(call: ClientCall, node: SyntaxNode): Value {
  const given = call.args.find((argument) => argument.kind === 'expression');
  return call.evaluator.evaluate(node, call.module, given?.kind === 'expression' ? given.env : null);
}

/** The call of a wanted member in the chain that begins with `start`. */
export function findChainedCall(start: SyntaxNode, isWanted: (name: string) => boolean): t.CallExpression | null {
  let at = start;
  for (;;) {
    const member = getParent(at);
    if (member === undefined || !isMemberNode(member) || member.object !== at) return null;
    const call = getParent(member);
    if (call?.type !== 'CallExpression' || call.callee !== member) return null;
    if (isWanted(nameMember(member) ?? '')) return call;
    at = call;
  }
}

/** Is the result of the chain kept under a name? */
export function isNamed(start: SyntaxNode): boolean {
  let at = start;
  for (;;) {
    const parent = getParent(at);
    if (parent === undefined) return false;
    const isLink =
      (isMemberNode(parent) && parent.object === at) || (parent.type === 'CallExpression' && parent.callee === at);
    if (!isLink) return parent.type === 'VariableDeclarator' || parent.type === 'AssignmentExpression';
    at = parent;
  }
}

/**
 * The calls of a wanted member on the name that the result is kept under; null when that name is used otherwise, but for
 * members that are harmless to read and to set, such as `xhr.onload`.
 */
export function listCallsOnName(
  start: SyntaxNode,
  module: Module,
  isWanted: (name: string) => boolean,
  isHarmless: (member: string) => boolean = () => false,
): readonly t.CallExpression[] | null {
  const declarator = getParent(start);
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
  const binding = findBindingOf(module, declarator.id);
  if (binding === undefined) return null;
  const calls: t.CallExpression[] = [];
  for (const name of findScript(module, declarator).identifiers.get(binding.name)) {
    if (name === binding.declaration || !isRead(name) || findBindingOf(module, name) !== binding) continue;
    const member = getParent(name);
    const call = member === undefined ? undefined : getParent(member);
    if (member === undefined || !isMemberNode(member)) return null;
    if (isHarmless(nameMember(member) ?? '')) continue;
    if (call?.type !== 'CallExpression') return null;
    if (isWanted(nameMember(member) ?? '')) calls.push(call);
  }
  return calls;
}
