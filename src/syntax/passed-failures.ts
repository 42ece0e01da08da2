import type * as t from '@babel/types';
import type { SyntaxNode } from './tree.ts';

/**
 * `try { return api.get(path); } catch (error) { throw error; }` does what its body does, and fails as that does: the tree gets
 * the body, so that whoever asks what a function does first, or does at all, finds it.
 */

function findTried(statement: SyntaxNode | undefined): t.BlockStatement | null {
  if (statement?.type !== 'TryStatement' || statement.finalizer || !statement.handler) return null;
  const { param, body } = statement.handler;
  const [only, ...others] = body.body;
  if (param?.type !== 'Identifier' || only?.type !== 'ThrowStatement' || others.length > 0) return null;
  return only.argument.type === 'Identifier' && only.argument.name === param.name ? statement.block : null;
}

/** A body that is nothing else becomes what is tried; beside other statements that is a block, as names of its own stay there. */
export function readAsTried(node: SyntaxNode): void {
  if (node.type === 'TryStatement') {
    const tried = findTried(node);
    if (tried === null) return;
    for (const key of ['block', 'handler', 'finalizer']) Reflect.deleteProperty(node, key);
    Object.assign(node, { type: 'BlockStatement', body: tried.body, directives: tried.directives });
  }
  if (node.type !== 'BlockStatement') return;
  for (let tried = findOnly(node); tried !== null; tried = findOnly(node)) node.body = tried.body;
}

function findOnly({ body }: t.BlockStatement): t.BlockStatement | null {
  return body.length === 1 ? findTried(body[0]) : null;
}
