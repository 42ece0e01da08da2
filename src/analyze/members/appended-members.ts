import { isMemberNode, nameMember } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findPieces, mayRunAgain, mentions, putTogether } from '../expressions/grown-texts.ts';
import type { Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import type { Value } from '../values/values.ts';

/** What a member is behind an assignment, `state.url = BASE`, `state.url += path`. */

interface Assigned {
  readonly target: SyntaxNode;
  readonly name: string;
  readonly value: SyntaxNode;
  readonly operator: string;
  readonly module: Module;
}

/** `declared`: what it was before; `given`: what stands on the right; `literal`: the object as it is written. */
export function appendMember(assigned: Assigned, declared: Value, given: Value, literal: SyntaxNode): Value {
  const { operator, target, value, name, module } = assigned;
  const isAppended = operator === '+=' && declared.type !== 'primitive';
  const before = listTexts(declared, target, module);
  const after = isAppended ? concatTexts([before, listTexts(given, value, module)], value, module) : given;
  if (after.type !== 'union' || !mayRunAgain(target, literal)) return after;
  const isOfItself = isAppended || mentions(value, module, (node) => isMemberNode(node) && nameMember(node) === name);
  const pieces = isOfItself ? findPieces(before, listTexts(after, value, module)) : null;
  return pieces === null ? after : putTogether(declared, pieces, value, module);
}
