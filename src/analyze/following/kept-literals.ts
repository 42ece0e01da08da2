import { isMemberNode, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { findBindingOf, type Module } from '../modules/module.ts';
import type { OpenPlaces } from '../uses/open-places.ts';
import type { Place } from '../uses/places.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `const { state } = this; state.last = path`, `this.log.push(path)` of `new Voice(log)`: who has the object by another name finds it there.
 * So it is followed from where the object is written, as if it had stood there.
 */

/** Of more objects than these no program tells them apart by one name. */
const MAX_LITERALS = 16;

/** `send({ method: 'GET' })`: what is written for a call alone is read by who is called. */
const HOLDERS = /^(?:VariableDeclarator|ObjectProperty|Class(?:Private)?Property|NewExpression|ArrayExpression)$/;

/** Has somebody else the object as well? */
function isHeld(literal: SyntaxNode): boolean {
  const parent = getParent(literal);
  if (parent?.type === 'AssignmentExpression') return isMemberNode(parent.left);
  return parent !== undefined && HOLDERS.test(parent.type);
}

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
    if (module !== undefined && node !== named && isHeld(node))
      open.add({ ...place, node, module, isHandedOver: true, handed: null });
  }
}
