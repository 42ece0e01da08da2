import {
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
import { findBindingOf, type Module } from '../modules/module.ts';

/** Names that stand for a failure: `catch (error)`, `.catch((problem) => …)`, `class VoiceError`. */

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
