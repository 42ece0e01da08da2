import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listStandings } from '../modules/standings.ts';
import { listOptions } from '../values/unions.ts';
import { isKeeper } from './own-keys.ts';

/** What a program remembers under all that it was asked. */

const KEYED = /^(?:get|set|has|add|delete)$/;

/** `JSON.stringify({ path, query })` around a text; null for none. */
function findStringified(part: SyntaxNode): SyntaxNode | null {
  for (let at = part, parent = getParent(at); parent !== undefined; at = parent, parent = getParent(at)) {
    if (isCallNode(parent) && 'arguments' in parent && parent.arguments[0] === at)
      return nameCallee(parent.callee) === 'stringify' ? parent : null;
    if (!/^(?:Object|Array)(?:Expression|Property)$|^SpreadElement$/.test(parent.type)) return null;
  }
  return null;
}

function isKeyOfOwn(evaluator: Evaluator, key: SyntaxNode, module: Module): boolean {
  const call = getParent(key);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== key) return false;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !KEYED.test(nameMember(callee) ?? '')) return false;
  const stores = listOptions(evaluator.evaluate(callee.object, module, null));
  return stores.every((store) => store.type === 'external' && isKeeper(store));
}

/**
 * `const key = JSON.stringify(asked); answers.get(key) ?? …; answers.set(key, answer)`: the same question has the same key again, whatever
 * stands in it, and no text of the program is compared with it.
 */
export function isStringifiedKey(evaluator: Evaluator, part: SyntaxNode, module: Module): boolean {
  const written = findStringified(part);
  if (written === null) return false;
  const [own, ...named] = listStandings(written, module);
  const standings = named.length === 0 && own !== undefined ? [own] : named;
  return standings.every((at) => isKeyOfOwn(evaluator, at, module));
}
