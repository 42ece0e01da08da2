import { isAskedBySchema } from '../questions/schema-questions.ts';
import type { Asked } from '../questions/versioned-spellings.ts';
import type { Place } from '../uses/places.ts';
import { isIdentity } from './identifying-urls.ts';

/** Does somebody know the whole URL just as it is written: another party by that name, a schema by its pattern? */
export function isKnownAsWritten(place: Place, asked: Asked, isSent: boolean): boolean {
  return isIdentity(asked.evaluator, place, isSent) || isAskedBySchema(place, asked);
}
