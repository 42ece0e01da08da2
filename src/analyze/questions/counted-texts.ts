import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { WrittenPath } from './asserted-messages.ts';

/**
 * `NAMES[path.length]`, `path[1] === 'a'`, `path.split('/').length === 3`: a version makes a path longer, and what stands at a place
 * counted from the front another one. Where the path is known, the answer is worked out with and without it.
 */

const COMPARING: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  '===': (left, right) => left === right,
  '==': (left, right) => left === right,
  '!==': (left, right) => left === right,
  '!=': (left, right) => left === right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};
const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function addVersion({ text, versionPrefix }: WrittenPath): string {
  return text.startsWith('/') ? versionPrefix + text : `${versionPrefix.slice(1)}/${text}`;
}

/** Does a comparison or a look-up give another result for `after` than for `before`? Null is a number that is not known. */
function choosesByNumber(number: SyntaxNode, before: number | null, after: number | null): boolean {
  const node = findOutermost(number);
  const parent = getParent(node);
  if (parent === undefined) return false;
  if (isMemberNode(parent)) return parent.computed && parent.property === node;
  if (parent.type === 'SwitchStatement') return parent.discriminant === node;
  if (parent.type !== 'BinaryExpression') return false;
  const isLeft = parent.left === node;
  const other = unwrap(isLeft ? parent.right : parent.left);
  const compare = COMPARING[isLeft ? parent.operator : (MIRRORED[parent.operator] ?? parent.operator)];
  if (other.type !== 'NumericLiteral' || compare === undefined || before === null || after === null) return false;
  return compare(before, other.value) !== compare(after, other.value);
}

/** Is the number shown to somebody, by itself or in a text? */
function isShown(number: SyntaxNode): boolean {
  const parent = getParent(findOutermost(number));
  if (parent?.type === 'TemplateLiteral') return true;
  return parent !== undefined && isCallNode(parent) && 'arguments' in parent && parent.type !== 'NewExpression';
}

/** `pieces.length` of a text that was taken apart at its slashes; `isFiltered`: without the empty ones. */
export function isNumberOfPieces(length: SyntaxNode, { text, rest }: WrittenPath, isFiltered: boolean): boolean {
  const pieces = [text, ...rest].join('x').split('/');
  const count = isFiltered ? pieces.filter(Boolean).length : pieces.length;
  return isShown(length) || choosesByNumber(length, count, count + 1);
}

/** The index of `path[1]`, `path.charAt(1)`, `path.at(1)`, and what is read at it. */
function readPlace(member: SyntaxNode): { readonly index: number; readonly read: SyntaxNode } | null {
  if (!isMemberNode(member)) return null;
  if (member.computed && member.property.type === 'NumericLiteral')
    return { index: member.property.value, read: member };
  const call = getParent(member);
  if (call?.type !== 'CallExpression' || call.callee !== member) return null;
  if (!/^(?:charAt|at|charCodeAt|codePointAt)$/.test(nameMember(member) ?? '')) return null;
  const [index] = call.arguments;
  return index?.type === 'NumericLiteral' ? { index: index.value, read: call } : null;
}

function isAnotherCharacter(member: SyntaxNode, path: WrittenPath): boolean {
  const { text } = path;
  const place = readPlace(member);
  if (place === null || place.index >= text.length) return false;
  const [before, after] = [text, addVersion(path)].map((whole) => whole[place.index]);
  if (before === after) return false;
  const compared = getParent(findOutermost(place.read));
  if (compared?.type !== 'BinaryExpression') return true;
  const asked = [compared.left, compared.right].find((side) => side.type === 'StringLiteral');
  return asked?.type !== 'StringLiteral' || (asked.value === before) !== (asked.value === after);
}

/** Does the place depend on how long the text is, or on what stands where in it? */
export function isCounted(member: SyntaxNode, node: SyntaxNode, path: WrittenPath): boolean {
  const { text, rest } = path;
  if (!isMemberNode(member) || member.object !== node) return false;
  if (isAnotherCharacter(member, path)) return true;
  if (nameMember(member) !== 'length') return false;
  const known = rest.length === 0 ? text.length : null;
  return choosesByNumber(member, known, known === null ? null : addVersion(path).length);
}
