import { type CallNode, findCalleeRoot, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** What a call looks like it does, before anybody knows what it calls. */

/** `map.set(key, value)` */
export function findSetReceiver(node: CallNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || node.arguments.length !== 2 || !isMemberNode(node.callee)) return null;
  return nameMember(node.callee) === 'set' ? node.callee.object : null;
}

/** `client` of `client.setConfig(…)`. */
export function findConfigured(node: CallNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || !isMemberNode(node.callee)) return null;
  return nameMember(node.callee) === 'setConfig' ? node.callee.object : null;
}

/** `set.add(a)` of `set.add(a).add(b)`: what it gives is the set. */
function findGrowing(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || node.arguments.length !== 1 || !isMemberNode(node.callee)) return null;
  return nameMember(node.callee) === 'add' ? node.callee.object : null;
}

/** The list that a call adds to, or the set: it is made of a list. */
export function findPushReceiver(node: CallNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || !isMemberNode(node.callee)) return null;
  const name = nameMember(node.callee);
  if (name === 'push' || name === 'unshift') return node.callee.object;
  if (name === 'splice' && node.arguments.length > 2) return node.callee.object;
  const applied = name === 'apply' ? unwrap(node.callee.object) : null;
  if (applied !== null) return isMemberNode(applied) && nameMember(applied) === 'push' ? applied.object : null;
  let receiver = findGrowing(node);
  for (let next = receiver; next !== null; next = findGrowing(unwrap(next))) receiver = next;
  return receiver;
}

/**
 * When to ask what a call calls. What a function is given says more than the types of its parameters, which count where
 * nobody calls it: first what is called by its name, then the own methods of a class, and last what begins with a parameter.
 */
export function rankCall(node: CallNode, module: Module): 0 | 1 | 2 {
  if (!('callee' in node)) return 0;
  const root = findCalleeRoot(node.callee);
  if (root.type === 'ThisExpression') {
    const callee = unwrap(node.callee);
    return isMemberNode(callee) && unwrap(callee.object) === root ? 1 : 2;
  }
  return root.type === 'Identifier' && findBindingOf(module, root)?.source.kind === 'param' ? 2 : 0;
}
