import { isCallNode, isMemberNode, nameMember, unwrap } from '../../syntax/nodes.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { holdsLiteral } from '../texts/texts.ts';
import { CALL, type Place } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { listOptions } from '../values/unions.ts';
import type { TextValue, Value } from '../values/values.ts';

/** Does it begin with a text that stands in the code? */
function isWritten({ atoms: [first] }: TextValue): boolean {
  return first?.kind === 'text' && first.origin !== null;
}

/** Of an object: it is written out elsewhere, and takes over no other one's members. */
function isAnother(evaluator: Evaluator, value: Value, literal: number, { path }: Place): boolean {
  // In other letters nobody knows whose text it was.
  if (value.type === 'text') return isWritten(value) && !holdsLiteral(value, literal);
  if (value.type !== 'object' || value.node === null || path.length > 0 || value.pairs !== undefined) return false;
  return evaluator.identify(value.node) !== literal && value.entries.every(({ kind }) => kind === 'slot');
}

/** `findPath(false)`, `authHeader('bearer')`, of a function that gives back the literal otherwise: the call is known to give another. */
export function givesAnother(evaluator: Evaluator, literal: number, place: Place): boolean {
  if (!isCallNode(place.node)) return false;
  const given = listOptions(evaluator.evaluate(place.node, place.module, null));
  return given.every((option) => isAnother(evaluator, option, literal, place));
}

/** `PATHS[key]` in `PATHS[key].trim()`, from where the table stands up to what is read of it. */
function readsByKey(start: SyntaxNode, end: SyntaxNode): boolean {
  for (let node = unwrap(end); node !== unwrap(start); node = unwrap(node.object)) {
    if (!isMemberNode(node)) return false;
    if (nameMember(node) === null) return true;
  }
  return false;
}

/** `findPath(key)`, of a function that reads the table by the key that it is given. */
function asksByKey({ path: [step, ...others] }: Place, node: SyntaxNode): boolean {
  return step === CALL && others.length === 0 && isCallNode(node) && 'arguments' in node && node.arguments.length > 0;
}

/**
 * `PATHS[key]`, or `findPath(key)`, of a function that nobody calls with the key of the literal: what goes where the row of another key
 * does changes with that.
 */
export function reportReadInstead(
  reported: ReportedUses,
  { evaluator, literal }: { readonly evaluator: Evaluator; readonly literal: number },
  start: Place,
  place: Place,
): boolean {
  const { node, module, path, isHandedOver } = place;
  if (isHandedOver || start.path.length === 0 || path.length > 0) return false;
  if (!asksByKey(start, node) && !readsByKey(start.node, node)) return false;
  const read = listOptions(evaluator.evaluate(node, module, evaluator.anyCaller));
  if (!read.every((option) => option.type === 'text' && isAnother(evaluator, option, literal, place))) return false;
  const unless = read.flatMap((option) => {
    const [first] = option.type === 'text' ? option.atoms : [];
    return first?.kind === 'text' && first.origin !== null ? [first.origin.literal] : [];
  });
  if (unless.length > 0) reported.report(place, getParent(node) ?? node, '', false, { unless });
  return unless.length > 0;
}
