import { type CallNode, describeName, isCallNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { makesError } from '../questions/asserted-messages.ts';
import type { Place } from '../uses/places.ts';
import { widenText } from '../uses/widened-texts.ts';

/**
 * `throw Object.assign(new Error('failed'), { path })`, `catch (error) { if (error.path === '/calls') … }`: who catches a failure
 * names no class of it, so its members are read wherever a failure is caught.
 */

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

/** `new ApiError(path, status)`, `Object.assign(error, { url: BASE + path })`, `throw error` with a member: no message, but a part of it. */
export function isKeptByError({ node, path }: Place, parent: SyntaxNode): boolean {
  if (isCallNode(parent) || parent.type === 'ObjectProperty') return true;
  if (parent.type === 'ThrowStatement') return path.length > 0;
  const whole = widenText(node);
  const holder = getParent(whole);
  if (holder === undefined || whole === node) return false;
  if (!isCallNode(holder)) return holder.type === 'ObjectProperty';
  return 'arguments' in holder && holder.arguments.findIndex((argument) => argument === whole) > 0;
}
