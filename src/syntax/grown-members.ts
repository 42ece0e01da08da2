import { isMemberNode, nameMember, unwrap } from './nodes.ts';
import { getParent, setParent } from './parents.ts';
import type { MemberAssignment } from './script-facts.ts';
import type { SyntaxNode } from './tree.ts';

/** `state.path += part`, also as `state.path = state.path + part` and `state.path = `${state.path}/${part}``: what is put behind a member. */

/** Are both the same member of the same name, or of the same `this`? */
function isSame(one: SyntaxNode, other: SyntaxNode): boolean {
  const [left, right] = [unwrap(one), unwrap(other)];
  if (left.type === 'Identifier') return right.type === 'Identifier' && left.name === right.name;
  if (left.type === 'ThisExpression') return right.type === 'ThisExpression';
  const name = nameMember(left);
  return (
    name !== null &&
    isMemberNode(left) &&
    isMemberNode(right) &&
    nameMember(right) === name &&
    isSame(left.object, right.object)
  );
}

/** An expression that nobody wrote, of parts that stay where they are. */
function make(fields: object, first: SyntaxNode, last: SyntaxNode): SyntaxNode {
  return { ...fields, start: first.start, end: last.end } as SyntaxNode;
}

/** What is left of a sum or a template without the member that it begins with; null where it begins with something else. */
function dropStart(value: SyntaxNode, target: SyntaxNode): SyntaxNode | null {
  const node = unwrap(value);
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    if (isMemberNode(unwrap(node.left)) && isSame(node.left, target)) return node.right;
    const rest = dropStart(node.left, target);
    return rest === null
      ? null
      : make({ type: 'BinaryExpression', operator: '+', left: rest, right: node.right }, rest, node);
  }
  const [first, ...expressions] = node.type === 'TemplateLiteral' ? node.expressions : [];
  if (node.type !== 'TemplateLiteral' || first === undefined || node.quasis[0]?.value.raw !== '') return null;
  const [, start, ...others] = node.quasis;
  if (start === undefined || !isMemberNode(unwrap(first)) || !isSame(first, target)) return null;
  return make({ type: 'TemplateLiteral', quasis: [start, ...others], expressions }, start, node);
}

const found = new WeakMap<SyntaxNode, SyntaxNode | null>();

/** What an assignment puts behind the member; null for one that sets it anew. */
export function readAppended({
  target,
  value,
  operator,
}: Pick<MemberAssignment, 'target' | 'value' | 'operator'>): SyntaxNode | null {
  if (operator !== '=') return operator === '+=' ? value : null;
  if (value.type !== 'BinaryExpression' && value.type !== 'TemplateLiteral') return null;
  const known = found.get(value);
  if (known !== undefined) return known;
  const rest = isMemberNode(target) ? dropStart(value, target) : null;
  const around = getParent(value);
  // What nobody wrote runs where the whole does.
  if (rest !== null && around !== undefined && getParent(rest) === undefined) setParent(rest, around);
  found.set(value, rest);
  return rest;
}
