import {
  describeName,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { findOnlyReturn } from '../../syntax/returned.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/**
 * `Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))`, and the same by `reduce`: an object
 * that is made of the members of another one, all that have a value.
 */

const TAKEN_FOR_ITS_NAME = /^_/;

/** What a callback calls a member and its value: `([name, value]) => …`, or `name` and `headers[name]` of a list of keys. */
interface Pair {
  readonly name: string | null;
  readonly isValue: (node: SyntaxNode) => boolean;
}

/** `headers[name]` */
function isMemberOf(node: SyntaxNode, object: SyntaxNode, name: string): boolean {
  if (!isMemberNode(node) || !node.computed || !isNamed(node.property, name)) return false;
  const owner = describeName(unwrap(node.object));
  return owner !== null && owner === describeName(unwrap(object));
}

/** `keysOf`: the object, where the list has its keys. */
function readPair(param: SyntaxNode | undefined, keysOf: SyntaxNode | null = null): Pair | null {
  if (keysOf !== null)
    return param?.type === 'Identifier'
      ? { name: param.name, isValue: (node) => isMemberOf(node, keysOf, param.name) }
      : null;
  if (param?.type !== 'ArrayPattern') return null;
  const [name, value, ...others] = param.elements;
  if (others.length > 0 || value?.type !== 'Identifier' || (name != null && name.type !== 'Identifier')) return null;
  return { name: name?.name ?? null, isValue: (node) => isNamed(node, value.name) };
}

/** Is it asked of the value alone whether a member is taken? */
function asksForValue({ params: [pair, ...others] }: FunctionNode): boolean {
  const read = readPair(pair);
  return read !== null && others.length === 0 && (read.name === null || TAKEN_FOR_ITS_NAME.test(read.name));
}

function isNamed(node: SyntaxNode | null | undefined, name: string | null): boolean {
  const named = node == null ? null : unwrap(node);
  return named?.type === 'Identifier' && named.name === name;
}

function isEmptyText(node: SyntaxNode): boolean {
  return node.type === 'StringLiteral' && node.value === '';
}

function isItsValue(node: SyntaxNode | null | undefined, { isValue }: Pair): boolean {
  return node != null && isValue(unwrap(node));
}

/** `value`, `String(value)`, `'' + value`, `` `${value}` ``: as a text it is the same. */
function isSameText(node: SyntaxNode | null | undefined, pair: Pair): boolean {
  const given = node == null ? null : unwrap(node);
  if (given?.type === 'TemplateLiteral')
    return given.quasis.every((quasi) => quasi.value.raw === '') && isItsValue(given.expressions[0], pair);
  if (given?.type === 'BinaryExpression' && given.operator === '+' && isEmptyText(given.left))
    return isSameText(given.right, pair);
  const isText = given?.type === 'CallExpression' && nameCallee(given.callee) === 'String';
  return isItsValue(isText ? given.arguments[0] : given, pair);
}

/** `([name, value]) => [name, String(value)]` */
function keepsPairs(fn: FunctionNode, keysOf: SyntaxNode | null): boolean {
  const pair = fn.params.length === 1 ? readPair(fn.params[0], keysOf) : null;
  const given = pair === null ? null : findOnlyReturn(fn);
  const list = given === null ? null : unwrap(given);
  if (pair === null || list?.type !== 'ArrayExpression' || list.elements.length !== 2) return false;
  return isNamed(list.elements[0], pair.name) && isSameText(list.elements[1], pair);
}

/** `[name]: value` */
function isPair(node: SyntaxNode | undefined, pair: Pair): boolean {
  if (node?.type !== 'ObjectProperty' || !node.computed) return false;
  return isNamed(node.key, pair.name) && isSameText(node.value, pair);
}

/** `Object.assign({}, all, { [name]: value })`, `Object.assign(all, { [name]: value })` */
function assignsPair(node: SyntaxNode, gathered: string, pair: Pair): boolean {
  if (node.type !== 'CallExpression' || describeName(unwrap(node.callee)) !== 'Object.assign') return false;
  const [added, before, ...others] = node.arguments.toReversed();
  const isFresh = others.every((other) => other.type === 'ObjectExpression' && other.properties.length === 0);
  if (added?.type !== 'ObjectExpression' || added.properties.length !== 1 || !isFresh) return false;
  return isNamed(before, gathered) && isPair(added.properties[0], pair);
}

/** `{ ...all, [name]: value }`: an object that is otherwise what was gathered before. */
function addsPair(node: SyntaxNode, gathered: string, pair: Pair): boolean {
  if (node.type !== 'ObjectExpression') return assignsPair(node, gathered, pair);
  const [before, added, ...others] = node.properties;
  return (
    before?.type === 'SpreadElement' && isNamed(before.argument, gathered) && isPair(added, pair) && others.length === 0
  );
}

/** `all[name] = value; return all;` */
function setsPair({ body }: FunctionNode, gathered: string, pair: Pair): boolean {
  if (body.type !== 'BlockStatement' || body.body.length !== 2) return false;
  const [set, end] = body.body;
  const assigned = set?.type === 'ExpressionStatement' ? set.expression : null;
  if (assigned?.type !== 'AssignmentExpression' || assigned.operator !== '=' || end?.type !== 'ReturnStatement')
    return false;
  const target = unwrap(assigned.left);
  if (!isMemberNode(target) || !target.computed || !isNamed(end.argument, gathered)) return false;
  return isNamed(target.object, gathered) && isNamed(target.property, pair.name) && isSameText(assigned.right, pair);
}

/** `reduce((all, [name, value]) => ({ ...all, [name]: value }), {})` */
function gathersPairs([fn, start]: readonly SyntaxNode[], keysOf: SyntaxNode | null): boolean {
  const empty = start === undefined ? null : unwrap(start);
  if (fn === undefined || !isFunctionNode(fn) || empty?.type !== 'ObjectExpression') return false;
  const [gathered, given] = fn.params;
  const pair = readPair(given, keysOf);
  if (gathered?.type !== 'Identifier' || pair === null || empty.properties.length > 0) return false;
  const returned = findOnlyReturn(fn);
  return (returned !== null && addsPair(unwrap(returned), gathered.name, pair)) || setsPair(fn, gathered.name, pair);
}

interface MethodCall {
  readonly name: string | null;
  readonly object: SyntaxNode;
  readonly args: readonly SyntaxNode[];
}

function readMethodCall(node: SyntaxNode): MethodCall | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (node.type !== 'CallExpression' || callee === null || !isMemberNode(callee)) return null;
  return { name: nameMember(callee), object: unwrap(callee.object), args: node.arguments };
}

