import { findPathStart } from '../../model/url-value.ts';
import { getTextHead, makeText, mapTexts } from '../texts/texts.ts';
import { withProvenance } from '../values/value-marks.ts';
import type { TextValue, UrlObjectValue, Value } from '../values/values.ts';

/** `new URL('https://api.voice.example').href` ends with a slash, which the code does not write. */
function addSlash(text: TextValue): TextValue {
  const last = text.atoms.at(-1);
  const isWhole = last?.kind === 'env' ? text.atoms.length === 1 : /^https?:\/\/[^/?#]/i.test(getTextHead(text));
  const hasPath = findPathStart(text.atoms).part < text.atoms.length;
  if (!isWhole || hasPath || last === undefined || last.kind === 'hole') return text;
  return { ...text, atoms: [...text.atoms, ...makeText('/').atoms] };
}

/** The text of a URL object: what `href`, `toString()` and templates make of it. */
export function spellUrl({ href, refs, trail }: UrlObjectValue): Value {
  return withProvenance(mapTexts(href, addSlash), refs, trail);
}
