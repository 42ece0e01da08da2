import type { StringLiteral } from '@babel/types';
import { isTestFile } from '../../model/test-files.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { ScriptFacts } from '../../syntax/script-facts.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listCompared } from '../callers/stubbed-calls.ts';
import type { Module } from '../modules/module.ts';
import { listNameReadings } from './path-keys.ts';

/** `const [, resource, id] = pathname.split('/'); if (resource === 'agents') …`: the words that the fake of a test answers to. */

const KEEPING = /^(?:filter|slice|map)$/;

/** `pathname.split('/').filter(Boolean)` */
function findSplit(path: SyntaxNode): SyntaxNode | null {
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

export function listWordsAsked(script: ScriptFacts, path: SyntaxNode, module: Module): readonly StringLiteral[] {
  const pieces = isTestFile(module.path) ? findSplit(path) : null;
  if (pieces === null) return [];
  return listPieces(script, pieces)
    .flatMap((piece) => listCompared(piece, module))
    .flatMap((compared) => {
      const word = unwrap(compared);
      return word.type === 'StringLiteral' && /^[a-z][\w-]*$/i.test(word.value) ? [word] : [];
    });
}
