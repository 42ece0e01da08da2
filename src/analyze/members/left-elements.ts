import { isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { isEmptyText, isNullish } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import type { ArrayValue, Value } from '../values/values.ts';
import { hasMoved } from './list-order.ts';
import { isListComplete, listElements, makeArray } from './objects.ts';

/** `segments.filter(Boolean)`, `segments.filter((one) => one != null)`: a list without what was not given. */

/** What a filter leaves out: what is not there, or empty texts, too. */
type Left = 'missing' | 'empty';

function isNothing(node: SyntaxNode): boolean {
  return node.type === 'NullLiteral' || (node.type === 'Identifier' && node.name === 'undefined');
}

/** What `test` is false of, if it asks nothing but whether the element is there. */
function readTest(test: SyntaxNode, element: string): Left | null {
  const node = unwrap(test);
  const names = (one: SyntaxNode): boolean => {
    const inner = unwrap(one);
    return inner.type === 'Identifier' && inner.name === element;
  };
  if (names(node)) return 'empty';
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const inner = unwrap(node.argument);
    return inner.type === 'UnaryExpression' && inner.operator === '!' ? readTest(inner.argument, element) : null;
  }
  if (node.type === 'CallExpression') {
    const [given, ...others] = node.arguments;
    const isBoolean = node.callee.type === 'Identifier' && node.callee.name === 'Boolean';
    return isBoolean && given !== undefined && others.length === 0 ? readTest(given, element) : null;
  }
  if (node.type === 'LogicalExpression' && node.operator === '&&') {
    const both = [readTest(node.left, element), readTest(node.right, element)];
    return both.includes(null) ? null : both.includes('empty') ? 'empty' : 'missing';
  }
  if (node.type !== 'BinaryExpression' || !names(node.left) || !/^!==?$/.test(node.operator)) return null;
  const asked = unwrap(node.right);
  if (asked.type === 'StringLiteral') return asked.value === '' ? 'empty' : null;
  return isNothing(asked) ? 'missing' : null;
}

function readFilter(callback: Value | undefined): Left | null {
  if (callback?.type === 'external')
    return callback.module === 'global' && callback.path.join('.') === 'Boolean' ? 'empty' : null;
  if (callback?.type !== 'function' || !isFunctionNode(callback.fn)) return null;
  const { params, body } = callback.fn;
  const [first, ...others] = params;
  const [only, ...more] = body.type === 'BlockStatement' ? body.body : [];
  const test = body.type !== 'BlockStatement' ? body : only?.type === 'ReturnStatement' ? only.argument : null;
  if (first?.type !== 'Identifier' || others.length > 0 || more.length > 0 || test == null) return null;
  return readTest(test, first.name);
}

/** The elements of a call's arguments that are left, each behind the one before; null where more is asked of them, or more is added. */
export function leaveOutMissing(
  evaluator: Evaluator,
  list: ArrayValue,
  callback: Value | undefined,
): ArrayValue | null {
  const left = readFilter(callback);
  if (left === null || list.isExact !== true || list.isShuffled || hasMoved(evaluator, list)) return null;
  const elements = isListComplete(evaluator, list) ? listElements(evaluator, list) : null;
  if (elements === null) return null;
  const kept = elements.filter((element) => !isNullish(element) && !(left === 'empty' && isEmptyText(element)));
  const options = kept.map(listOptions);
  // One of several values that is not there moves what stands behind it.
  if (options.some((all) => all.length > 1 && all.some(isNullish))) return null;
  const isCertain = options.every((all) => all.every(({ type }) => type !== 'param' && type !== 'unknown'));
  return { ...makeArray(kept), ...(isCertain ? { isExact: true as const } : {}) };
}
