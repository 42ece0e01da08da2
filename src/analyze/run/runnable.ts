import type * as t from '@babel/types';
import { findParamFill } from '../../syntax/filled-names.ts';
import { type FunctionNode, isFunctionNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { isUrlMember } from '../urls/url-changes.ts';
import { isProcedure } from './procedures.ts';

/** Which functions have to be run to know what they give back, and which of their names change on the way. */

export interface Runnable {
  /** Names that one statement after the other gives a value. */
  readonly changing: ReadonlySet<Binding>;
  /** Names that change where no statement of the function itself shows it: in a callback, within an expression. */
  readonly unstable: ReadonlySet<Binding>;
}

const runnables = new WeakMap<FunctionNode, Runnable | null>();

const UNSUPPORTED = new Set([
  'ForInStatement',
  'DoWhileStatement',
  'LabeledStatement',
  'WithStatement',
  'YieldExpression',
]);

const LIST_CHANGES = /^(?:push|unshift)$/;

/** What else changes a list in its place. */
const OTHER_LIST_CHANGES = /^(?:pop|shift|splice|reverse|sort|fill|copyWithin)$/;

function changesListOtherwise(node: SyntaxNode): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee) || unwrap(callee.object).type !== 'Identifier') return false;
  return OTHER_LIST_CHANGES.test(nameMember(callee) ?? '');
}

/** `list.forEach((item) => …)` as a statement: its body is run for each element. */
export function findForEach(
  node: SyntaxNode,
): { readonly list: SyntaxNode; readonly callback: FunctionNode; readonly name: t.Identifier } | null {
  const call = unwrap(node);
  if (call.type !== 'CallExpression' && call.type !== 'OptionalCallExpression') return null;
  const callee = unwrap(call.callee);
  const [callback] = call.arguments;
  if (!isMemberNode(callee) || nameMember(callee) !== 'forEach') return null;
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression') return null;
  const [name, ...others] = callback.params;
  if (name?.type !== 'Identifier' || others.length > 0) return null;
  return { list: callee.object, callback, name };
}

/** What a node changes: a name, or the URL or list that has it. */
function findChanged(node: SyntaxNode): t.Identifier | null {
  if (node.type === 'UpdateExpression') return node.argument.type === 'Identifier' ? node.argument : null;
  if (node.type === 'AssignmentExpression') {
    const left = unwrap(node.left);
    if (left.type === 'Identifier') return left;
    if (!isMemberNode(left)) return null;
    const object = unwrap(left.object);
    const name = nameMember(left);
    return object.type === 'Identifier' && name !== null && isUrlMember(name) ? object : null;
  }
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  if (callee === null || !isMemberNode(callee)) return null;
  const object = unwrap(callee.object);
  const name = nameMember(callee);
  return object.type === 'Identifier' && name !== null && LIST_CHANGES.test(name) ? object : null;
}

function isForEachCallback(fn: FunctionNode): boolean {
  const call = getParent(fn);
  return call !== undefined && findForEach(call)?.callback === fn && getParent(call)?.type === 'ExpressionStatement';
}

/** Is an assignment run as a statement of `fn`, of a callback that is run for each element of a list, or of a procedure? */
function isStep(node: SyntaxNode, fn: FunctionNode, module: Module): boolean {
  const statement = getParent(node);
  const isOwn =
    statement?.type === 'ExpressionStatement' ||
    (statement?.type === 'ForStatement' && statement.update === node) ||
    (statement?.type === 'ArrowFunctionExpression' && statement.body === node);
  if (!isOwn) return false;
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    if (at === fn) return true;
    if (isFunctionNode(at) && !isForEachCallback(at) && !isProcedure(at, module)) return false;
  }
  return false;
}

/** `await run(attempt)`, `current = await step(current)`: what comes of it is what functions of the callers make. */
function callsBack(node: SyntaxNode, module: Module): boolean {
  const callee = node.type === 'CallExpression' ? unwrap(node.callee) : null;
  const source = findBindingOf(module, callee)?.source;
  return source?.kind === 'param' || source?.kind === 'element';
}

function inspect(fn: FunctionNode, module: Module): Runnable | null {
  if (fn.body.type !== 'BlockStatement' || fn.generator === true) return null;
  const changing = new Set<Binding>();
  const unstable = new Set<Binding>();
  let chooses = false;
  const isUnsupported = someNode(fn, (node) => {
    if (UNSUPPORTED.has(node.type) || changesListOtherwise(node) || callsBack(node, module)) return true;
    if (node.type === 'SwitchStatement') chooses = true;
    const changed = findChanged(node);
    const binding = changed === null ? undefined : findBindingOf(module, changed);
    if (binding !== undefined && isWithin(binding, fn) && findParamFill(binding) === null)
      (isStep(node, fn, module) ? changing : unstable).add(binding);
    return false;
  });
  return !isUnsupported && (changing.size > 0 || chooses) ? { changing, unstable } : null;
}

function isWithin({ scope }: Binding, fn: FunctionNode): boolean {
  for (let at: SyntaxNode | undefined = scope.node; at !== undefined; at = getParent(at)) if (at === fn) return true;
  return false;
}

/** Null for a function that gives back what its expressions say, wherever they stand. */
export function findRunnable(fn: FunctionNode, module: Module): Runnable | null {
  const known = runnables.get(fn);
  if (known !== undefined) return known;
  const runnable = inspect(fn, module);
  runnables.set(fn, runnable);
  return runnable;
}

/** `if (!base) return ''`: nobody sends a request to what is left of it. */
export function leavesWithNothing(statement: SyntaxNode): boolean {
  if (statement.type === 'BlockStatement') {
    const [only, ...others] = statement.body;
    return only !== undefined && others.length === 0 && leavesWithNothing(only);
  }
  if (statement.type === 'ThrowStatement') return true;
  const given = statement.type === 'ReturnStatement' && statement.argument ? unwrap(statement.argument) : null;
  return given?.type === 'NullLiteral' || (given?.type === 'StringLiteral' && given.value === '');
}
