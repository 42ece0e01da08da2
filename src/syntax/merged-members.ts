import type * as t from '@babel/types';
import { type CallNode, getKeyName, isMemberNode, nameCallee, unwrap } from './nodes.ts';
import type { MemberAssignment } from './script-facts.ts';
import type { SyntaxNode } from './tree.ts';

/** `Object.assign(target, { name: value })` and what packages call it: the target has the members from then on. */

const MERGE = /^(?:assign|assignIn|objectAssign|extend|_extend|merge|mixin)$/;

/** The call that gives the members of its other arguments to its first, where that is something with a name. */
export function findMergeTarget(node: CallNode): SyntaxNode | null {
  if (node.type !== 'CallExpression' || node.arguments.length < 2 || !MERGE.test(nameCallee(node.callee) ?? ''))
    return null;
  const target = unwrap(node.arguments[0] as SyntaxNode);
  return target.type === 'Identifier' || target.type === 'ThisExpression' || isMemberNode(target) ? target : null;
}

function toAssignment(object: SyntaxNode, member: t.ObjectExpression['properties'][number]): MemberAssignment | null {
  if (member.type === 'SpreadElement' || (member.type === 'ObjectMethod' && member.kind !== 'method')) return null;
  const name = getKeyName(member.key, member.computed);
  if (name === null) return null;
  return { object, target: member, name, value: member.type === 'ObjectMethod' ? member : member.value, operator: '=' };
}

/** The members that literals among the arguments give the target of such a call. */
export function listMerged(node: CallNode): readonly MemberAssignment[] {
  const object = findMergeTarget(node);
  if (object === null || !('arguments' in node)) return [];
  return node.arguments.slice(1).flatMap((source: SyntaxNode) => {
    const literal = unwrap(source);
    if (literal.type !== 'ObjectExpression') return [];
    return literal.properties.flatMap((member) => toAssignment(object, member) ?? []);
  });
}
