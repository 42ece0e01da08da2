import type { Span } from '../../model/location.ts';
import { getSourceOffset } from '../../model/url-value.ts';
import type { Atom, TextAtom } from '../values/values.ts';

/** Which literals of the source a key is put together from: where they stand, never what they hold. */

/** A secret is of any alphabet that a header can carry, base64 among them; a port with a path and an origin are none. */
const LITERAL_KEY = /^(?:Bearer\s+)?([\w.~-]+):(?!\/\/|\d{1,5}\/)([\w.~+/=-]{6,})$/i;
/** `id:secret` is an example of a key. */
const MIN_ID = 3;
const SCHEME = /^\s*(?:Bearer|Basic|Token)\s+/i;
/** A header that holds more than one word is signed, or has another scheme. */
const ONE_WORD = /^[^\s<>=]*=*$/;
/** Shorter ones are found all over a program. */
const MIN_PART = 6;
const HOLE = '\0';

export function readKnownText(atoms: readonly Atom[]): string {
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : HOLE)).join('');
}

function looksRandom(text: string): boolean {
  return /\d/.test(text) && /[A-Za-z]/.test(text);
}

/** A template of several lines may break a key. */
function joinLines(known: string): string {
  return known.replace(/\s*\n\s*/g, '');
}

/** Is all of `<key_id>:<secret>` (§5.2) known? */
export function isWholeKey(known: string): boolean {
  const [, id = '', secret = ''] = LITERAL_KEY.exec(joinLines(known)) ?? [];
  return id.length >= MIN_ID || looksRandom(secret);
}

/** The characters of `atom` from `from` on, without the colons and blanks around them. */
function locatePart({ text, origin }: TextAtom, from: number): readonly (Span & { readonly text: string })[] {
  const rest = text.slice(from);
  const part = rest.replace(/^[\s:]+|[\s:]+$/g, '');
  if (origin === null || part.length < MIN_PART) return [];
  const first = from + rest.indexOf(part);
  const last = first + part.length - 1;
  const end = getSourceOffset(origin, last + 1);
  return [{ file: origin.file, start: getSourceOffset(origin, first), end, text: part }];
}

/**
 * The literals that make up a credential. Of a whole key the secret counts whatever it looks like; of anything else that
 * is sent as one only what is no word, for `production` is one all over a program.
 */
export function listKeyTexts(atoms: readonly Atom[]): readonly Span[] {
  const known = readKnownText(atoms);
  const scheme = SCHEME.exec(known)?.[0].length ?? 0;
  if (!ONE_WORD.test(joinLines(known.slice(scheme)))) return [];
  const colon = isWholeKey(known) ? known.indexOf(':') : Number.POSITIVE_INFINITY;
  const spans: Span[] = [];
  let at = 0;
  for (const atom of atoms) {
    const start = at;
    at += atom.kind === 'text' ? atom.text.length : HOLE.length;
    if (atom.kind !== 'text') continue;
    for (const { text, ...span } of locatePart(atom, Math.max(0, scheme - start)))
      if (at > colon + 1 || looksRandom(text)) spans.push(span);
  }
  return spans;
}
