import { append } from '../../model/append.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, isRead, type Module } from './module.ts';

/** Where a file reads one name, for each of the things that bear it: functions by the hundred have a parameter `id`. */
type ReadingsOfName = ReadonlyMap<Binding, readonly SyntaxNode[]>;

const known = new WeakMap<Module, Map<string, ReadingsOfName>>();

function groupReadings(name: string, module: Module): ReadingsOfName {
  const readings = new Map<Binding, SyntaxNode[]>();
  for (const { identifiers } of module.scripts) {
    for (const node of identifiers.get(name)) {
      const binding = isRead(node) ? findBindingOf(module, node) : undefined;
      if (binding !== undefined) append(readings, binding, node);
    }
  }
  return readings;
}

/** Where the file that declares a name, or the parameter of this name, reads it. */
export function listReadings(declared: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const name = declared.type === 'AssignmentPattern' ? declared.left : declared;
  const binding = findBindingOf(module, name);
  if (binding === undefined) return [];
  const names = known.get(module) ?? new Map<string, ReadingsOfName>();
  known.set(module, names);
  const readings = names.get(binding.name) ?? groupReadings(binding.name, module);
  names.set(binding.name, readings);
  return (readings.get(binding) ?? []).filter((reading) => reading !== name);
}
