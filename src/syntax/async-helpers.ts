import { type FunctionNode, isFunctionNode, isMemberNode, nameCallee, nameHelper, unwrap } from './nodes.ts';
import type { SyntaxNode } from './tree.ts';

/** What compilers put into a file to run `async` functions: each call of one is read by its name. */

/** `_asyncToGenerator` of Babel, `_async_to_generator` of SWC. */
export const TO_ASYNC = /^_?async_?to_?generator\d*$/i;

const RUNNING = /^_?(?:async_?generator_?step|regenerator(?:Runtime|Define)?)\d*$/i;

/** Its own code calls whatever it is given, with arguments that say nothing. */
export function isAsyncHelper(node: SyntaxNode): boolean {
  const name = node.type === 'FunctionDeclaration' ? node.id?.name : undefined;
  return name !== undefined && (TO_ASYNC.test(name) || RUNNING.test(name));
}

/** The function of `_asyncToGenerator(function* () { … })` and `_asyncToGenerator(_regenerator().mark(function () { … }))`, or itself. */
export function findWrittenFunction(node: SyntaxNode): FunctionNode | null {
  const at = unwrap(node);
  if (isFunctionNode(at)) return at;
  const [given] = at.type === 'CallExpression' ? at.arguments : [];
  if (at.type !== 'CallExpression' || given === undefined) return null;
  const isMark = isMemberNode(unwrap(at.callee)) && /^m(?:ark)?$/.test(nameCallee(at.callee) ?? '');
  return isMark || TO_ASYNC.test(nameHelper(at.callee) ?? '') ? findWrittenFunction(given) : null;
}
