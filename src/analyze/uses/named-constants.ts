import { isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Binding, BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findExport } from '../modules/find-export.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';

/** What a name that is set once stands for, be it in another file: `SLOW`, `paths.SLOW` of `import * as paths`. */

export interface Named {
  readonly node: SyntaxNode;
  readonly module: Module;
  readonly binding: Binding;
}

export function findNamed(graph: ModuleGraph, name: SyntaxNode, module: Module): Named | null {
  const inner = unwrap(name);
  const binding = findBindingOf(module, isMemberNode(inner) ? inner.object : inner);
  if (binding === undefined || binding.assignments.length > 0) return null;
  const { source } = binding;
  const imported = source.kind === 'import' ? source.imported : null;
  if (isMemberNode(inner)) return imported === '*' ? findExported(graph, module, source, nameMember(inner)) : null;
  if (source.kind === 'value')
    return source.node === null || source.steps.length > 0 ? null : { node: source.node, module, binding };
  return findExported(graph, module, source, imported);
}

function findExported(graph: ModuleGraph, module: Module, source: BindingSource, name: string | null): Named | null {
  if (source.kind !== 'import' || name === null) return null;
  const target = graph.resolve(module, source.specifier);
  const place = typeof target === 'string' ? null : findExport(graph, target, name);
  if (place?.kind !== 'binding' || place.binding.assignments.length > 0) return null;
  const declared = place.binding.source;
  if (declared.kind !== 'value' || declared.node === null || declared.steps.length > 0) return null;
  return { node: declared.node, module: place.module, binding: place.binding };
}
