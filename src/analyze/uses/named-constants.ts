import { isCallNode, isMemberNode, nameKey, nameMember, unwrap } from '../../syntax/nodes.ts';
import type { Binding, BindingSource } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { listBehindNames } from '../following/renamed-readings.ts';
import type { Importers, Reading } from '../importing/importers.ts';
import { type ExportPlace, findExport } from '../modules/find-export.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { ModuleGraph } from '../modules/modules.ts';
import { findRequired } from '../modules/required.ts';
import { findExportPath } from './places.ts';

/** What a name that is set once stands for, be it in another file: `SLOW`, `paths.SLOW` of `import * as paths`. */

export interface Named {
  readonly node: SyntaxNode;
  readonly module: Module;
  /** How the file calls it. */
  readonly name: string;
  /** Null for what has no name but that of its export: `exports.SLOW = […]`. */
  readonly binding: Binding | null;
}

/** The module that is imported or required, and the member of it that the name stands for; `*` for the whole. */
function findImported(
  source: BindingSource,
  module: Module,
): { readonly specifier: string; readonly name: string } | null {
  if (source.kind === 'import') return { specifier: source.specifier, name: source.imported };
  if (source.kind !== 'value' || source.node === null || !isCallNode(source.node)) return null;
  const specifier = findRequired(source.node, module);
  const [step, ...others] = source.steps;
  if (specifier === null || others.length > 0) return null;
  if (step === undefined) return { specifier, name: '*' };
  return step.kind === 'property' ? { specifier, name: step.name } : null;
}

function findLocal(binding: Binding | undefined, module: Module): Named | null {
  if (binding === undefined || binding.assignments.length > 0) return null;
  const { name, source } = binding;
  if (source.kind !== 'value' || source.node === null || source.steps.length > 0) return null;
  return { node: source.node, module, name, binding };
}

/** `exports.SLOW = SLOW`, `module.exports = { SLOW }`, `exports.SLOW = ['/calls']` */
function findGiven(given: SyntaxNode, module: Module, name: string | null): Named | null {
  const node = unwrap(given);
  if (node.type === 'Identifier') return findLocal(findBindingOf(module, node), module);
  return name === null ? null : { node, module, name, binding: null };
}

function findAt(place: ExportPlace, name: string): Named | null {
  if (place.kind === 'binding') return findLocal(place.binding, place.module);
  if (place.kind === 'expression') return place.others === undefined ? findGiven(place.node, place.module, name) : null;
  if (place.kind !== 'member') return null;
  const whole = unwrap(place.whole);
  const members = whole.type === 'ObjectExpression' ? whole.properties : [];
  const member = members.find((one) => one.type === 'ObjectProperty' && nameKey(one) === name);
  return member?.type === 'ObjectProperty' ? findGiven(member.value, place.module, null) : null;
}

function findExported(graph: ModuleGraph, module: Module, name: string): Named | null {
  const place = findExport(graph, module, name);
  return place === null ? null : findAt(place, name);
}

export function findNamed(graph: ModuleGraph, given: SyntaxNode, module: Module): Named | null {
  const inner = unwrap(given);
  const binding = findBindingOf(module, isMemberNode(inner) ? inner.object : inner);
  if (binding === undefined) {
    const [own] = findExportPath(inner) ?? [];
    return own === undefined ? null : findExported(graph, module, own);
  }
  if (binding.assignments.length > 0) return null;
  const imported = findImported(binding.source, module);
  if (imported === null) return isMemberNode(inner) ? null : findLocal(binding, module);
  if (isMemberNode(inner) !== (imported.name === '*')) return null;
  const target = graph.resolve(module, imported.specifier);
  const name = isMemberNode(inner) ? nameMember(inner) : imported.name;
  return typeof target === 'string' || name === null ? null : findExported(graph, target, name);
}

/** Where it is read, by whatever name. */
export function listReadingsOf(importers: Importers, { module, name, binding }: Named): readonly Reading[] {
  const own = binding === null ? importers.listExportReadings(module, name) : importers.listReadings(module, binding);
  return listBehindNames(importers, own);
}
