import { nameSeam } from '../../model/url-value.ts';
import { splitAtPath } from '../urls/urls.ts';
import type { TextValue } from '../values/values.ts';

/**
 * `let endpoint = '';`, and a path in each branch that follows, handed on to a wrapper: on that way the address alone is what stood
 * there before a path was chosen. A way that only asks for the root of the base has no such path.
 */

/** An address, and nothing of a path behind it. */
function isBare({ atoms }: TextValue): boolean {
  return splitAtPath(atoms)[1].every((atom) => atom.kind === 'text' && atom.text === '/');
}

/** Where the texts enter that are a path. */
function nameEntries(texts: readonly TextValue[]): ReadonlySet<string> {
  const begins = texts.flatMap(({ atoms }) => splitAtPath(atoms)[1].slice(0, 2));
  const paths = begins.filter((atom) => atom.kind === 'text' && /^\/?\w/.test(atom.text));
  return new Set(paths.flatMap(({ seams = [] }) => seams.map(nameSeam)));
}

/** The texts of one way, without those that are only there until another is set. */
export function leaveUnset(texts: readonly TextValue[]): readonly TextValue[] {
  if (texts.length < 2 || !texts.some(({ seams = [] }) => seams.length > 0)) return texts;
  const entries = nameEntries(texts);
  return texts.filter((text) => !(text.seams ?? []).some((seam) => entries.has(nameSeam(seam))) || !isBare(text));
}
