import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/** Where test doubles keep the calls that they saw: `get.mock.calls[0]`, `stub.firstCall.args`, `adapter.history.get[0]`. */

const VERB = /^(?:get|post|put|patch|delete|head|options)$/;

/** The object of a member by this name. */
function findOwner(node: SyntaxNode, name: string): SyntaxNode | null {
  return isMemberNode(node) && nameMember(node) === name ? unwrap(node.object) : null;
}

/** The list of `list[0]` and `list.at(-1)`. */
export function findList(node: SyntaxNode): SyntaxNode | null {
  if (isMemberNode(node) && /^\d+$/.test(nameMember(node) ?? '')) return unwrap(node.object);
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  return callee === null ? null : findOwner(callee, 'at');
}

/** `get` of `get.mock.calls`. */
function findMocked(node: SyntaxNode, name: string): SyntaxNode | null {
  const mock = findOwner(node, name);
  return mock === null ? null : findOwner(mock, 'mock');
}

/** `stub` of `stub.firstCall`, `stub.getCall(0)` and `stub.getCalls()[0]`. */
export function findSpied(node: SyntaxNode): SyntaxNode | null {
  const name = nameMember(node) ?? '';
  if (isMemberNode(node) && /^(?:first|second|third|last)Call$/.test(name)) return unwrap(node.object);
  const call = findList(node) ?? node;
  const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
  if (callee === null) return null;
  return findOwner(callee, call === node ? 'getCall' : 'getCalls');
}

/** jasmine's: `get` of `get.calls.mostRecent()`. */
function findAskedOf(node: SyntaxNode, name: RegExp): SyntaxNode | null {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee) || !name.test(nameMember(callee) ?? '')) return null;
  return findOwner(unwrap(callee.object), 'calls');
}

/** `get` of `get.calls.all()[0]`. */
function findAllOf(node: SyntaxNode): SyntaxNode | null {
  const list = findList(node);
  return list === null ? null : findAskedOf(list, /^all$/);
}

/** testdouble's: `get` of `td.explain(get).calls[0]`. */
function findExplained(node: SyntaxNode): SyntaxNode | null {
  const list = findList(node);
  const call = list === null ? null : findOwner(list, 'calls');
  const isExplained = call?.type === 'CallExpression' && nameMember(unwrap(call.callee)) === 'explain';
  return isExplained ? (call.arguments[0] ?? null) : null;
}

/** The function whose arguments these are: `get` of `get.mock.calls[0]`, `stub` of `stub.args[0]`. */
export function findRecorded(node: SyntaxNode): SyntaxNode | null {
  const call = unwrap(node);
  const list = findList(call);
  if (list !== null) return findRecordedList(list);
  const last = findMocked(call, 'lastCall');
  if (last !== null) return last;
  const spy = findOwner(call, 'args');
  if (spy !== null)
    return findSpied(spy) ?? findAskedOf(spy, /^(?:mostRecent|first)$/) ?? findAllOf(spy) ?? findExplained(spy);
  const arguments_ = findAskedOf(call, /^argsFor$/);
  if (arguments_ !== null) return arguments_;
  // node:test
  const seen = findOwner(call, 'arguments');
  const calls = seen === null ? null : findList(seen);
  return calls === null ? null : findMocked(calls, 'calls');
}

/** `stub` of `stub.lastCall.firstArg`. */
export function findFirstArgument(node: SyntaxNode): SyntaxNode | null {
  const call = findOwner(unwrap(node), 'firstArg');
  return call === null ? null : findSpied(call);
}

/** The function whose calls these are, one list of arguments after the other. */
export function findRecordedList(node: SyntaxNode): SyntaxNode | null {
  const list = unwrap(node);
  const stub = findOwner(list, 'args');
  const known = findMocked(list, 'calls') ?? findAskedOf(list, /^allArgs$/);
  // `stub.firstCall.args` is the list of one call.
  return known ?? (stub === null || findRecorded(list) !== null ? null : stub);
}

/** `adapter.history.get[0].url` of axios-mock-adapter: what `adapter.onGet` is asked. */
export function findHistory(node: SyntaxNode): Heard | null {
  const config = findOwner(unwrap(node), 'url');
  const list = config === null ? null : findList(config);
  return list === null ? null : findHeard(list);
}

/** The adapter of `adapter.history.get`, and how it is told of such requests. */
interface Heard {
  readonly subject: SyntaxNode;
  readonly method: string;
}

function findHeard(list: SyntaxNode): Heard | null {
  const verb = nameMember(list);
  const subject = isMemberNode(list) ? findOwner(unwrap(list.object), 'history') : null;
  if (subject === null || verb === null) return null;
  return { subject, method: `on${verb.charAt(0).toUpperCase()}${verb.slice(1)}` };
}

/** `adapter.history.get[0]` as a whole. */
export function findHistoryCall(node: SyntaxNode): Heard | null {
  const list = findList(unwrap(node));
  return list === null ? null : findHeard(list);
}

/** Does a function give back the `url` of what it is handed? */
function takesUrl(fn: SyntaxNode | undefined): boolean {
  if (fn?.type !== 'ArrowFunctionExpression') return false;
  const [param] = fn.params;
  const [only] = fn.body.type === 'BlockStatement' ? fn.body.body : [];
  const returned = only?.type === 'ReturnStatement' ? only.argument : fn.body;
  if (!returned) return false;
  const given = unwrap(returned);
  if (param?.type === 'ObjectPattern') return given.type === 'Identifier' && given.name === 'url';
  const owner = findOwner(given, 'url');
  return param?.type === 'Identifier' && owner?.type === 'Identifier' && owner.name === param.name;
}

/** `adapter.history.get.map((request) => request.url)`: all that `adapter.onGet` is asked. */
export function findHistoryUrls(node: SyntaxNode): Heard | null {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' || !takesUrl(call.arguments[0])) return null;
  const list = findOwner(unwrap(call.callee), 'map');
  return list === null ? null : findHeard(list);
}

/** `adapter.history.get` of axios-mock-adapter: the requests that it saw. */
export function isHistory(node: SyntaxNode): boolean {
  const list = unwrap(node);
  return isMemberNode(list) && VERB.test(nameMember(list) ?? '') && findOwner(unwrap(list.object), 'history') !== null;
}
