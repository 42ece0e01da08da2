import { isFunctionNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { uniteDefaults } from '../settings/noted-defaults.ts';
import { isEmptyText, isNullish } from '../values/missing.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

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

/** What a search finds: `[process.env.URL, 'https://…'].find(Boolean)` is a variable and its default. */
export function uniteFound(elements: readonly Value[], callback: Value | undefined): Value {
  return readFilter(callback) === null ? unite(elements) : uniteDefaults(elements);
}

/** What is left of the elements of a list that is known in full; null where more is asked of them, or places are not known. */
export function leaveOutMissing(
  elements: readonly Value[],
  callback: Value | undefined,
): { readonly kept: readonly Value[]; readonly isExact: boolean } | null {
  const left = readFilter(callback);
  if (left === null) return null;
  const kept = elements.filter((element) => !isNullish(element) && !(left === 'empty' && isEmptyText(element)));
  const options = kept.map(listOptions);
  // One of several values that is not there moves what stands behind it.
  if (options.some((all) => all.length > 1 && all.some(isNullish))) return null;
  return { kept, isExact: options.every((all) => all.every(({ type }) => type !== 'param' && type !== 'unknown')) };
}
