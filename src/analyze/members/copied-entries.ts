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

/** The names that a callback has for a member and its value: `([name, value]) => …` */
interface Pair {
  readonly name: string | null;
  readonly value: string;
}

function readPair(param: SyntaxNode | undefined): Pair | null {
  if (param?.type !== 'ArrayPattern') return null;
  const [name, value, ...others] = param.elements;
  if (others.length > 0 || value?.type !== 'Identifier' || (name != null && name.type !== 'Identifier')) return null;
  return { name: name?.name ?? null, value: value.name };
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

/** `value`, `String(value)`, `'' + value`, `` `${value}` ``: as a text it is the same. */
function isSameText(node: SyntaxNode | null | undefined, value: string): boolean {
  const given = node == null ? null : unwrap(node);
  if (given?.type === 'TemplateLiteral')
    return given.quasis.every((quasi) => quasi.value.raw === '') && isNamed(given.expressions[0], value);
  if (given?.type === 'BinaryExpression' && given.operator === '+' && isEmptyText(given.left))
    return isSameText(given.right, value);
  const isText = given?.type === 'CallExpression' && nameCallee(given.callee) === 'String';
  return isNamed(isText ? given.arguments[0] : given, value);
}

/** `([name, value]) => [name, String(value)]` */
function keepsPairs(fn: FunctionNode): boolean {
  const pair = fn.params.length === 1 ? readPair(fn.params[0]) : null;
  const given = pair === null ? null : findOnlyReturn(fn);
  const list = given === null ? null : unwrap(given);
  if (pair === null || list?.type !== 'ArrayExpression' || list.elements.length !== 2) return false;
  return isNamed(list.elements[0], pair.name) && isSameText(list.elements[1], pair.value);
}

/** `[name]: value` */
function isPair(node: SyntaxNode | undefined, { name, value }: Pair): boolean {
  if (node?.type !== 'ObjectProperty' || !node.computed) return false;
  return isNamed(node.key, name) && isSameText(node.value, value);
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
function setsPair({ body }: FunctionNode, gathered: string, { name, value }: Pair): boolean {
  if (body.type !== 'BlockStatement' || body.body.length !== 2) return false;
  const [set, end] = body.body;
  const assigned = set?.type === 'ExpressionStatement' ? set.expression : null;
  if (assigned?.type !== 'AssignmentExpression' || assigned.operator !== '=' || end?.type !== 'ReturnStatement')
    return false;
  const target = unwrap(assigned.left);
  if (!isMemberNode(target) || !target.computed || !isNamed(end.argument, gathered)) return false;
  return isNamed(target.object, gathered) && isNamed(target.property, name) && isSameText(assigned.right, value);
}

/** `reduce((all, [name, value]) => ({ ...all, [name]: value }), {})` */
function gathersPairs(fn: SyntaxNode | undefined, start: SyntaxNode | undefined): boolean {
  const empty = start === undefined ? null : unwrap(start);
  if (fn === undefined || !isFunctionNode(fn) || empty?.type !== 'ObjectExpression') return false;
  const [gathered, given] = fn.params;
  const pair = readPair(given);
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

/** The object of which a list has the entries, all that have a value. */
function findEntriesOf(list: SyntaxNode): SyntaxNode | null {
  const call = readMethodCall(list);
  if (call === null) return null;
  const [first] = call.args;
  if (describeName(call.object) === 'Object' && call.name === 'entries')
    return first === undefined || first.type === 'SpreadElement' ? null : first;
  if (first === undefined || !isFunctionNode(first)) return null;
  const isKept = (call.name === 'filter' && asksForValue(first)) || (call.name === 'map' && keepsPairs(first));
  return isKept ? findEntriesOf(call.object) : null;
}

/** The object whose members a call of `Object.fromEntries`, or a fold, takes; null for any other call. */
export function findCopiedEntries(node: SyntaxNode): SyntaxNode | null {
  const call = readMethodCall(node);
  if (call === null) return null;
  const [first, second] = call.args;
  if (call.name === 'reduce') return gathersPairs(first, second) ? findEntriesOf(call.object) : null;
  const isMade = describeName(call.object) === 'Object' && call.name === 'fromEntries';
  return isMade && first !== undefined ? findEntriesOf(unwrap(first)) : null;
}
