import { findOutermost } from '../../syntax/enclosing.ts';
import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listElements } from '../members/objects.ts';
import { findParameterOwner, type Module } from '../modules/module.ts';
import { findKnownText, holdsLiteral, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';
import { isHarmless } from './judge-use.ts';
import { operate } from './text-operations.ts';
import { type Asked, type Spelling, spell } from './versioned-spellings.ts';

/** `a.path < b.path`, `a.path.localeCompare(b.path)`: what stands in front of what changes with a version in one of the two. */

interface Comparison {
  readonly node: SyntaxNode;
  readonly other: SyntaxNode;
  readonly compare: (own: string, other: string) => unknown;
}

const byLocale = (own: string, other: string): number => own.localeCompare(other);

function findComparison(inner: SyntaxNode): Comparison | null {
  const node = findOutermost(inner);
  const parent = getParent(node);
  if (parent === undefined) return null;
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
  return isMemberNode(callee) && /^(?:sort|toSorted)$/.test(nameMember(callee) ?? '') ? callee.object : null;
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
 * The texts that have to change as well for the order to stay: literals, and `true` for one that cannot. None where nothing is
 * compared, or the order stays.
 */
export function listOrderedWith(
  node: SyntaxNode,
  spelt: readonly Spelling[],
  asked: Asked,
): readonly (number | true)[] {
  const comparison = findComparison(node);
  const { evaluator, module, literal } = asked;
  if (comparison === null || isHarmless(evaluator, comparison.node, module)) return [];
  const { other, compare } = comparison;
  const texts = listBeside(other, asked);
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
