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
