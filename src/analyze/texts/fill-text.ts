import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import type { Atom, TextValue, Value } from '../values/values.ts';
import { concatTexts } from './concat-texts.ts';
import { getTextHead, listTexts, makeAtomsValue, mapTexts, splitAtoms } from './texts.ts';

/** A text with places for values: what is filled in, and what stays as it is written. */

/** What comes to a place, by its match and how many places stand before it; `null`: the place stays. */
type Filler = (match: RegExpMatchArray, index: number) => Value | null;

/** Literals that stand side by side are looked at as one; what is not known between them holds no place. */
function fillOne(text: TextValue, pattern: RegExp, fill: Filler, node: SyntaxNode, module: Module): Value {
  const pieces: (readonly TextValue[])[] = [];
  const keep = (atoms: readonly Atom[]) => {
    if (atoms.length > 0) pieces.push([{ ...text, atoms }]);
  };
  let count = 0;
  let rest = text.atoms;
  while (rest.length > 0) {
    const run = getTextHead(makeAtomsValue(rest));
    let from = 0;
    for (const match of run.matchAll(pattern)) {
      const value = fill(match, count);
      count += 1;
      if (value === null) continue;
      const [before, behind] = splitAtoms(rest, match.index - from);
      keep(before);
      pieces.push(listTexts(value, node, module));
      from = match.index + match[0].length;
      rest = splitAtoms(behind, match[0].length)[1];
    }
    const [kept, others] = splitAtoms(rest, run.length - from);
    keep(kept);
    const next = others.findIndex((atom) => atom.kind === 'text');
    keep(next === -1 ? others : others.slice(0, next));
    rest = next === -1 ? [] : others.slice(next);
  }
  return concatTexts(pieces, node, module);
}

/** Fills every text that a template can be; what is no text stays. The pattern is global. */
export function fillPlaces(template: Value, pattern: RegExp, fill: Filler, node: SyntaxNode, module: Module): Value {
  return mapTexts(template, (text) => fillOne(text, pattern, fill, node, module));
}
