import type * as t from '@babel/types';
import type { ClassNode } from './nodes.ts';
import { setParent } from './parents.ts';

/** `@register('agents') class AgentsJob {}`, read as what it does: the decorator is called with the class. */

const known = new WeakMap<ClassNode, readonly t.CallExpression[]>();

export function listDecorationCalls(node: ClassNode): readonly t.CallExpression[] {
  const { decorators } = node;
  if (!decorators || decorators.length === 0) return [];
  const calls =
    known.get(node) ??
    decorators.map((decorator) => {
      const { expression: callee, start, end } = decorator;
      // The fields are those that Babel gives nodes of this type.
      const call = { type: 'CallExpression', callee, arguments: [node], start, end } as unknown as t.CallExpression;
      setParent(call, decorator);
      return call;
    });
  known.set(node, calls);
  return calls;
}
