import { type FunctionNode, getKeyName, isMemberNode, unwrap } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import { walk } from '../syntax/walk.ts';
import type { Evaluator } from './evaluator.ts';
import type { Module } from './modules.ts';
import { listElements } from './objects.ts';
import { listOptions } from './unions.ts';
import type { Value } from './values.ts';

/** Functions of got and ky that see each request before it is sent (`hooks.beforeRequest`), and may send it elsewhere. */

const HOOKS = ['init', 'beforeRequest'];
const ADDRESS = /^(?:url|href|prefixUrl|baseUrl|host|hostname|port|origin|pathname)$/;

/** `new Request(address, request)`: the same request, sent to another address. */
function isReadressed(node: SyntaxNode): boolean {
  if (node.type !== 'NewExpression') return false;
  const callee = unwrap(node.callee);
  const [address, init] = node.arguments;
  return (
    callee.type === 'Identifier' && callee.name === 'Request' && init !== undefined && address?.type !== 'Identifier'
  );
}

function isAddressSet(node: SyntaxNode): boolean {
  if (node.type !== 'AssignmentExpression') return false;
  const target = unwrap(node.left);
  return isMemberNode(target) && ADDRESS.test(getKeyName(target.property, target.computed) ?? '');
}

const changing = new WeakMap<FunctionNode, boolean>();

function changesAddress(fn: FunctionNode): boolean {
  const known = changing.get(fn);
  if (known !== undefined) return known;
  let found = isReadressed(unwrap(fn.body)) || isAddressSet(unwrap(fn.body));
  walk(fn.body, true, (node) => {
    if (isReadressed(node) || isAddressSet(node)) found = true;
    return !found || null;
  });
  changing.set(fn, found);
  return found;
}

/** Do the hooks of one of these options change where requests go? */
export function hasRedirectingHook(
  evaluator: Evaluator,
  options: readonly Value[],
  node: SyntaxNode,
  module: Module,
): boolean {
  return options.some((given) => {
    if (given.type !== 'object') return false;
    const hooks = evaluator.getProperty(given, 'hooks', node, module);
    if (hooks.type !== 'object') return false;
    return HOOKS.some((name) => {
      const list = evaluator.getProperty(hooks, name, node, module);
      return (listElements(evaluator, list) ?? []).some((hook) =>
        listOptions(hook).some((option) => option.type === 'function' && changesAddress(option.fn)),
      );
    });
  });
}
