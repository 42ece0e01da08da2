import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import { deriveText } from '../uses/widened-texts.ts';
import type { WrittenPath } from './asserted-messages.ts';
import { isNumberOfPieces } from './counted-texts.ts';

/**
 * `path.split('/')[1]`: the piece at a place counted from the front is another one with a version in front of it, whatever is done
 * with it: a label in a log, a key, a part of another address.
 */

interface MethodCall {
  readonly call: SyntaxNode & { type: 'CallExpression' | 'OptionalCallExpression' };
  readonly name: string;
}

/** `node.name(…)`, also behind `!` and parentheses. */
function findMethodCall(node: SyntaxNode): MethodCall | null {
  const member = findAround(node);
  const call = member === undefined ? undefined : findAround(member);
  if (member === undefined || !isMemberNode(member) || unwrap(member.object) !== unwrap(node)) return null;
  if (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression') return null;
  const name = nameMember(member);
  return unwrap(call.callee) !== member || name === null ? null : { call, name };
}

function findAround(node: SyntaxNode): SyntaxNode | undefined {
  return getParent(findOutermost(node));
}

function isSplit({ call, name }: MethodCall, module: Module): boolean {
  const [separator] = call.arguments;
  if (name !== 'split') return false;
  if (separator?.type === 'RegExpLiteral') return /^(?:\\?\/|\[\\?\/\])\+?$/.test(separator.pattern);
  const text = readConstant(separator, module);
  return text === null || text === '/';
}

function readIndex(node: SyntaxNode | undefined): number | null {
  return node?.type === 'NumericLiteral' ? node.value : null;
}

/** `.filter(Boolean)`, `.slice(1)`: the same pieces without the empty one in front. */
function isWithoutSlash({ call, name }: MethodCall): boolean {
  return name === 'filter' || (name === 'slice' && call.arguments.length === 1 && readIndex(call.arguments[0]) === 1);
}

/** `.join('.')`: what it makes is a name, and no path. */
function joinsToName({ call, name }: MethodCall, module: Module): boolean {
  return name === 'join' && readConstant(call.arguments[0], module)?.includes('/') !== true;
}

/** `[method, ...path.split('/')].join('.')` */
function isSpreadIntoName(spread: SyntaxNode, module: Module): boolean {
  const list = getParent(spread);
  const method = list?.type === 'ArrayExpression' ? findMethodCall(list) : null;
  return method !== null && joinsToName(method, module);
}

/** Is one of the pieces taken by its place from the front, or those up to a place, or are they counted? */
function isTakenFrom(pieces: SyntaxNode, module: Module, written: WrittenPath, isFiltered = false): boolean {
  const around = findAround(pieces);
  if (around?.type === 'SpreadElement') return isSpreadIntoName(around, module);
  if (around?.type === 'ForOfStatement') return around.right === pieces;
  const target =
    around?.type === 'VariableDeclarator' ? around.id : around?.type === 'AssignmentExpression' && around.left;
  if (target)
    return target.type === 'ArrayPattern' && target.elements.some((name) => name && name.type !== 'RestElement');
  if (around === undefined || !isMemberNode(around) || unwrap(around.object) !== unwrap(pieces)) return false;
  if (around.computed && readIndex(around.property) !== null) return true;
  if (nameMember(around) === 'length') return isNumberOfPieces(around, written, isFiltered);
  const method = findMethodCall(pieces);
  if (method === null) return false;
  if (isWithoutSlash(method)) return isTakenFrom(method.call, module, written, true);
  if (method.name === 'map') return isTakenFrom(method.call, module, written, isFiltered);
  const [from, to] = method.call.arguments;
  if (method.name === 'join') return joinsToName(method, module);
  if (method.name === 'find' || method.name === 'reduce') return true;
  // `pieces.shift();` only leaves one out.
  if (method.name === 'shift') return getParent(method.call)?.type !== 'ExpressionStatement';
  if (method.name === 'at') return readIndex(from) !== null;
  return method.name === 'slice' && (readIndex(from) ?? 0) + (readIndex(to) ?? 0) > 0;
}

/** What a name stands for: `const pieces = …`, or `let pieces; pieces = …`. */
function findOnlyValue(binding: Binding | undefined): SyntaxNode | null {
  // `const [, ...rest] = path.split('/')`
  if (binding?.source.kind !== 'value' || binding.source.steps.some(({ kind }) => kind !== 'rest-elements'))
    return null;
  const [only, ...others] = binding.assignments;
  if (only === undefined) return binding.source.node;
  return binding.source.node === null && others.length === 0 && only.steps.length === 0 ? only.node.right : null;
}

/** `const pieces = path.split('/')`: does the name stand for the pieces of a text? */
function findSplitOf(name: SyntaxNode, module: Module): boolean {
  const value = name.type === 'Identifier' ? findOnlyValue(findBindingOf(module, name)) : null;
  if (value === null) return false;
  let at: SyntaxNode = unwrap(value);
  while (isCallNode(at) && 'callee' in at) {
    const callee: SyntaxNode = unwrap(at.callee);
    const object = isMemberNode(callee) ? callee.object : null;
    const method = object === null ? null : findMethodCall(object);
    if (object === null || method === null) return false;
    if (isSplit(method, module)) return true;
    if (!isWithoutSlash(method)) return false;
    at = unwrap(object);
  }
  return false;
}

const SLICING = /^(?:slice|substring|substr)$/;

/** `path.slice(1, 4)`: letters at places counted from the front. The first one is a slash. */
function isSliceTaken({ call, name }: MethodCall, { text }: WrittenPath): boolean {
  const [from, to] = call.arguments.map(readIndex);
  if (!SLICING.test(name) || from == null) return false;
  // `path.slice(1, end)`, and not `path.slice(1, -1)`
  if (to == null) return from > 0 && call.arguments[1]?.type === 'Identifier';
  return from > 0 || (to > 1 && to < text.length);
}

/** `pieces[2] = id`: with a version in front another piece would be replaced, unless it is the empty one before the first slash. */
export function isPieceSet(node: SyntaxNode, module: Module, { text }: WrittenPath): boolean {
  const member = getParent(node);
  const around = member === undefined ? undefined : getParent(member);
  if (member === undefined || !isMemberNode(member) || !member.computed || member.object !== node) return false;
  if (around?.type !== 'AssignmentExpression' || around.left !== member || !findSplitOf(node, module)) return false;
  return !text.startsWith('/') || readIndex(member.property) !== 0;
}

/** `node`: a text, or a name for the pieces of one. */
export function isPieceTaken(node: SyntaxNode, module: Module, isText: boolean, written: WrittenPath): boolean {
  if (!isText) return findSplitOf(node, module) && isTakenFrom(node, module, written);
  const method = findMethodCall(deriveText(node));
  const sliced = findMethodCall(node);
  if (sliced !== null && isSliceTaken(sliced, written)) return true;
  if (method === null || method.name !== 'split') return false;
  if (isSplit(method, module)) return isTakenFrom(method.call, module, written);
  // `path.split('?')[0]` is the path still.
  const first = findAround(method.call);
  const isFirst = first !== undefined && isMemberNode(first) && first.computed && readIndex(first.property) === 0;
  return isFirst && isPieceTaken(first, module, true, written);
}
