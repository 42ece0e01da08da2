import { type FunctionNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** `const pipe = (...fns) => (x) => fns.reduce((value, fn) => fn(value), x)`: which functions of a project are pipes. */

export interface PipeShape {
  /** Are the functions run from left to right? */
  readonly isForward: boolean;
  /** Is the first argument what goes through them, or do all of them make a function? */
  readonly startsWithValue: boolean;
}

function nameOf(node: SyntaxNode | null | undefined): string | null {
  const inner = node == null ? null : unwrap(node);
  return inner?.type === 'Identifier' ? inner.name : null;
}

/** `fn(value)`, `value.then(fn)`: does the expression call `fn` with `value`? */
function applies(expression: SyntaxNode, fn: string, value: string): boolean {
  const node = unwrap(expression);
  if (node.type !== 'CallExpression') return false;
  const callee = unwrap(node.callee);
  const [given] = node.arguments;
  if (isMemberNode(callee)) {
    const isThen = nameMember(callee) === 'then' && nameOf(callee.object) === value;
    return (
      isThen && (nameOf(given) === fn || (given !== undefined && isFunctionNode(given) && callsWithOwn(given, fn)))
    );
  }
  return nameOf(callee) === fn && node.arguments.length === 1 && nameOf(given) === value;
}

/** `(value) => fn(value)` */
function callsWithOwn(wrapper: FunctionNode, fn: string): boolean {
  const value = nameOf(wrapper.params[0]);
  const returned = findOnlyReturn(wrapper);
  return value !== null && returned !== null && applies(returned, fn, value);
}

/** `(...args) => outer(inner(...args))` */
function composes(returned: SyntaxNode, outer: string, inner: string): boolean {
  if (!isFunctionNode(returned)) return false;
  const call = findOnlyReturn(returned);
  if (call?.type !== 'CallExpression' || nameOf(call.callee) !== outer) return false;
  const [given] = call.arguments;
  const within = given === undefined ? null : unwrap(given);
  return within?.type === 'CallExpression' && nameOf(within.callee) === inner;
}

interface Reduction {
  readonly isForward: boolean;
  /** What it starts with; null where it makes a function of two. */
  readonly start: SyntaxNode | null;
}

function readReduction(node: SyntaxNode | null, functions: string): Reduction | null {
  if (node?.type !== 'CallExpression' || !isMemberNode(node.callee) || nameOf(node.callee.object) !== functions)
    return null;
  const method = nameMember(node.callee);
  const [step, start] = node.arguments;
  if ((method !== 'reduce' && method !== 'reduceRight') || step === undefined || !isFunctionNode(step)) return null;
  const [first, second] = step.params.map(nameOf);
  const returned = findOnlyReturn(step);
  if (first == null || second == null || returned === null) return null;
  if (start !== undefined)
    return applies(returned, second, first) ? { isForward: method === 'reduce', start: unwrap(start) } : null;
  if (composes(returned, second, first)) return { isForward: method === 'reduce', start: null };
  return composes(returned, first, second) ? { isForward: method !== 'reduce', start: null } : null;
}

/** `x`, `Promise.resolve(x)` */
function isValue(start: SyntaxNode | null, name: string | null): boolean {
  if (start === null || name === null) return false;
  if (start.type !== 'CallExpression') return nameOf(start) === name;
  const callee = unwrap(start.callee);
  return isMemberNode(callee) && nameOf(callee.object) === 'Promise' && nameOf(start.arguments[0]) === name;
}

function readShape(fn: FunctionNode): PipeShape | null {
  const rest = fn.params.at(-1);
  const functions = rest?.type === 'RestElement' ? nameOf(rest.argument) : null;
  const returned = findOnlyReturn(fn);
  if (functions === null || returned === null || fn.params.length > 2) return null;
  const first = fn.params.length === 2 ? nameOf(fn.params[0]) : null;
  if (first !== null) {
    const reduction = readReduction(returned, functions);
    return reduction !== null && isValue(reduction.start, first)
      ? { isForward: reduction.isForward, startsWithValue: true }
      : null;
  }
  if (fn.params.length > 1) return null;
  const made = isFunctionNode(returned) ? returned : null;
  const reduction = readReduction(made === null ? returned : findOnlyReturn(made), functions);
  if (reduction === null) return null;
  const isComplete = made === null ? reduction.start === null : isValue(reduction.start, nameOf(made.params[0]));
  return isComplete ? { isForward: reduction.isForward, startsWithValue: false } : null;
}

const shapes = new WeakMap<FunctionNode, { readonly shape: PipeShape | null }>();

/** What kind of pipe a function is; null for every other function. */
export function findPipeShape(fn: FunctionNode): PipeShape | null {
  const known = shapes.get(fn) ?? { shape: readShape(fn) };
  shapes.set(fn, known);
  return known.shape;
}
