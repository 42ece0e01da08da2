import type { Evaluator } from '../evaluator.ts';
import { getTextHead, holdsLiteral, listTexts } from '../texts/texts.ts';
import { isAbsoluteUrl } from '../urls/urls.ts';
import type { Place } from '../uses/places.ts';
import type { TextValue } from '../values/values.ts';
import { evaluateHeld } from './place-values.ts';

/** `Recent ${KIND}`, `http_${PATH.slice(1)}_total`: a name in a heading or in a longer name, and no segment of a path. */

function isWithinWords({ atoms }: TextValue, literal: number): boolean {
  const isOwn = (atom: TextValue['atoms'][number]): boolean => atom.kind === 'text' && atom.origin?.literal === literal;
  const first = atoms.findIndex(isOwn);
  const [own, before, after] = [atoms[first], atoms[first - 1], atoms[atoms.findLastIndex(isOwn) + 1]];
  if (own?.kind !== 'text' || !/^\w/.test(own.text)) return false;
  if (before?.kind === 'text') return /[\w\s-]$/.test(before.text);
  return before === undefined && after?.kind === 'text' && /^[\w\s-]/.test(after.text);
}

/** Does the value that stands here hold the literal among words, whenever it holds it? */
export function isAmongWords(
  evaluator: Evaluator,
  place: Pick<Place, 'node' | 'module' | 'path'>,
  literal: number,
): boolean {
  const texts = listTexts(evaluateHeld(evaluator, place), place.node, place.module).filter((text) =>
    holdsLiteral(text, literal),
  );
  return (
    texts.length > 0 &&
    texts.every((text) => {
      const isText = text.atoms[0]?.kind === 'text' && !isAbsoluteUrl(text) && !/^[/?#]/.test(getTextHead(text));
      return isText && isWithinWords(text, literal);
    })
  );
}
