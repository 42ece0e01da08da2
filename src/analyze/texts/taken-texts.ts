import type { Taken } from '../../model/url-value.ts';
import { getPathAtoms, splitAtPath } from '../urls/urls.ts';
import type { Atom, Provenance, TextValue } from '../values/values.ts';
import { listTaken, markTaken, sliceAtoms } from './taken-places.ts';
import { findKnownText, getTextHead, makeAtomsValue, splitAtoms } from './texts.ts';

/**
 * `base.replace('/agents', '/calls')`: what a program takes out of a text, and what it puts there. What is left knows the
 * place of what was taken, because the program would not find it there behind an edit.
 */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly by: readonly Piece[];
}

/** Characters of the text itself, by their numbers, or others. */
export type Piece = { readonly start: number; readonly end: number } | readonly Atom[];

function isRange(piece: Piece): piece is { readonly start: number; readonly end: number } {
  return 'start' in piece;
}

/** `url.pathname`: what stood before the path says by its host whose path it is. */
export function readPathname({ atoms }: TextValue, from: Provenance): TextValue {
  const path = getPathAtoms(atoms);
  const [authority] = splitAtPath(atoms);
  const host = /^https?:\/\/([^/?#@]+)$/i.exec(getTextHead(makeAtomsValue(authority)))?.[1];
  if (host === undefined || authority.some(({ kind }) => kind !== 'text')) return makeAtomsValue(path, from);
  const taken = listTaken(authority).map((place) => ({ ...place, host }));
  return makeAtomsValue(markTaken(path, taken), from);
}

/** What a cut takes for good: not what it puts back. */
function takeOut(atoms: readonly Atom[], { start, end, by }: Cut): readonly Taken[] {
  const kept = by.filter(isRange).sort((left, right) => left.start - right.start);
  const taken: Taken[] = [];
  let from = start;
  for (const piece of kept) {
    if (piece.start > from) taken.push(...listTaken(sliceAtoms(atoms, from, piece.start)));
    from = Math.max(from, piece.end);
  }
  return from < end ? [...taken, ...listTaken(sliceAtoms(atoms, from, end))] : taken;
}

/** Changes the parts of a text that stand between what is not known. */
export function changeRuns(text: TextValue, change: (run: TextValue) => TextValue): TextValue {
  if (findKnownText(text) !== null) return change(text);
  const atoms: Atom[] = [];
  for (let rest = text.atoms; rest.length > 0; ) {
    const end = rest.findIndex((atom) => atom.kind !== 'text');
    const run = end === -1 ? rest : rest.slice(0, end);
    atoms.push(...change({ ...text, atoms: run }).atoms);
    if (end !== -1) atoms.push(...rest.slice(end, end + 1));
    rest = end === -1 ? [] : rest.slice(end + 1);
  }
  return { ...text, atoms };
}

/** The text with other characters in the place of each cut; the cuts follow each other, and all before them is known. */
export function replaceCuts(text: TextValue, cuts: readonly Cut[]): TextValue {
  let result: readonly Atom[] = [];
  let taken: readonly Taken[] = [];
  let from = 0;
  const add = (atoms: readonly Atom[]) => {
    if (atoms.length === 0) return;
    result = [...result, ...markTaken(atoms, taken)];
    taken = [];
  };
  for (const cut of cuts) {
    add(sliceAtoms(text.atoms, from, cut.start));
    taken = [...taken, ...takeOut(text.atoms, cut)];
    for (const piece of cut.by) add(isRange(piece) ? sliceAtoms(text.atoms, piece.start, piece.end) : piece);
    from = cut.end;
  }
  add(splitAtoms(text.atoms, from)[1]);
  return { ...text, atoms: result.length > 0 && taken.length > 0 ? markTaken(result, taken) : result };
}

/** `path.replace(/^\/v1/, '')`, where there is none: a version that is put into the path would be taken out again. */
export function noteUndone(text: TextValue): TextValue {
  return { ...text, atoms: markTaken(text.atoms, listTaken(getPathAtoms(text.atoms))) };
}
