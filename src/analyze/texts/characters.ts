import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { Atom, TextValue, Value } from '../values/values.ts';
import { measureText } from './arithmetic.ts';
import { findKnownText, getTextHead, makeAtomsValue, makeText, makeUnknown, sliceAtom, splitAtoms } from './texts.ts';

/** Single characters of a text, and parts of it by their number, where they stand among those that are known. */

/** `text[index]`; null where the character is not known. */
export function findCharacter(text: TextValue, index: number): Value | null {
  const character = getTextHead(text)[index];
  if (character !== undefined) return makeText(character);
  return findKnownText(text) === null ? null : makeText('');
}

/** `text.at(-1)`; null where it is not known. */
export function findLastCharacter({ atoms }: TextValue): Value | null {
  const last = atoms.at(-1);
  return last?.kind === 'text' ? makeText(last.text.at(-1) ?? '') : null;
}

/** `text.length`, `text[0]` */
export function getTextMember(text: TextValue, name: string, node: SyntaxNode, module: Module): Value {
  if (name === 'length') return measureText(text, node, module);
  const character = /^\d+$/.test(name) ? findCharacter(text, Number(name)) : null;
  return character ?? makeUnknown(node, module, 'it is computed');
}

/** Of what is not known, what is left of it without its last characters is not known either. */
function dropLast(atoms: readonly Atom[], count: number): readonly Atom[] {
  const last = atoms.at(-1);
  if (count === 0 || last?.kind !== 'text') return atoms;
  if (last.text.length <= count) return dropLast(atoms.slice(0, -1), count - last.text.length);
  return [...atoms.slice(0, -1), sliceAtom(last, 0, last.text.length - count)];
}

/** Where a part ends: behind character `end`, or so many characters before the end of the text. */
export type PartEnd = { readonly end: number } | { readonly fromEnd: number };

/** The part of a text from character `start` on; null where that cuts what is not known. */
export function cutText(text: TextValue, start: number, to: PartEnd): TextValue | null {
  const known = getTextHead(text).length;
  const isLong = 'end' in to && to.end > known && findKnownText(text) === null;
  if (isLong || known < start) return null;
  const kept = 'end' in to ? splitAtoms(text.atoms, to.end)[0] : dropLast(text.atoms, to.fromEnd);
  return makeAtomsValue(
    splitAtoms(kept, start)[1].filter((atom) => atom.kind !== 'text' || atom.text !== ''),
    text,
  );
}

/** `text.trim()`, `text.trimStart()`, `text.trimEnd()`: what is not known has no blanks. */
export function trimText(text: TextValue, name: 'trim' | 'trimStart' | 'trimEnd'): TextValue {
  const { atoms } = text;
  const first = atoms.findIndex((atom) => atom.kind !== 'text' || atom.text.trim() !== '');
  const last = atoms.findLastIndex((atom) => atom.kind !== 'text' || atom.text.trim() !== '');
  if (first === -1) return { ...text, atoms: [] };
  const start = name === 'trimEnd' ? 0 : first;
  const end = name === 'trimStart' ? atoms.length - 1 : last;
  const kept = atoms.slice(start, end + 1).map((atom, index) => {
    if (atom.kind !== 'text') return atom;
    const left = index === 0 && name !== 'trimEnd' ? atom.text.length - atom.text.trimStart().length : 0;
    const right = index === end - start && name !== 'trimStart' ? atom.text.trimEnd().length : atom.text.length;
    return left === 0 && right === atom.text.length ? atom : sliceAtom(atom, left, right);
  });
  return { ...text, atoms: kept };
}
