import { getParent } from '../../syntax/parents.ts';
import type { Place } from '../uses/places.ts';
import { isBareName } from './bare-names.ts';

/** `select * from ${SEGMENTS.agents}`: behind such a word a text names a table, whoever reads it, and be it that it is only shown. */

const BEFORE = /\b(?:from|into|update|join|table)\s+["'`]?$/i;

/** What a larger text holds right before the place. */
function readBefore({ node }: Place): string {
  const parent = getParent(node);
  if (parent?.type === 'TemplateLiteral') {
    const at = parent.expressions.findIndex((one) => one === node);
    return parent.quasis[at]?.value.raw ?? '';
  }
  const before =
    parent?.type === 'BinaryExpression' && parent.operator === '+' && parent.right === node ? parent.left : null;
  return before?.type === 'StringLiteral' ? before.value : '';
}

/** `text`: what stands in the source; a path with a slash is no table. */
export function namesTable(place: Place, text: string): boolean {
  return place.path.length === 0 && isBareName(text) && BEFORE.test(readBefore(place));
}
