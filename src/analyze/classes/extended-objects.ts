import type * as t from '@babel/types';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { BuiltinCall } from '../texts/text-calls.ts';
import { findKnownText } from '../texts/texts.ts';
import { isUndefined } from '../values/missing.ts';
import { listOptions } from '../values/unions.ts';
import { type ExternalValue, NO_PROVENANCE, type ObjectEntry, type Value } from '../values/values.ts';

/**
 * `Adapter.extend({ read(id) { return fetch(`${this.host}/agents/${id}`); } })` of the time before classes: `this` has what the one above
 * has, which is a class, or was itself made by `extend` of a package's.
 */

const MAX_ABOVE = 8;

/** What `DS.RESTAdapter.extend({ host })` was given, and what its own parent was. */
function listGiven(evaluator: Evaluator, made: ExternalValue): readonly Value[] {
  const found: Value[] = [];
  let at: ExternalValue['made'] = made.made;
  for (let above = 0; at !== null && above < MAX_ABOVE; above += 1) {
    if (at.by.path.at(-1) !== 'extend') break;
    for (const index of at.args.keys()) {
      const given = evaluator.getArgument(at.args, index);
      if (given?.type === 'object') found.unshift(given);
    }
    at = at.by.made;
  }
  return found;
}

/** The expression that a literal extends. */
function findExtended(literal: SyntaxNode): SyntaxNode | null {
  const call = getParent(literal);
  if (call?.type !== 'CallExpression' || call.arguments.at(-1) !== literal) return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && nameMember(callee) === 'extend' ? callee.object : null;
}

/** `this.get('host')` of such an object: the member by that name. */
export function getOfExtended(evaluator: Evaluator, receiver: Value, name: string, call: BuiltinCall): Value | null {
  if (name !== 'get' || receiver.type !== 'object' || receiver.node === null) return null;
  if (call.args.length !== 1 || findExtended(receiver.node) === null) return null;
  const asked = findKnownText(evaluator.getArgument(call.args, 0));
  const member = asked === null ? null : evaluator.getProperty(receiver, asked, call.node, call.module);
  return member === null || isUndefined(member) ? null : member;
}

/** The members of what the literal extends; empty where it extends nothing. */
export function listExtendedEntries(
  evaluator: Evaluator,
  literal: t.ObjectExpression,
  module: Module,
): readonly ObjectEntry[] {
  const extended = findExtended(literal);
  if (extended === null) return [];
  const above = listOptions(evaluator.evaluate(extended, module, null)).flatMap((option): readonly Value[] => {
    if (option.type === 'class')
      return [{ type: 'instance', of: option, construction: null, any: true, ...NO_PROVENANCE }];
    return option.type === 'external' ? listGiven(evaluator, option) : [];
  });
  return above.map((value) => ({ kind: 'spread', slot: { kind: 'value', value } }));
}
