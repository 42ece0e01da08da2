import { type CallNode, isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { readConstant } from '../texts/constants.ts';
import type { Place } from '../uses/places.ts';
import { readText } from '../uses/written-paths.ts';

/**
 * `const [method, path] = 'GET /calls'.split(' ')`, `response.request.path.split('?')[0]`: the piece that is the path goes on as the
 * text does.
 */

interface Placed {
  readonly node: SyntaxNode;
  readonly module: Module;
}

interface SplitPiece {
  readonly call: CallNode;
  /** Which of the pieces the path is. */
  readonly index: number;
}

/**
 * Null where the text is not split, or by nothing that stands in front of its path. `isAnswer`: of what an answer says the evaluator
 * does not know what is left in front of a query.
 */
export function findSplitPiece({ node, module }: Placed, literal: SyntaxNode, isAnswer = false): SplitPiece | null {
  const member = getParent(node);
  const call = member === undefined ? undefined : getParent(member);
  if (member === undefined || !isMemberNode(member) || member.object !== node || nameMember(member) !== 'split')
    return null;
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || unwrap(call.callee) !== member) return null;
  const text = readText(literal);
  const before = text.slice(0, Math.max(0, text.indexOf('/')));
  const by = readConstant(call.arguments[0], module) ?? '';
  const index = by === '' ? 0 : before.split(by).length - 1;
  const isBeforeQuery = isAnswer && /^[?#]$/.test(by);
  return index === 0 && !isBeforeQuery ? null : { call, index };
}

/** `line.split(',')` of a line that the path was put into: one of the pieces is the path again; null where it is not taken apart. */
export function findTakenApart({ node, path, isAnswer, module }: Place): CallNode | null {
  const member = getParent(node);
  const call = member === undefined ? undefined : getParent(member);
  if (path.length > 0 || isAnswer || member === undefined || !isMemberNode(member)) return null;
  if (member.object !== node || nameMember(member) !== 'split' || call?.type !== 'CallExpression') return null;
  const by = call.callee === member ? readConstant(call.arguments[0], module) : null;
  return by === null || by === '' || /[\w/?#-]/.test(by) ? null : call;
}
