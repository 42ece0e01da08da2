import type { Analysis } from '../model/analysis.ts';
import type { TextGroup } from './places.ts';
import type { Place } from './uses.ts';

/**
 * Addresses that others are compared with: `url === 'https://…/calls'`, the keys of a table, the elements of a set, a case. They
 * change with the requests for them, and mean nothing any more where those stay.
 */

const BEFORE =
  /(?:[!=]==?\s*|\bcase\s+|(?:\.|\[['"])(?:has|includes|startsWith|endsWith|indexOf|lastIndexOf|equals)(?:['"]\])?\(\s*|\bnew\s+(?:Set|Map)\(\s*\[[^\]]*)$/;
const BEHIND = /^\s*(?:[!=]==?|(?:\.|\[['"])length\b)/;
/** `{ 'https://…/calls': 60 }` */
const KEY = /[{,]\s*$/;
const BEHIND_KEY = /^\s*:/;
/** What stands before matters as far as this. */
const MAX_BEFORE = 240;

function isCompared({ file, start }: Place, analysis: Pick<Analysis, 'getText'>): boolean {
  const text = analysis.getText(file);
  const open = Math.max(...["'", '"', '`'].map((quote) => text.lastIndexOf(quote, start - 1)));
  const quote = text[open];
  const close = quote === undefined ? -1 : text.indexOf(quote, start);
  if (open < 0 || close < 0) return false;
  const before = text.slice(Math.max(0, open - MAX_BEFORE), open);
  const behind = text.slice(close + 1, close + MAX_BEFORE);
  return BEFORE.test(before) || BEHIND.test(behind) || (KEY.test(before) && BEHIND_KEY.test(behind));
}

/** No request sends the text, and each place that has it compares with it. */
export function isOfComparisons({ movers }: TextGroup, analysis: Pick<Analysis, 'getText'>): boolean {
  return (
    movers.length > 0 &&
    movers.every(
      ({ request, reference, place }) =>
        request === null && reference !== null && place !== null && isCompared(place, analysis),
    )
  );
}
