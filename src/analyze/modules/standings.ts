import { findOutermost } from '../../syntax/enclosing.ts';
import { isMemberNode, nameKey, nameMember } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from './module.ts';
import { listReadings } from './name-readings.ts';

/** Names and tables between a text and where it is used. */
const MAX_NAMES = 3;

/**
 * Where a text of a file stands: itself, and what is read under a name for it, or as a member of the table that holds it.
 * `'/calls'` of `const CALLS = '/calls'` stands wherever the file reads CALLS.
 */
export function listStandings(text: SyntaxNode, module: Module, names = MAX_NAMES): readonly SyntaxNode[] {
  const node = findOutermost(text);
  const holder = getParent(node);
  if (holder === undefined || names === 0) return [node];
  return [node, ...listNamed(node, holder, module, names - 1).map(findOutermost)];
}

function listNamed(node: SyntaxNode, holder: SyntaxNode, module: Module, names: number): readonly SyntaxNode[] {
  if (holder.type === 'VariableDeclarator' && holder.init === node)
    return listReadings(holder.id, module).flatMap((reading) => listStandings(reading, module, names));
  if (holder.type !== 'ObjectProperty' || holder.value !== node) return [];
  const name = nameKey(holder);
  const table = getParent(holder);
  if (name === null || table === undefined) return [];
  return listStandings(findOutermost(table), module, names).flatMap((at) => {
    const member = getParent(at);
    const isMember = member !== undefined && isMemberNode(member) && member.object === at;
    return isMember && nameMember(member) === name ? listStandings(member, module, names) : [];
  });
}
