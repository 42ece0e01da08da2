import { isFunctionNode, nameKey, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { ADDRESS } from '../classes/open-fields.ts';
import type { ModuleExport } from '../modules/collect-exports.ts';
import type { Module } from '../modules/module.ts';

function findFunction(found: ModuleExport): SyntaxNode | null {
  if (found.kind === 'from') return null;
  if (found.kind === 'expression') return unwrap(found.node);
  const { source } = found.binding;
  if (source.kind === 'function') return source.fn;
  return source.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
}

function hasOpenDefault(node: SyntaxNode | null): boolean {
  const [param] = node !== null && isFunctionNode(node) ? node.params : [];
  const pattern = param?.type === 'AssignmentPattern' ? param.left : param;
  if (pattern?.type !== 'ObjectPattern') return false;
  return pattern.properties.some(
    (member) =>
      member.type === 'ObjectProperty' &&
      member.value.type === 'AssignmentPattern' &&
      ADDRESS.test(nameKey(member) ?? ''),
  );
}

/** `export function List({ host = HOST })`: does it export what any caller, or element, can give another address? */
export function exportsOpenDefault(module: Module): boolean {
  return [...module.exports.values()].some((found) => hasOpenDefault(findFunction(found)));
}
