import { type CallNode, getKeyName, getStart, isFunctionNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { getLocation, type ModuleGraph } from '../modules.ts';

/** A message that a wrapper throws matters to nobody, unless a test pins its words. */

const ASSERTIONS =
  /^(?:toThrow(?:Error)?|throws?|rejects|rejectedWith|toBe|toEqual|toStrictEqual|toContain|toMatch(?:Object)?|(?:deep)?(?:strict)?equal|match|includes?)$/i;

/** Is the value part of what a `throw` throws? */
export function isThrown(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined && !isFunctionNode(at); at = getParent(at))
    if (at.type === 'ThrowStatement') return true;
  return false;
}

function readAsserted(node: SyntaxNode): string {
  if (node.type === 'StringLiteral') return node.value;
  if (node.type === 'RegExpLiteral') return node.pattern.replaceAll('\\/', '/');
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('\0');
  return '';
}

/** The arguments of an assertion, also those of an error in it. */
function listAsserted(call: CallNode): readonly SyntaxNode[] {
  if (call.type !== 'CallExpression') return [];
  const callee = unwrap(call.callee);
  const name = isMemberNode(callee) ? getKeyName(callee.property, callee.computed) : null;
  if (name === null || !ASSERTIONS.test(name)) return [];
  return call.arguments.flatMap((argument) => (argument.type === 'NewExpression' ? argument.arguments : [argument]));
}

/** Words of a message in front of a path. */
function mentions(asserted: string, path: string): boolean {
  const wanted = path.startsWith('/') ? path : `/${path}`;
  return path.length > 1 && asserted.indexOf(wanted) > 0 && !/^https?:/.test(asserted);
}

/** Where a test asserts a message with this path in it, `file:line`; null when none does. */
export function findAssertedMessage(graph: ModuleGraph, path: string): string | null {
  for (const module of graph.loaded) {
    for (const call of module.scripts.flatMap((script) => script.calls)) {
      if (!listAsserted(call).some((node) => mentions(readAsserted(node), path))) continue;
      const { file, line } = getLocation(module, getStart(call));
      return `${file}:${line}`;
    }
  }
  return null;
}
