import type { Taken } from '../../model/url-value.ts';
import type { Atom, TextValue } from '../values/values.ts';
import { splitAtoms } from './texts.ts';

/** The places of characters that a program takes out of a text, noted at what is left of it. */

export function sliceAtoms(atoms: readonly Atom[], start: number, end: number): readonly Atom[] {
  return splitAtoms(splitAtoms(atoms, end)[0], start)[1];
}

/** The places of the characters. Slashes alone are found with and without a version before them. */
export function listTaken(atoms: readonly Atom[]): readonly Taken[] {
  return atoms.flatMap((atom): readonly Taken[] => {
    if (atom.kind !== 'text' || atom.origin === null) return [];
    const { file, start, end } = atom.origin;
    return [{ file, start, end: /^\/+$/.test(atom.text) ? start : end, seams: atom.seams ?? [] }];
  });
}

/** Notes what was taken at the piece that stands in its place. */
export function markTaken(atoms: readonly Atom[], taken: readonly Taken[]): readonly Atom[] {
  const [first, ...rest] = atoms;
  return first === undefined || taken.length === 0
    ? atoms
    : [{ ...first, taken: [...(first.taken ?? []), ...taken] }, ...rest];
}

/** `list.slice(0, -6)`, `path.slice(0, 7)`: what is cut off, and where it is counted from the beginning, what is left as well. */
export function noteCutOff(kept: TextValue, whole: TextValue, start: number, isCounted: boolean): TextValue {
  const before = sliceAtoms(whole.atoms, 0, start);
  const length = kept.atoms.reduce((sum, atom) => sum + (atom.kind === 'text' ? atom.text.length : 0), 0);
  const behind = kept.atoms.every(({ kind }) => kind === 'text') ? splitAtoms(whole.atoms, start + length)[1] : [];
  const taken = [before, behind, isCounted ? kept.atoms : []].flatMap(listTaken);
  return { ...kept, atoms: markTaken(kept.atoms, taken) };
}
