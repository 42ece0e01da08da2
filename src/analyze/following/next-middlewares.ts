import { type FunctionNode, isFunctionNode } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** The function that gives another one back. */
function findGiver(fn: FunctionNode): FunctionNode | null {
  const parent = getParent(fn);
  const around = parent?.type === 'ReturnStatement' ? getParent(getParent(parent) ?? parent) : parent;
  return around !== undefined && isFunctionNode(around) ? around : null;
}

/**
 * `(store) => (next) => (action) => next(action)`: a middleware of Redux hands every action on, and the reducers behind it keep what
 * they are told to keep. It is no use of what an action holds.
 */
export function isPassedToNext(node: SyntaxNode, module: Module): boolean {
  const call = getParent(node);
  if (call?.type !== 'CallExpression' || call.arguments[0] !== node || call.arguments.length > 1) return false;
  const next = findBindingOf(module, call.callee)?.source;
  const action = findBindingOf(module, node)?.source;
  if (next?.kind !== 'param' || action?.kind !== 'param' || next.index !== 0 || action.index !== 0) return false;
  if (next.fn.params.length !== 1 || action.fn.params.length !== 1) return false;
  // Without a store around it, `(next) => (x) => { next(x); return x; }` is anybody's function.
  return findGiver(action.fn) === next.fn && findGiver(next.fn) !== null;
}
