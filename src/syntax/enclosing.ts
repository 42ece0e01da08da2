import type { CallExpression, ObjectExpression } from '@babel/types';
import {
  type ClassNode,
  type FunctionNode,
  isClassNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  unwrap,
} from './nodes.ts';
import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';
import { someNode } from './walk.ts';

/** The functions and classes that a node stands in. */

export function findFunctionAround(node: SyntaxNode): FunctionNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isFunctionNode(at)) return at;
  return null;
}

/** Functions that run another with the `this` that they are handed: `list.forEach(fn, this)`, `_.bind(fn, this)`. */
const HANDS_THIS =
  /^(?:forEach|map|filter|some|every|find|findIndex|flatMap|each|bind|proxy|wrap|w|__awaiter|__generator|__async(?:Generator)?)$/;

/**
 * Candidates for `this` of a function that is run where it is written: `self` of `function () { … }.bind(self)`, and of a call that
 * hands on `this` all other arguments. Empty where the call says nothing of it.
 */
export function listGivenThis(fn: FunctionNode): readonly SyntaxNode[] {
  if (fn.type !== 'FunctionExpression') return [];
  const parent = getParent(fn);
  const isOwner = parent !== undefined && isMemberNode(parent) && parent.object === fn;
  const call = isOwner ? getParent(parent) : parent;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return [];
  const name = nameCallee(call.callee) ?? '';
  if (isOwner) return /^(?:bind|call|apply)$/.test(name) ? call.arguments.slice(0, 1) : [];
  return HANDS_THIS.test(name) ? call.arguments.filter((argument) => argument !== fn) : [];
}

/** Is `this` in the function what it is around it? In an arrow function, and in `function () { … }.bind(this)`. */
export function sharesThis(fn: FunctionNode): boolean {
  if (fn.type === 'ArrowFunctionExpression') return true;
  return listGivenThis(fn).some(({ type }) => type === 'ThisExpression');
}

/** The function that `this` is of. */
export function findMethodAround(node: SyntaxNode): FunctionNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at))
    if (isFunctionNode(at) && !sharesThis(at)) return at;
  return null;
}

/** The object literal that a function is a member of. */
export function findLiteralAround(fn: FunctionNode): ObjectExpression | null {
  const parent = getParent(fn);
  const literal = parent?.type === 'ObjectProperty' ? getParent(parent) : parent;
  return literal?.type === 'ObjectExpression' ? literal : null;
}

/** `(function (api) { api.base = … })(window.api = {})`: the call of a function that is called where it is written. */
export function findOwnCall(fn: FunctionNode): CallExpression | null {
  const call = getParent(fn);
  return call?.type === 'CallExpression' && unwrap(call.callee) === fn ? call : null;
}

/** All functions around a node, innermost first. */
export function listFunctionsAround(node: SyntaxNode): readonly FunctionNode[] {
  const functions: FunctionNode[] = [];
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isFunctionNode(at)) functions.push(at);
  return functions;
}

export function findClassAround(node: SyntaxNode): ClassNode | null {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) if (isClassNode(at)) return at;
  return null;
}

/** An expression with its parentheses, casts and `!`. */
export function findOutermost(node: SyntaxNode): SyntaxNode {
  let at = node;
  for (let outer = getParent(at); outer !== undefined && unwrap(outer) === unwrap(at); outer = getParent(at))
    at = outer;
  return at;
}

const readers = new WeakMap<SyntaxNode, boolean>();

/** Does the code say `this`, be it in a function in it? */
export function readsThis(node: SyntaxNode): boolean {
  const known = readers.get(node);
  if (known !== undefined) return known;
  const found = someNode(node, ({ type }) => type === 'ThisExpression');
  readers.set(node, found);
  return found;
}

/** The innermost node around one that is of such a type. */
export function findAround(node: SyntaxNode, kind: RegExp): SyntaxNode | undefined {
  let at = getParent(node);
  while (at !== undefined && !kind.test(at.type)) at = getParent(at);
  return at;
}
