import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findMember, findTable } from '../texts/constants.ts';
import { findNamed } from './named-constants.ts';

/** `http.get(ROUTES.calls, …)`: the expression that stands behind a name, or a member of a table, be it in another file. */

export interface Written {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** Names that stand for names. */
const MAX_NAMES = 4;

/** Where what is given is written: the expression itself, where it is no name that is given once. */
export function findWritten(graph: ModuleGraph, given: SyntaxNode, module: Module, names = MAX_NAMES): Written {
  const node = unwrap(given);
  const written = { node, module };
  if (names === 0) return written;
  const found = findBehind(graph, node, module, names - 1);
  return found === null ? written : findWritten(graph, found.node, found.module, names - 1);
}

function findBehind(graph: ModuleGraph, node: SyntaxNode, module: Module, names: number): Written | null {
  if (node.type !== 'Identifier' && !isMemberNode(node)) return null;
  const named = findNamed(graph, node, module);
  if (named !== null || !isMemberNode(node)) return named;
  const name = nameMember(node);
  const owner = findWritten(graph, node.object, module, names);
  const table = name === null ? null : findTable(owner.node);
  const member = table === null || name === null ? null : findMember(table, name);
  return member === null ? null : { node: member, module: owner.module };
}
