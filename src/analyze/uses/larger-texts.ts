import type * as t from '@babel/types';
import { findOutermost } from '../../syntax/enclosing.ts';
import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { beginsUrl, isPathText } from '../following/pass-through.ts';
import { climb, nameEntry, type Place } from './places.ts';

/** A text that becomes a piece of a larger one, behind whose base it is a URL. `isCovered`: as in `Follower.advance`. */

/** `url += path` */
export function isAppended(parent: SyntaxNode | undefined, node: SyntaxNode): parent is t.AssignmentExpression {
  return parent?.type === 'AssignmentExpression' && parent.operator === '+=' && parent.right === node;
}

/** `[BASE, path].join('')`: the call that puts together what the list is written with. */
export function findJoin(list: SyntaxNode): t.CallExpression | null {
  const member = list.type === 'ArrayExpression' ? getParent(findOutermost(list)) : undefined;
  if (member === undefined || !isMemberNode(member) || nameMember(member) !== 'join') return null;
  const call = unwrap(member.object) === list ? getParent(member) : undefined;
  return call?.type === 'CallExpression' && call.callee === member ? call : null;
}

/** What a text that is given first stands for as a piece: `path + '?page=1'` of `url += path + '?page=1'`. */
function widenFirst(node: SyntaxNode): SyntaxNode {
  const parent = getParent(node);
  if (parent?.type === 'BinaryExpression' && parent.operator === '+' && parent.left === node) return widenFirst(parent);
  const isFirst =
    parent?.type === 'TemplateLiteral' && parent.expressions[0] === node && parent.quasis[0]?.value.raw === '';
  return isFirst ? widenFirst(parent) : node;
}

/** What stands directly in front of a text that is appended, or listed to be joined; null for others. */
export function findPieceBefore(node: SyntaxNode): SyntaxNode | null {
  const whole = widenFirst(node);
  const parent = getParent(whole);
  if (isAppended(parent, whole)) return parent.left;
  if (parent?.type !== 'ArrayExpression' || findJoin(parent) === null) return null;
  const index = parent.elements.findIndex((element) => element === whole);
  return index < 1 ? null : (parent.elements[index - 1] ?? null);
}

function enterText(place: Place, isUrl: () => boolean, isCovered: boolean): Place {
  return {
    ...place,
    entered: [...place.entered, nameEntry(place)],
    isUrl: place.isUrl || (isCovered && isUrl()),
  };
}

/** A template, a sum, `base.concat(path)`: the place where the whole stands. */
export function enter(evaluator: Evaluator, whole: SyntaxNode, place: Place, isCovered: boolean): Place {
  return climb(
    enterText(place, () => !isPathText(evaluator, whole, place.module), isCovered),
    whole,
  );
}

/** `url += path`: the same place, from which the name on the left gets it. */
export function append(
  evaluator: Evaluator,
  { left }: t.AssignmentExpression,
  place: Place,
  isCovered: boolean,
): Place {
  return place.path.length > 0 ? place : enterText(place, () => beginsUrl(evaluator, left, place.module), isCovered);
}

/** `[BASE, path].join('')`: the same place, from which the list has it. */
export function list(evaluator: Evaluator, elements: SyntaxNode, place: Place, isCovered: boolean): Place {
  const join = place.path.length === 0 ? findJoin(elements) : null;
  return join === null ? place : enterText(place, () => !isPathText(evaluator, join, place.module), isCovered);
}
