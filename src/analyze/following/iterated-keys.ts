import { isCallNode, isMemberNode, nameCallee, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';

/** `for (const key of cache.keys())`, `[...cache.keys()].filter((key) => …)`: of which collection a name is a key. */

const GOING_THROUGH = /^(?:forEach|filter|some|every|find|map|flatMap)$/;

/** `cache` of `[...cache.keys()]`; `isPairs`: the key is the first of a pair. */
function findCollection(given: SyntaxNode, isPairs: boolean): SyntaxNode | null {
  const node = unwrap(given);
  if (node.type === 'ArrayExpression') {
    const [only, ...others] = node.elements;
    return only?.type === 'SpreadElement' && others.length === 0 ? findCollection(only.argument, isPairs) : null;
  }
  if (node.type !== 'CallExpression') return isPairs ? node : null;
  const callee = unwrap(node.callee);
  const [first] = node.arguments;
  if (nameCallee(node.callee) === 'from' && first !== undefined) return findCollection(first, isPairs);
  if (!isMemberNode(callee)) return null;
  const name = nameMember(callee);
  return name === 'keys' || (name === 'entries' && isPairs) ? callee.object : null;
}

/** The collection; null where the name is no key of one, as far as it can be seen. */
export function findIteratedCollection(name: SyntaxNode, module: Module): SyntaxNode | null {
  const source = findBindingOf(module, name)?.source;
  if (source?.kind !== 'element' && source?.kind !== 'param') return null;
  const [step, ...others] = source.steps;
  const isPairs = step?.kind === 'index' && step.index === 0 && others.length === 0;
  if (step !== undefined && !isPairs) return null;
  if (source.kind === 'element') return findCollection(source.of, isPairs);
  const call = getParent(source.fn);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== source.fn) return null;
  const callee = unwrap(call.callee);
  if (!isMemberNode(callee) || !GOING_THROUGH.test(nameMember(callee) ?? '')) return null;
  // `cache.forEach((value, key) => …)`
  if (source.index === 1 && step === undefined && nameMember(callee) === 'forEach') return callee.object;
  return source.index === 0 ? findCollection(callee.object, isPairs) : null;
}
