import { getParent } from './parents.ts';
import type { SyntaxNode } from './tree.ts';

/** What compilers put into a file to copy members: `_objectSpread`, `__assign`. Each call of one is read by its name. */

/** By the names of Babel, TypeScript, esbuild and SWC. */
export const COPYING_HELPER =
  /^(?:__assign|__spread(?:Values|Props)|_extends\d*|_objectSpread\d*|_object_spread(?:_props)?)$/;

const SETTING_HELPER = /^(?:__defNormalProp|_defineProperty|_define_property)$/;

function nameOf(node: SyntaxNode): string | null {
  if (node.type === 'FunctionDeclaration') return node.id?.name ?? null;
  if (node.type === 'VariableDeclarator') return node.id.type === 'Identifier' ? node.id.name : null;
  if (node.type === 'AssignmentExpression') return node.left.type === 'Identifier' ? node.left.name : null;
  return null;
}

/** `target[key] = source[key]` of such a helper: it gives its target any member, and says nothing of one. */
export function isInCopyingHelper(node: SyntaxNode): boolean {
  for (let at = getParent(node); at !== undefined; at = getParent(at)) {
    const name = nameOf(at);
    if (name !== null && (COPYING_HELPER.test(name) || SETTING_HELPER.test(name))) return true;
  }
  return false;
}
