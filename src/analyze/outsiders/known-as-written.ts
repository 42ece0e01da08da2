import { isAskedBySchema } from '../questions/schema-questions.ts';
import type { Asked } from '../questions/versioned-spellings.ts';
import type { Place } from '../uses/places.ts';
import { isAskedInProcess } from './asked-in-process.ts';
import { isIdentity } from './identifying-urls.ts';

/** Does somebody know the whole URL just as it is written: another party by that name, a schema by its pattern, an own server by its route? */
export function isKnownAsWritten(place: Place, asked: Asked, isSent: boolean): boolean {
  const { evaluator } = asked;
  return isIdentity(evaluator, place, isSent) || isAskedBySchema(place, asked) || isAskedInProcess(evaluator, place);
}
