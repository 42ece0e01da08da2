import type * as t from '@babel/types';
import type { PatternStep } from './destructuring.ts';
import { contains, isMemberNode, type MemberNode, nameMember, unwrap } from './nodes.ts';
import { getParent, setParent } from './parents.ts';
import { type Binding, findBinding } from './scopes.ts';
import type { MemberAssignment, ScriptFacts } from './script-facts.ts';
import type { SyntaxNode } from './tree.ts';

/** Names that a method gives to members of its `this`: `const { url } = this`, `const url = this.url`. */

/** Where a name gets its value from: of `const { url } = this` as of `const url = this.url`. */
export function readTaken(
  name: t.Identifier,
  { init }: t.VariableDeclarator,
  steps: readonly PatternStep[],
): { readonly node: SyntaxNode | null; readonly steps: readonly PatternStep[] } {
  const [first, ...rest] = steps;
  if (init?.type !== 'ThisExpression' || first?.kind !== 'property') return { node: init ?? null, steps };
  const { start, end } = name;
  const object = { type: 'ThisExpression', start, end } as SyntaxNode;
  const property = { type: 'Identifier', name: first.name, start, end } as SyntaxNode;
  const node = { type: 'MemberExpression', object, property, computed: false, start, end } as SyntaxNode;
  for (const part of [object, property]) setParent(part, node);
  setParent(node, name);
  return { node, steps: rest };
}

/** The member of `this` that a name stands for wherever it is read. */
export function findOwnMember({ source, assignments }: Binding): MemberNode | null {
  if (source.kind !== 'value' || source.node === null || source.steps.length > 0 || assignments.length > 0) return null;
  const member = unwrap(source.node);
  const isOwn = isMemberNode(member) && nameMember(member) !== null && unwrap(member.object).type === 'ThisExpression';
  return isOwn ? member : null;
}

/** `options.path = path` */
function isSetter(name: SyntaxNode): boolean {
  const member = getParent(name);
  const set = member !== undefined && isMemberNode(member) && member.object === name ? getParent(member) : undefined;
  return set?.type === 'AssignmentExpression' && set.left === member;
}

/** A name by which nothing but members are set: what reads them finds them at the member of `this`. */
function isOnlySet(binding: Binding, facts: ScriptFacts): boolean {
  const declarator = getParent(binding.declaration);
  return facts.identifiers.get(binding.name).every((node) => {
    const isDeclared = declarator !== undefined && contains(declarator, node);
    return isDeclared || findBinding(facts, node) !== binding || isSetter(node);
  });
}

function placeOnThis(assignment: MemberAssignment, facts: ScriptFacts): MemberAssignment {
  const name = unwrap(assignment.object);
  const binding = name.type === 'Identifier' ? findBinding(facts, name) : undefined;
  const member = binding === undefined ? null : findOwnMember(binding);
  return binding === undefined || member === null || !isOnlySet(binding, facts)
    ? assignment
    : { ...assignment, object: member };
}

/** `const { options } = this; options.path = path;` sets what `this.options.path = path` sets. */
export function placeAssignments(facts: ScriptFacts): ScriptFacts {
  return { ...facts, memberAssignments: facts.memberAssignments.map((assignment) => placeOnThis(assignment, facts)) };
}
