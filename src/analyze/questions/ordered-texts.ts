import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listElements } from '../members/objects.ts';
import { findParameterOwner, type Module } from '../modules/module.ts';
import { findKnownText, holdsLiteral, listTexts } from '../texts/texts.ts';
import { isHarmless } from '../uses/judge-use.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { operate } from './text-operations.ts';
import { type Asked, type Spelling, spell } from './versioned-spellings.ts';

/** `a.path < b.path`, `a.path.localeCompare(b.path)`: what stands in front of what changes with a version in one of the two. */

const SORTING = /^(?:sort|toSorted)$/;

interface Comparison {
  readonly node: SyntaxNode;
  readonly other: SyntaxNode;
  readonly compare: (own: string, other: string) => unknown;
}

const byCharacters = (own: string, other: string): number => (own < other ? -1 : Number(own > other));
const byLocale = (own: string, other: string): number => own.localeCompare(other);

const byLength = (own: string, other: string): number => own.length - other.length;

/** `a.length` of `b.length - a.length` */
function findLength(inner: SyntaxNode): SyntaxNode | null {
  const member = getParent(inner);
  return member !== undefined && isMemberNode(member) && member.object === inner && nameMember(member) === 'length'
    ? findOutermost(member)
    : null;
}

function findLengthComparison(inner: SyntaxNode): Comparison | null {
  const node = findLength(inner);
  const parent = node === null ? undefined : getParent(node);
  if (parent?.type !== 'BinaryExpression' || !/^(?:-|[<>]=?)$/.test(parent.operator)) return null;
  const other = unwrap(parent.left === node ? parent.right : parent.left);
  if (!isMemberNode(other) || nameMember(other) !== 'length') return null;
  return { node: parent, other: other.object, compare: byLength };
}

function findComparison(inner: SyntaxNode): Comparison | null {
  const node = findOutermost(inner);
  const parent = getParent(node);
  if (parent === undefined) return null;
  const ofLengths = findLengthComparison(node);
  if (ofLengths !== null) return ofLengths;
  if (parent.type === 'BinaryExpression') {
    if (!/^[<>]=?$/.test(parent.operator)) return null;
    const isLeft = parent.left === node;
    const compare = (own: string, other: string) =>
      isLeft ? operate(parent.operator, own, other) : operate(parent.operator, other, own);
    return { node: parent, other: isLeft ? parent.right : parent.left, compare };
  }
  const call = isMemberNode(parent) && parent.object === node ? getParent(parent) : parent;
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.callee === node) return null;
  const callee = unwrap(call.callee);
  const name = isMemberNode(callee) ? nameMember(callee) : null;
  const [first, second] = call.arguments;
  if (!isMemberNode(callee) || first === undefined) return null;
  if (name === 'localeCompare') {
    const other = call === parent ? callee.object : first;
    return call === parent && first !== node ? null : { node: call, other, compare: byLocale };
  }
  if (name !== 'compare' || second === undefined || call !== parent) return null;
  return { node: call, other: first === node ? second : first, compare: byLocale };
}

function isSameOrder(left: unknown, right: unknown): boolean {
  return Math.sign(Number(left)) === Math.sign(Number(right));
}

/** `list` of `list.sort((a, b) => …)`, for a parameter of that function. */
function findSorted(name: SyntaxNode, module: Module): SyntaxNode | null {
  const fn = findParameterOwner(name, module);
  const call = fn === null ? undefined : getParent(fn);
  if (call === undefined || !isCallNode(call) || !('arguments' in call) || call.arguments[0] !== fn) return null;
  const callee = unwrap(call.callee);
  return isMemberNode(callee) && SORTING.test(nameMember(callee) ?? '') ? callee.object : null;
}

/** `paths.sort()`, `[...paths].toSorted()`: by their characters. */
export function isSortedPlainly(node: SyntaxNode): boolean {
  const list = findOutermost(node);
  const member = getParent(list);
  if (member === undefined || !isMemberNode(member) || member.object !== list) return false;
  const call = getParent(member);
  const isCall = call !== undefined && isCallNode(call) && 'arguments' in call && call.callee === member;
  return isCall && call.arguments.length === 0 && SORTING.test(nameMember(member) ?? '');
}

/** The texts that the other can be: of an element of a list that is sorted, those of all elements. */
function listBeside(other: SyntaxNode, { evaluator, module }: Asked): readonly TextValue[] {
  const listOf = (value: Value) => listTexts(value, other, module);
  const node = unwrap(other);
  const sorted = findSorted(node, module);
  if (sorted === null) return listOf(evaluator.evaluate(node, module, evaluator.anyCaller));
  const member = isMemberNode(node) ? nameMember(node) : null;
  const lists = listOptions(evaluator.evaluate(sorted, module, evaluator.anyCaller));
  return lists.flatMap((list) => {
    const elements = list.type === 'array' ? listElements(evaluator, list) : null;
    if (elements === null || (isMemberNode(node) && (member === null || isMemberNode(unwrap(node.object))))) return [];
    return elements.flatMap((element) =>
      listOf(member === null ? element : evaluator.getProperty(element, member, node, module)),
    );
  });
}

function findPathLiteral({ atoms }: TextValue): number | undefined {
  for (const atom of atoms)
    if (atom.kind === 'text' && atom.origin && !/^\w+:/.test(atom.text)) return atom.origin.literal;
  return undefined;
}

/**
 * Those of `texts` that have to change as well for the order to stay: literals, and `true` for one that cannot. `spelt`: the own
 * text, where it is known without them.
 */
function listChanging(
  texts: readonly TextValue[],
  compare: Comparison['compare'],
  spelt: readonly Spelling[],
  asked: Asked,
): readonly (number | true)[] {
  const { literal } = asked;
  if (texts.length === 0) return [true];
  const own = texts.filter((text) => holdsLiteral(text, literal)).flatMap((text) => spell(text, asked));
  const known = spelt.length > 0 ? spelt : own;
  return texts.flatMap((text): readonly (number | true)[] => {
    if (holdsLiteral(text, literal)) return [];
    const beside = findKnownText(text);
    if (beside === null || known.length === 0) return [true];
    const isSame = ({ before, after }: Spelling) => isSameOrder(compare(before, beside), compare(after, beside));
    return known.every(isSame) ? [] : [findPathLiteral(text) ?? true];
  });
}

/** What has to change with a text for the order of a comparison to stay; none where nothing is compared. */
export function listOrderedWith(
  node: SyntaxNode,
  spelt: readonly Spelling[],
  asked: Asked,
): readonly (number | true)[] {
  const comparison = findComparison(node);
  if (comparison === null || isHarmless(asked.evaluator, comparison.node, asked.module)) return [];
  return listChanging(listBeside(comparison.other, asked), comparison.compare, spelt, asked);
}

/** The same of `list.sort()`, for a text in the list. */
export function listSortedWith(list: SyntaxNode, asked: Asked): readonly (number | true)[] {
  const { evaluator, module } = asked;
  const lists = listOptions(evaluator.evaluate(list, module, evaluator.anyCaller));
  const texts = lists.flatMap((option) => {
    const elements = option.type === 'array' ? listElements(evaluator, option) : null;
    return elements?.flatMap((element) => listTexts(element, list, module)) ?? [];
  });
  return listChanging(texts, byCharacters, [], asked);
}
