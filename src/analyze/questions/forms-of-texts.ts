import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module, readCode } from '../modules/module.ts';

/** `path.replace('{id}', id)`, by itself or under a name, beside `path`: what is put in front of one is in front of both. */
export function isFormOf(form: SyntaxNode, text: SyntaxNode, module: Module): boolean {
  const inner = unwrap(form);
  const source = findBindingOf(module, inner)?.source;
  const call = source?.kind === 'value' && source.node !== null && source.steps.length === 0 ? source.node : inner;
  if (call.type !== 'CallExpression' || !isMemberNode(call.callee)) return false;
  const name = nameMember(call.callee);
  if (name === null || !/^(?:trim(?:Start|End)?|replace|replaceAll)$/.test(name)) return false;
  return readCode(module, unwrap(call.callee.object)) === readCode(module, unwrap(text));
}
