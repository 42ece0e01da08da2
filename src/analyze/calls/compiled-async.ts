import type { CallExpression, YieldExpression } from '@babel/types';
import { TO_ASYNC } from '../../syntax/async-helpers.ts';
import { findFunctionAround } from '../../syntax/enclosing.ts';
import { type FunctionNode, isCallNode, isMemberNode, nameCallee, nameHelper, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
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

/** `_asyncToGenerator(function* (path) { … })`: the same function, whose result is waited for; null for other calls. */
export function callAsyncHelper(evaluator: Evaluator, { node, args }: BuiltinCall): Value | null {
  const isHelper = node.type === 'CallExpression' && TO_ASYNC.test(nameHelper(node.callee) ?? '');
  const given = isHelper && args.length === 1 ? evaluator.getArgument(args, 0) : undefined;
  return given?.type === 'function' ? given : null;
}

const AWAITING = /^(?:__awaiter|__async|_?async_?to_?generator\d*)$/i;

/** `__awaiter(this, void 0, void 0, function* () { … })`: what it yields is waited for, and what it gives back comes of the call. */
export function isAwaitedFunction(fn: FunctionNode): boolean {
  const call = getParent(fn);
  return call?.type === 'CallExpression' && AWAITING.test(nameHelper(call.callee) ?? '');
}

/** Does the call run the function that it is given last, and wait for it? */
export function isAwaiter({ callee }: CallExpression): boolean {
  return /^__(?:awaiter|async)$/.test(nameHelper(callee) ?? '');
}

/** `const args = yield create();` */
export function isAwaited(node: YieldExpression): boolean {
  const fn = node.delegate ? null : findFunctionAround(node);
  return fn !== null && isAwaitedFunction(fn);
}
