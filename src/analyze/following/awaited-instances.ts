import { isCallNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** `then(onFulfilled) { return this.promise.then(([value]) => onFulfilled(value)); }`: who awaits the instance is handed the value. */
export function isGivenToAwait(node: SyntaxNode, module: Module): boolean {
  const call = getParent(node);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== node) return false;
  const source = findBindingOf(module, unwrap(call.callee))?.source;
  if (source?.kind !== 'param') return false;
  const { fn } = source;
  return (fn.type === 'ClassMethod' || fn.type === 'ObjectMethod') && nameKey(fn) === 'then';
}
