import {
  describeName,
  type FunctionNode,
  isFunctionNode,
  isMemberNode,
  nameMember,
  unwrap,
} from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';

/**
 * `Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))`: an object that is made of the members of
 * another one, all that have a value.
 */

const TAKEN_FOR_ITS_NAME = /^_/;

/** Is it asked of the value alone whether a member is taken? */
function asksForValue({ params }: FunctionNode): boolean {
  const [pair, ...others] = params;
  if (others.length > 0 || pair?.type !== 'ArrayPattern') return false;
  const [name, value] = pair.elements;
  return value != null && (name == null || (name.type === 'Identifier' && TAKEN_FOR_ITS_NAME.test(name.name)));
}

/** The object whose members a call of `Object.fromEntries` takes; null for any other call. */
export function findCopiedEntries(node: SyntaxNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || describeName(unwrap(node.callee)) !== 'Object.fromEntries') return null;
  const [given] = node.arguments;
  let list = given === undefined ? null : unwrap(given);
  const filter = list?.type === 'CallExpression' ? unwrap(list.callee) : null;
  if (list?.type === 'CallExpression' && filter !== null && isMemberNode(filter) && nameMember(filter) === 'filter') {
    const [asked] = list.arguments;
    if (asked === undefined || !isFunctionNode(asked) || !asksForValue(asked)) return null;
    list = unwrap(filter.object);
  }
  if (list?.type !== 'CallExpression' || describeName(unwrap(list.callee)) !== 'Object.entries') return null;
  const [source] = list.arguments;
  return source === undefined || source.type === 'SpreadElement' ? null : source;
}
