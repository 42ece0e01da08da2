import { listDecorationCalls } from '../../syntax/decoration-calls.ts';
import { type ClassNode, isMemberNode, unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/** Is the decorator one of the project? Those of packages do nothing that is followed as a call. */
function isOwnDecorator(graph: ModuleGraph, { callee }: { readonly callee: SyntaxNode }, module: Module): boolean {
  let root = unwrap(callee);
  while (isMemberNode(root) || root.type === 'CallExpression')
    root = unwrap(isMemberNode(root) ? root.object : root.callee);
  const source = findBindingOf(module, root)?.source;
  return source !== undefined && (source.kind !== 'import' || graph.findFile(module, source.specifier) !== null);
}

/** The calls that the project's own decorators of a class stand for. */
export function listOwnDecorations(graph: ModuleGraph, node: ClassNode, module: Module) {
  return listDecorationCalls(node).filter((call) => isOwnDecorator(graph, call, module));
}
