import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf, isRead, type Module } from './modules.ts';

/** Where the file that declares a name, or the parameter of this name, reads it. */
export function listReadings(declared: SyntaxNode, module: Module): readonly SyntaxNode[] {
  const name = declared.type === 'AssignmentPattern' ? declared.left : declared;
  const binding = findBindingOf(module, name);
  if (binding === undefined) return [];
  return module.scripts
    .flatMap(({ identifiers }) => identifiers.get(binding.name))
    .filter((reading) => reading !== name && isRead(reading) && findBindingOf(module, reading) === binding);
}
