import { nameKey } from '../../syntax/nodes.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { findBindingOf } from '../modules/module.ts';
import { listReadings } from '../modules/name-readings.ts';
import { stepMember } from './answer-kinds.ts';
import type { BodyReads } from './body-reads.ts';
import { atValue, isBody, type Place } from './carried.ts';
import { listKept } from './kept-answers.ts';
import { holdsOnly } from './other-values.ts';

/** Where an answer is read that gets a name, or is taken apart. */

function listReadsOf(binding: Binding, place: Place): readonly Place[] {
  const { module } = place;
  return listReadings(binding.declaration, module).map((name) => atValue(name, module, place));
}

/** `data = await response.json()`, where the name is given nothing else that is like an answer. */
export function listAssigned(target: SyntaxNode, place: Place, reads: BodyReads): readonly Place[] {
  const binding = target.type === 'Identifier' ? findBindingOf(place.module, target) : undefined;
  if (binding !== undefined && holdsOnly(binding, place.node, place.module)) return listReadsOf(binding, place);
  const kept = listKept(target, place);
  if (kept === null) reads.lose(place);
  return kept ?? [];
}

function listOfProperty(property: SyntaxNode, place: Place, reads: BodyReads): readonly Place[] {
  const { kind, path } = place;
  const name = property.type === 'ObjectProperty' ? nameKey(property) : null;
  if (property.type !== 'ObjectProperty' || name === null) {
    reads.lose(place);
    return [];
  }
  if (path.length > 0)
    return name === path[0] ? listNamed(property.value, { ...place, path: path.slice(1) }, reads) : [];
  if (kind === 'body') {
    // A default is there for bodies that lack the member.
    const part = reads.take(name, place, property.key, property.value.type === 'AssignmentPattern');
    return part === null ? [] : listNamed(property.value, { ...place, ...part }, reads);
  }
  if (kind === 'part') reads.readOfPart(name, property.key, place);
  const next = stepMember(kind, name);
  return next === null ? [] : listNamed(property.value, { ...place, kind: next }, reads);
}

/** Where the names of a pattern are read. */
export function listNamed(pattern: SyntaxNode, place: Place, reads: BodyReads): readonly Place[] {
  const { module, path } = place;
  switch (pattern.type) {
    case 'AssignmentPattern':
      return listNamed(pattern.left, place, reads);
    case 'Identifier': {
      const binding = findBindingOf(module, pattern);
      if (binding !== undefined && binding.assignments.length === 0) return listReadsOf(binding, place);
      reads.lose(place);
      return [];
    }
    case 'ArrayPattern': {
      const [index, ...rest] = path;
      const element = index === undefined ? null : pattern.elements[Number(index)];
      if (element) return listNamed(element, { ...place, path: rest }, reads);
      if (isBody(place)) reads.read('[]', place, pattern);
      return [];
    }
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => listOfProperty(property, place, reads));
    default:
      reads.lose(place);
      return [];
  }
}
