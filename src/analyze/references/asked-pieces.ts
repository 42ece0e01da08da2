import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findWritten, listCompared } from '../callers/stubbed-calls.ts';
import type { Module } from '../modules/module.ts';
import { listNameReadings } from './path-keys.ts';

/** `const [, resource, id] = pathname.split('/'); if (resource === 'agents') …`: the words that the fake of a test answers to. */

const KEEPING = /^(?:filter|slice|map)$/;

/** `pathname.split('/').filter(Boolean)` */
export function findSplit(path: SyntaxNode): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (let at = path, member = getParent(at); member !== undefined && isMemberNode(member); member = getParent(at)) {
    const call = getParent(member);
    const name = nameMember(member) ?? '';
    const isNext = found === null ? name === 'split' : KEEPING.test(name);
    if (!isNext || call?.type !== 'CallExpression' || call.callee !== member) break;
    found = call;
    at = call;
  }
  return found;
}

/** Where the file reads one of the pieces. */
function listPieces(script: ScriptFacts, pieces: SyntaxNode): readonly SyntaxNode[] {
  const holder = getParent(pieces);
  if (holder !== undefined && isMemberNode(holder)) return holder.object === pieces ? [holder] : [];
  if (holder?.type !== 'VariableDeclarator' || holder.init !== pieces) return [];
  if (holder.id.type === 'ArrayPattern')
    return holder.id.elements.flatMap((name) => (name === null ? [] : listNameReadings(script, name)));
  return listNameReadings(script, holder.id).flatMap((reading) => {
    const member = getParent(reading);
    return member !== undefined && isMemberNode(member) && member.computed && member.object === reading ? [member] : [];
  });
}

interface Word {
  readonly node: SyntaxNode;
  readonly value: string;
}

/** The piece, and where a name for it is read: `const name = pathname.split('/')[1]`. */
function listNames(script: ScriptFacts, piece: SyntaxNode): readonly SyntaxNode[] {
  const holder = getParent(piece);
  const isNamed = holder?.type === 'VariableDeclarator' && holder.init === piece;
  return isNamed ? listNameReadings(script, holder.id) : [piece];
}

/** The keys of the table in which a piece is looked up: `{ agents: [], calls: [] }[name]`. */
function listKeysAskedFor(piece: SyntaxNode, module: Module): readonly Word[] {
  const member = getParent(piece);
  if (member === undefined || !isMemberNode(member) || !member.computed || member.property !== piece) return [];
  const named = unwrap(member.object);
  const table = unwrap(findWritten(named, module) ?? named);
  if (table.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((entry) => {
    const value = nameKey(entry);
    return value === null || entry.type === 'SpreadElement' ? [] : [{ node: entry.key, value }];
  });
}

export function listWordsAsked(script: ScriptFacts, path: SyntaxNode, module: Module): readonly Word[] {
  const pieces = isTestFile(module.path) ? findSplit(path) : null;
  if (pieces === null) return [];
  const asked = listPieces(script, pieces).flatMap((piece) => listNames(script, piece));
  const compared = asked
    .flatMap((piece) => listCompared(piece, module))
    .map(unwrap)
    .flatMap((node) => (node.type === 'StringLiteral' ? [{ node, value: node.value }] : []));
  const keys = asked.flatMap((piece) => listKeysAskedFor(piece, module));
  return [...compared, ...keys.filter(({ node }) => compared.every((word) => word.node !== node))].filter(({ value }) =>
    /^[a-z][\w-]*$/i.test(value),
  );
}
