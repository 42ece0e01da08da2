import type { Atom } from '../values/values.ts';
import { sliceAtom } from './texts.ts';

/** A text as one string, to search it: what is not known counts as one character. */

const UNKNOWN = '\0';

export function flatten(atoms: readonly Atom[]): string {
  return atoms.map((atom) => (atom.kind === 'text' ? atom.text : UNKNOWN)).join('');
}

/** The atoms from one place of the string to another. */
export function sliceFlat(atoms: readonly Atom[], start: number, end: number): readonly Atom[] {
  let position = 0;
  return atoms.flatMap((atom): readonly Atom[] => {
    const from = Math.max(0, start - position);
    const length = atom.kind === 'text' ? atom.text.length : 1;
    const to = Math.min(length, end - position);
    position += length;
    if (from >= to) return [];
    return atom.kind === 'text' ? [sliceAtom(atom, from, to)] : [atom];
  });
}
