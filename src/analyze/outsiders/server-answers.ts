import { type CallNode, isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** `r.writeHead(302, { location: path })`, `r.end(path)` of `createServer((q, r) => …)`: what the own server tells who asks it. */

const WRITING = /^(?:end|write|writeHead|setHeader|appendHeader)$/;

/** By whatever name the answer goes: it is the second that a handler of a server is called with. */
function isAnswerOfServer(node: SyntaxNode, module: Module): boolean {
  const source = findBindingOf(module, node)?.source;
  if (source?.kind !== 'param' || source.index !== 1 || source.steps.length > 0) return false;
  const call = getParent(source.fn);
  if (call === undefined || !isCallNode(call) || !('callee' in call)) return false;
  const [event] = 'arguments' in call ? call.arguments : [];
  const name = nameCallee(call.callee);
  return name === 'createServer' || (name === 'on' && event?.type === 'StringLiteral' && event.value === 'request');
}

export function isOwnAnswer(call: CallNode, module: Module): boolean {
  const callee = 'callee' in call ? unwrap(call.callee) : null;
  if (callee === null || !isMemberNode(callee) || !WRITING.test(nameMember(callee) ?? '')) return false;
  // Nothing but a server has it.
  return nameMember(callee) === 'writeHead' || isAnswerOfServer(unwrap(callee.object), module);
}