/** `headers` of `Object.keys(headers)` */
function findKeysOf(list: SyntaxNode): SyntaxNode | null {
  const call = readMethodCall(list);
  const [first] = call?.args ?? [];
  const isKeys = call !== null && describeName(call.object) === 'Object' && call.name === 'keys';
  return isKeys && first !== undefined && first.type !== 'SpreadElement' ? first : null;
}

/** The object of which a list has the entries, all that have a value. */
function findEntriesOf(list: SyntaxNode): SyntaxNode | null {
  const call = readMethodCall(list);
  if (call === null) return null;
  const [first] = call.args;
  if (describeName(call.object) === 'Object' && call.name === 'entries')
    return first === undefined || first.type === 'SpreadElement' ? null : first;
  if (first === undefined || !isFunctionNode(first)) return null;
  const keysOf = findKeysOf(call.object);
  if (keysOf !== null) return call.name === 'map' && keepsPairs(first, keysOf) ? keysOf : null;
  const isKept = (call.name === 'filter' && asksForValue(first)) || (call.name === 'map' && keepsPairs(first, null));
  return isKept ? findEntriesOf(call.object) : null;
}

/** The object whose members a call of `Object.fromEntries`, or a fold, takes; null for any other call. */
export function findCopiedEntries(node: SyntaxNode): SyntaxNode | null {
  const call = readMethodCall(node);
  if (call === null) return null;
  const [first] = call.args;
  if (call.name === 'reduce') {
    const keysOf = findKeysOf(call.object);
    return gathersPairs(call.args, keysOf) ? (keysOf ?? findEntriesOf(call.object)) : null;
  }
  const isMade = describeName(call.object) === 'Object' && call.name === 'fromEntries';
  return isMade && first !== undefined ? findEntriesOf(unwrap(first)) : null;
}
