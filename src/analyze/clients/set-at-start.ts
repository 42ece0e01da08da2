import { findFunctionAround } from '../../syntax/enclosing.ts';
import { contains, getStart, isFunctionNode } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { findScript, type Module } from '../modules/module.ts';

/**
 * `client.defaults.baseURL = CRM;` where the program begins is the base of all requests. Where somebody may have sent one before,
 * as when it is said by a button, those had the base that the client was made with.
 */

interface Site {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** Functions that call each other are followed so far. */
const MAX_OUTWARDS = 4;

const firstAwaits = new WeakMap<SyntaxNode, number>();

/** Where what runs at once ends, in a function or a whole file. */
function findFirstAwait(scope: SyntaxNode): number {
  const known = firstAwaits.get(scope);
  if (known !== undefined) return known;
  let first = Number.POSITIVE_INFINITY;
  walk(scope, true, (node) => {
    if (node !== scope && isFunctionNode(node)) return null;
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await))
      first = Math.min(first, getStart(node));
    return true;
  });
  firstAwaits.set(scope, first);
  return first;
}

/** `made`: where the client is made, before which nobody sends anything with it. */
function isAtStart(evaluator: Evaluator, { node, module }: Site, made: SyntaxNode | null, depth = 0): boolean {
  const fn = findFunctionAround(node);
  if (findFirstAwait(fn ?? findScript(module, node).program) < getStart(node)) return false;
  if (fn === null || (made !== null && contains(fn, made))) return true;
  if (depth === MAX_OUTWARDS) return false;
  return evaluator.index.listCallers(fn).some((caller) => isAtStart(evaluator, caller, made, depth + 1));
}

/** Is it said before the request of `call`, however that is reached? */
export function isSetBefore(evaluator: Evaluator, set: Site, call: Site, made: SyntaxNode | null): boolean {
  const isSameFunction = set.module === call.module && findFunctionAround(set.node) === findFunctionAround(call.node);
  if (isSameFunction && getStart(call.node) < getStart(set.node)) return false;
  return isAtStart(evaluator, set, made);
}
