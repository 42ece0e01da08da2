import { findWrittenFunction } from '../../syntax/async-helpers.ts';
import type { PatternStep } from '../../syntax/destructuring.ts';
import { findOutermost } from '../../syntax/enclosing.ts';
import {
  type ArgumentCall,
  contains,
  type FunctionNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameKey,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { someNode } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import { gather } from '../growing.ts';
import { keepLinked } from '../modules/import-links.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { isMadeListener } from './made-listeners.ts';

/**
 * Functions that are put in the place of others and run those: `target[name] = function (...args) { … }`, what a decorator gives
 * back, `globalThis.fetch = async (url) => …`. No call is known to run them, and each call of the replaced function may.
 */

interface Replacing {
  readonly fn: FunctionNode;
  readonly module: Module;
  /** The name of what it replaces; null where that is not known. */
  readonly name: string | null;
}

/** What the function replaces; null for a function that is written elsewhere than where one is replaced. */
function findReplaced(fn: FunctionNode): Pick<Replacing, 'name'> | null {
  if (fn.type === 'ObjectMethod') return findReplacedByMember(fn, nameKey(fn));
  if (fn.type === 'ClassMethod' || fn.type === 'ClassPrivateMethod' || fn.type === 'FunctionDeclaration') return null;
  const node = findOutermost(fn);
  const parent = getParent(node);
  if (parent === undefined) return null;
  if (parent.type === 'ReturnStatement') return { name: null };
  if (parent.type === 'ArrowFunctionExpression') return parent.body === node ? { name: null } : null;
  if (parent.type === 'ObjectProperty') return findReplacedByMember(parent, nameKey(parent));
  if (parent.type !== 'AssignmentExpression' || parent.right !== node) return null;
  const target = unwrap(parent.left);
  if (!isMemberNode(target)) return null;
  const name = nameMember(target);
  return { name: name === 'value' ? null : name };
}

/** `Object.defineProperty(target, 'get', { value() { … } })`, `Object.assign(Client.prototype, { get() { … } })` */
function findReplacedByMember(member: SyntaxNode, name: string | null): Pick<Replacing, 'name'> | null {
  if (name === 'value') return { name: null };
  const object = getParent(member);
  const call = object === undefined ? undefined : getParent(object);
  const isAssigned =
    call?.type === 'CallExpression' && call.arguments[0] !== object && nameCallee(call.callee) === 'assign';
  return isAssigned ? { name } : null;
}

/** `request` of `const original = require('https').request`, and of `const { request } = require('https')`. */
function nameRequired(node: SyntaxNode, [step]: readonly PatternStep[]): string | null {
  const value = unwrap(node);
  const loaded = isMemberNode(value) ? unwrap(value.object) : value;
  if (!isCallNode(loaded) || !('callee' in loaded) || nameCallee(loaded.callee) !== 'require') return null;
  if (isMemberNode(value)) return nameMember(value);
  return step?.kind === 'property' ? step.name : null;
}

/**
 * `original`, `target[name]`, `descriptor.value`, `fn`: a function that was taken from somewhere, or handed over. What is required
 * under another name is no more than a helper.
 */
function isTakenFunction(callee: SyntaxNode, fn: FunctionNode, module: Module, replaced: string | null): boolean {
  if (isMemberNode(callee)) return nameMember(callee) === null;
  const binding = findBindingOf(module, callee);
  if (binding === undefined || contains(fn, binding.declaration)) return false;
  const { source } = binding;
  if (source.kind === 'param' || source.kind === 'element') return true;
  const required = source.kind === 'value' && source.node !== null ? nameRequired(source.node, source.steps) : null;
  if (required !== null && replaced !== null && required !== replaced) return false;
  return source.kind === 'value' && (source.steps.length > 0 || source.node === null || takesFunction(source.node));
}

/** `Client.prototype.get`, `api.get.bind(api)` */
function takesFunction(node: SyntaxNode): boolean {
  const value = unwrap(node);
  if (isMemberNode(value)) return true;
  if (!isCallNode(value) || !('arguments' in value)) return value.type === 'Identifier';
  return nameCallee(value.callee) === 'bind';
}

/** `var _ref = _asyncToGenerator(function* () { … }); return function list() { return _ref.apply(this, arguments); };` */
function isWrittenFor(callee: SyntaxNode, module: Module): boolean {
  const source = isMemberNode(callee) ? findBindingOf(module, unwrap(callee.object))?.source : undefined;
  return source?.kind === 'value' && source.node !== null && findWrittenFunction(source.node) !== null;
}

/**
 * Does the call run the replaced function with what the function is handed, in the same places? `(...args) => fn(client, ...args)`
 * makes another function of it.
 */
function handsOn(call: ArgumentCall, fn: FunctionNode, module: Module, replaced: string | null): boolean {
  const callee = unwrap(call.callee);
  const method = isMemberNode(callee) ? nameMember(callee) : null;
  const isApplied = method === 'apply' || method === 'call';
  if (isApplied ? isWrittenFor(callee, module) : !isTakenFunction(callee, fn, module, replaced)) return false;
  const [first] = fn.params;
  // `function (this: Client, …args)` has a parameter that nobody hands over.
  const own = first?.type === 'Identifier' && first.name === 'this' ? 1 : 0;
  const before = (method === 'call' ? 1 : 0) - own;
  return call.arguments.some((argument, index) => {
    const given = unwrap(argument.type === 'SpreadElement' ? argument.argument : argument);
    if (given.type !== 'Identifier') return false;
    if (given.name === 'arguments') return true;
    const source = findBindingOf(module, given)?.source;
    if (source?.kind !== 'param' || source.fn !== fn) return false;
    return method === 'apply' || source.index === index - before;
  });
}

function runsReplaced(fn: FunctionNode, module: Module, replaced: string | null): boolean {
  return someNode(
    fn.body,
    (node) =>
      isCallNode(node) && 'arguments' in node && node.type !== 'NewExpression' && handsOn(node, fn, module, replaced),
  );
}

const listAll = gather(
  ({ graph }: Evaluator) => graph.loaded,
  (): Replacing[] => [],
  (all, module, evaluator) => {
    for (const fn of module.scripts.flatMap(({ scopes }) => [...scopes.keys()].filter(isFunctionNode))) {
      const replaced = findReplaced(fn);
      if (replaced === null || !runsReplaced(fn, module, replaced.name)) continue;
      if (replaced.name !== null || !isMadeListener(evaluator, fn, module)) all.push({ fn, module, ...replaced });
    }
  },
);

/** `target[name](...args)` in it may be the function itself. */
function isCalledByItselfAlone(evaluator: Evaluator, fn: FunctionNode): boolean {
  return evaluator.index.listCallers(fn).every(({ node }) => contains(fn, node));
}

/** The functions of which nobody knows who calls them, and that may run where the call stands. */
export function listReplacing(evaluator: Evaluator, call: ArgumentCall, module: Module): readonly Replacing[] {
  const callee = unwrap(call.callee);
  const called = nameCallee(callee);
  const found = listAll(evaluator)
    .filter(({ name }) => (name === null ? isMemberNode(callee) : name === called))
    .filter(({ fn }) => !contains(fn, call) && isCalledByItselfAlone(evaluator, fn));
  // A patch that another package loads is nothing to this one; files are searched for imports only where there is one.
  return found.length === 0 ? found : keepLinked(evaluator, found, module);
}
