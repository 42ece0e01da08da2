import { type FunctionNode, isMemberNode, unwrap } from './nodes.ts';
import { getParent } from './parents.ts';
import { callsItself } from './recursion.ts';
import type { SyntaxNode } from './tree.ts';
import { someNode } from './walk.ts';

/** `const run = (i, request) => list[i](request, (next) => run(i + 1, next))`: a function that goes through a list of others by itself. */

const known = new WeakMap<FunctionNode, boolean>();

/** `list[i](…)`, `const step = list[i]; step(…)` */
function isCalledElement(node: SyntaxNode, fn: FunctionNode, names: ReadonlySet<string>): boolean {
  if (!isMemberNode(node) || !node.computed || node.property.type !== 'Identifier' || !names.has(node.property.name))
    return false;
  const parent = getParent(node);
  if (parent?.type === 'CallExpression') return parent.callee === node;
  if (parent?.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier') return false;
  const { name } = parent.id;
  return someNode(fn.body, (call) => {
    const callee = call.type === 'CallExpression' ? unwrap(call.callee) : null;
    return callee?.type === 'Identifier' && callee.name === name;
  });
}

function goesThrough(fn: FunctionNode): boolean {
  const names = new Set(fn.params.flatMap((param) => (param.type === 'Identifier' ? [param.name] : [])));
  return names.size > 0 && callsItself(fn) && someNode(fn.body, (node) => isCalledElement(node, fn, names));
}

export function stepsThroughList(fn: FunctionNode): boolean {
  const before = known.get(fn) ?? goesThrough(fn);
  known.set(fn, before);
  return before;
}
