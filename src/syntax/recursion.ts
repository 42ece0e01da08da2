import { type FunctionNode, getKeyName, isCallNode, nameCallee } from './nodes.ts';
import { getParent } from './parents.ts';
import { walk } from './walk.ts';

/** Functions that call themselves: what a parameter is at first says nothing of later. */

const recursive = new WeakMap<FunctionNode, boolean>();

function nameFunction(fn: FunctionNode): string | null {
  if ('key' in fn) return getKeyName(fn.key, 'computed' in fn && fn.computed === true);
  if ('id' in fn && fn.id != null) return fn.id.name;
  const parent = getParent(fn);
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
  return parent?.type === 'ObjectProperty' || parent?.type === 'ClassProperty'
    ? getKeyName(parent.key, parent.computed === true)
    : null;
}

/** Does it call a function of its own name, be it in a function that it hands on? */
export function callsItself(fn: FunctionNode): boolean {
  const known = recursive.get(fn);
  if (known !== undefined) return known;
  const name = nameFunction(fn);
  let found = false;
  if (name !== null)
    walk(fn.body, true, (node) => {
      found ||= isCallNode(node) && 'callee' in node && nameCallee(node.callee) === name;
      return !found;
    });
  recursive.set(fn, found);
  return found;
}
