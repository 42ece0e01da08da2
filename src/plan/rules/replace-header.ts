import type { FileEdit, HeaderPlace } from '../../model/message.ts';
import { findUsualQuote } from '../../model/usual-quote.ts';

/** `x-api-key: key` as `Authorization: Bearer key`, in the style in which the file writes texts. */

/** Files that put texts together by `+` go on doing so. */
function findConcatQuote(source: string): "'" | '"' | null {
  const written = /(['"])Bearer \1\s*\+/.exec(source)?.[1];
  if (written !== undefined) return written === '"' ? '"' : "'";
  const hasNewer = /`|=>|\b(?:const|let)\s/.test(source);
  // Where nothing in the file is newer than functions, an old engine may read it as it is.
  const isOldStyle =
    /\bvar\s/.test(source) || (/\bfunction\b/.test(source) && !/\b(?:class|import|export|async)\b/.test(source));
  if (hasNewer || !isOldStyle) return null;
  return findUsualQuote(source);
}

function writeValue(place: HeaderPlace, source: string): string {
  const value = source.slice(place.innerStart, place.innerEnd);
  const quote = findConcatQuote(source);
  if (quote === null) return `\`Bearer \${${value}}\``;
  return `${quote}Bearer ${quote} + ${place.valueKind === 'operand' ? value : `(${value})`}`;
}

/** Null where it cannot be done with certainty. */
export function replaceHeader(place: HeaderPlace, source: string): readonly FileEdit[] | null {
  const written = replaceWritten(place, source);
  if (place.hasAuthorization && place.guards.length > 0) return null;
  const edits =
    written === null ? null : [...written, ...place.guards.map((guard) => ({ file: place.file, ...guard }))];
  const type = place.type?.edit;
  if (type == null || edits === null) return edits;
  // Beside an Authorization that stays the literal would have one member less than its type.
  return place.hasAuthorization ? null : [...edits, { file: place.file, ...type }];
}

function replaceWritten(place: HeaderPlace, source: string): readonly FileEdit[] | null {
  const { file } = place;
  if (place.hasAuthorization) return place.removal === null ? null : [{ file, ...place.removal, text: '' }];
  const key = { file, ...place.key };
  if (place.hasScheme) return [key];
  switch (place.valueKind) {
    case 'list':
      return null;
    case 'string':
    case 'template': {
      // What n8n works out has a sign before it: `={{$credentials.apiKey}}`.
      const isWorkedOut = source.startsWith('={{', place.innerStart + 1);
      const start = place.innerStart + (isWorkedOut ? 2 : 1);
      return [key, { file, start, end: start, text: 'Bearer ' }];
    }
    default:
      return [key, { file, start: place.valueStart, end: place.valueEnd, text: writeValue(place, source) }];
  }
}
