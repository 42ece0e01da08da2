import { unwrap } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import type { OpenPlaces } from './open-places.ts';
import type { Place } from './places.ts';

/**
 * `const { state } = this; state.last = path`, `this.log.push(path)` of `new Voice(log)`: who has the object by another name finds it there.
 * So it is followed from where the object is written, as if it had stood there.
 */

/** Of more objects than these no program tells them apart by one name. */
const MAX_LITERALS = 16;

/** Of a parameter all callers say what it is. */
function listOwners(evaluator: Evaluator, receiver: SyntaxNode, module: Module): readonly Value[] {
  const own = listOptions(evaluator.evaluate(receiver, module, null));
  if (own.every(({ type }) => type !== 'param')) return own;
  return listOptions(evaluator.evaluate(receiver, module, evaluator.anyCaller));
}

export function openLiterals(evaluator: Evaluator, open: OpenPlaces, receiver: SyntaxNode, place: Place): void {
  const source = findBindingOf(place.module, receiver)?.source;
  const named = source?.kind === 'value' && source.node !== null ? unwrap(source.node) : null;
  const literals = new Set(
    listOwners(evaluator, receiver, place.module).flatMap((owner) =>
      owner.type === 'object' || owner.type === 'array' ? (owner.node ?? []) : [],
    ),
  );
  if (literals.size > MAX_LITERALS) return;
  for (const node of literals) {
    const module = evaluator.graph.findOwner(node);
    // Where the object is written, nothing is done with the text yet.
    if (module !== undefined && node !== named) open.add({ ...place, node, module, isHandedOver: true, handed: null });
  }
}
