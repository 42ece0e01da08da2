import type * as t from '@babel/types';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import type { Value } from '../values/values.ts';
import { nameType } from './kinds.ts';

/** Whether an object has a member of a name that is written out. */

interface MemberQuestion {
  readonly owner: t.Identifier | t.MemberExpression | t.OptionalMemberExpression;
  readonly key: string;
  /** What it has of another object, as `Object.create(defaults)` has, is not meant. */
  readonly isOwn: boolean;
}

function readQuestion(asked: SyntaxNode | undefined, key: SyntaxNode | undefined, isOwn = true): MemberQuestion | null {
  const owner = asked === undefined ? null : unwrap(asked);
  if (owner === null || key?.type !== 'StringLiteral') return null;
  return owner.type === 'Identifier' || isMemberNode(owner) ? { owner, key: key.value, isOwn } : null;
}

/** `'path' in options`, `options.hasOwnProperty('path')`, `Object.hasOwn(options, 'path')`, and the old spelling of that. */
export function readMemberQuestion(node: SyntaxNode): MemberQuestion | null {
  if (node.type === 'BinaryExpression')
    return node.operator === 'in' ? readQuestion(node.right, node.left, false) : null;
  if (node.type !== 'CallExpression') return null;
  const callee = unwrap(node.callee);
  if (!isMemberNode(callee)) return null;
  const object = unwrap(callee.object);
  const [first, second] = node.arguments;
  switch (nameMember(callee)) {
    case 'hasOwnProperty':
      return readQuestion(object, first);
    case 'hasOwn':
      return object.type === 'Identifier' && object.name === 'Object' ? readQuestion(first, second) : null;
    case 'call':
      return isMemberNode(object) && nameMember(object) === 'hasOwnProperty' ? readQuestion(first, second) : null;
    default:
      return null;
  }
}

/** Null where the object may have more members than are known, or may have that one of another object. */
export function hasMember(
  evaluator: Evaluator,
  option: Value,
  { owner, key, isOwn }: MemberQuestion,
  module: Module,
): boolean | null {
  if (option.type !== 'object') return null;
  const member = evaluator.getProperty(option, key, owner, module);
  if (nameType(member) === 'undefined')
    return option.entries.some((entry) => entry.kind === 'slot' && entry.name === key) ? null : false;
  return isOwn || (nameType(member) === null && member.type !== 'text') ? null : true;
}
