import {
  type CallNode,
  type ClassNode,
  isCallNode,
  isFunctionNode,
  isMemberNode,
  nameCallee,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/modules.ts';
import { makesError } from './asserted-messages.ts';
import { describeName } from './judge-use.ts';

/**
 * `throw Object.assign(new Error('failed'), { path })`, `catch (error) { if (error.path === '/calls') … }`: who catches a failure
 * names no class of it, so its members are read wherever a failure is caught.
 */

/** What a function that is handed a failure calls it. */
const FAILURE = /^(?:e|ex|err|error|exception|failure|reason|cause)$|(?:Err|Error|Exception|Failure)$/;

/** Is it a parameter of what handles failures: `.catch((problem) => …)`, `.then(done, (problem) => …)`? */
export function isOfHandler(param: SyntaxNode): boolean {
  const fn = getParent(param);
  if (fn === undefined || !isFunctionNode(fn) || fn.params[0] !== param) return false;
  const call = getParent(fn);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || !isMemberNode(unwrap(call.callee)))
    return false;
  const name = nameCallee(call.callee);
  return (name === 'catch' && call.arguments[0] === fn) || (name === 'then' && call.arguments[1] === fn);
}

export function isCaught(object: SyntaxNode, module: Module): boolean {
  const node = unwrap(object);
  // `error.response.cause.path`
  if (isMemberNode(node)) return nameMember(node) === 'cause' && isCaught(node.object, module);
  if (node.type !== 'Identifier') return false;
  const binding = findBindingOf(module, node);
  if (binding === undefined) return false;
  const holder = getParent(binding.declaration);
  if (holder?.type === 'CatchClause' || isOfHandler(binding.declaration)) return true;
  return binding.source.kind === 'param' && FAILURE.test(node.name);
}

/** Is a class one of failures, as its name or that of the class above says? */
export function isFailureClass({ id, superClass }: ClassNode): boolean {
  return [id, superClass].some((name) => name?.type === 'Identifier' && FAILURE.test(name.name));
}

/** `Promise.reject({ path })`, `reject({ path })` */
export function isRejected(call: CallNode, reason: SyntaxNode): boolean {
  if (call.type !== 'CallExpression' || call.arguments[0] !== reason) return false;
  return /^(?:Promise\.)?reject$/.test(describeName(unwrap(call.callee)));
}

/** Is the value a failure: made where it stands, or what a name is given? */
export function isFailure(node: SyntaxNode, module: Module): boolean {
  const value = unwrap(node);
  if (makesError(value)) return true;
  if (value.type === 'CallExpression' && nameCallee(value.callee) === 'assign') {
    const [target] = value.arguments;
    return target !== undefined && isFailure(target, module);
  }
  const binding = findBindingOf(module, value);
  if (binding?.source.kind !== 'value' || binding.source.steps.length > 0) return false;
  // `let error; error = new Error('failed')`
  const later = binding.assignments.filter(({ steps }) => steps.length === 0).map(({ node: { right } }) => right);
  return [binding.source.node, ...later].some((given) => given !== null && makesError(unwrap(given)));
}
