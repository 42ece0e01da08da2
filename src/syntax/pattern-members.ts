import type * as t from '@babel/types';
import { isMemberNode, nameKey, nameMember } from './nodes.ts';
import { setParent } from './parents.ts';
import type { MemberAssignment } from './script-facts.ts';
import type { SyntaxNode } from './tree.ts';

/** `({ host: options.base } = settings)`: a member in a pattern is given what `options.base = settings.host` gives it. */

class PatternMembers {
  readonly found: MemberAssignment[] = [];
  readonly #assignment: t.AssignmentExpression;

  constructor(assignment: t.AssignmentExpression) {
    this.#assignment = assignment;
  }

  /** An expression that nobody wrote, where the right side stands. */
  #make(fields: object, parts: readonly SyntaxNode[]): SyntaxNode {
    const { start, end } = this.#assignment.right;
    const node = { ...fields, start, end } as SyntaxNode;
    for (const part of parts) if (part !== this.#assignment.right) setParent(part, node);
    setParent(node, this.#assignment);
    return node;
  }

  #read(object: SyntaxNode, key: string | number): SyntaxNode {
    const isIndex = typeof key === 'number';
    const property = this.#make(
      isIndex ? { type: 'NumericLiteral', value: key } : { type: 'Identifier', name: key },
      [],
    );
    return this.#make({ type: 'MemberExpression', object, property, computed: isIndex }, [object, property]);
  }

  collect(target: SyntaxNode, value: SyntaxNode): void {
    if (isMemberNode(target)) {
      const name = nameMember(target);
      if (name !== null) this.found.push({ object: target.object, target, name, value, operator: '=' });
    } else if (target.type === 'AssignmentPattern') {
      const either = { type: 'LogicalExpression', operator: '??', left: value, right: target.right };
      this.collect(target.left, this.#make(either, [value]));
    } else if (target.type === 'ArrayPattern') {
      for (const [index, element] of target.elements.entries())
        if (element !== null && element.type !== 'RestElement') this.collect(element, this.#read(value, index));
    } else if (target.type === 'ObjectPattern') {
      for (const property of target.properties) {
        const name = property.type === 'ObjectProperty' ? nameKey(property) : null;
        if (property.type === 'ObjectProperty' && name !== null) this.collect(property.value, this.#read(value, name));
      }
    }
  }
}

/** The members that a destructuring assignment sets; those that take the rest of an object are left out. */
export function listPatternMembers(node: t.AssignmentExpression): readonly MemberAssignment[] {
  if (node.left.type !== 'ObjectPattern' && node.left.type !== 'ArrayPattern') return [];
  const members = new PatternMembers(node);
  members.collect(node.left, node.right);
  return members.found;
}
