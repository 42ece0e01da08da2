import { type FunctionNode, getKeyName, isMemberNode, unwrap } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import type { Evaluator } from './evaluator.ts';
import type { Module } from './modules.ts';
import { listOptions } from './unions.ts';
import type { Value } from './values.ts';

/** Functions that see every request of an axios instance before it is sent, and may send it elsewhere. */

/** `client` of `client.interceptors.request.use(…)`. */
export function findInterceptors(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression') return null;
  let at = unwrap(node.callee);
  for (const name of ['use', 'request', 'interceptors']) {
    if (!isMemberNode(at) || getKeyName(at.property, at.computed) !== name) return null;
    at = unwrap(at.object);
  }
  return at;
}

const ADDRESS = /^(?:url|baseURL)$/;

/** Is it the place of the address in a config that is made anew: `{ ...config, url }`? */
function isAddressMember(node: SyntaxNode): boolean {
  if (node.type !== 'ObjectExpression' || !node.properties.some(({ type }) => type === 'SpreadElement')) return false;
  return node.properties.some(
    (member) => member.type !== 'SpreadElement' && ADDRESS.test(getKeyName(member.key, member.computed) ?? ''),
  );
}

const changing = new WeakMap<FunctionNode, boolean>();

function changesAddress(fn: FunctionNode): boolean {
  const known = changing.get(fn);
  if (known !== undefined) return known;
  let found = false;
  walk(fn.body, true, (node) => {
    if (isAddressMember(node)) found = true;
    if (node.type !== 'AssignmentExpression' || !isMemberNode(node.left)) return !found || null;
    if (ADDRESS.test(getKeyName(node.left.property, node.left.computed) ?? '')) found = true;
    return !found || null;
  });
  changing.set(fn, found);
  return found;
}

interface Use {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly receiver: SyntaxNode;
}

/** Does an interceptor of a client, picked by `isOwn`, change where its requests go? */
export function isRedirected(evaluator: Evaluator, isOwn: (owner: Value) => boolean): boolean {
  return evaluator.index.listInterceptors().some(({ node, module, receiver }: Use) => {
    const given = node.type === 'CallExpression' ? node.arguments[0] : undefined;
    const hook = given === undefined ? undefined : evaluator.evaluate(given, module, null);
    if (hook?.type !== 'function' || !changesAddress(hook.fn)) return false;
    return listOptions(evaluator.evaluate(receiver, module, null)).some(isOwn);
  });
}
