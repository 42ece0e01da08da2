import { isCallNode, isMemberNode, nameCallee, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import type { Value } from '../values/values.ts';

/**
 * `_asyncToGenerator(regeneratorRuntime.mark(function _callee(path) { … }))`: what compilers make of `async (path) => …`. The
 * runtime of generators says less than its name, be it a package or a part of the file itself.
 */

/** `regeneratorRuntime`, `_regenerator.default`, `_regeneratorRuntime()` */
function isRegenerator(node: SyntaxNode): boolean {
  const at = unwrap(node);
  if (isCallNode(at)) return 'callee' in at && isRegenerator(at.callee);
  if (at.type === 'Identifier') return /^_?regenerator(?:Runtime)?\d*$/i.test(at.name);
  return isMemberNode(at) && nameCallee(at) === 'default' && isRegenerator(at.object);
}

/** The function that is marked as a generator; null for other calls. */
export function callGeneratorMark(evaluator: Evaluator, call: BuiltinCall): Value | null {
  if (call.node.type !== 'CallExpression') return null;
  const callee = unwrap(call.node.callee);
  const isMark = isMemberNode(callee) && /^m(?:ark)?$/.test(nameCallee(callee) ?? '') && isRegenerator(callee.object);
  const given = isMark ? evaluator.getArgument(call.args, 0) : undefined;
  return given?.type === 'function' ? given : null;
}
