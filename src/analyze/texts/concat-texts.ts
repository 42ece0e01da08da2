import { flatMap } from '../../model/flat-map.ts';
import type { Seam } from '../../model/url-value.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { MAX_OPTIONS } from '../values/unions.ts';
import { mergeChoices } from '../values/value-marks.ts';
import { type Atom, type Choice, NO_PROVENANCE, type TextValue, type Value } from '../values/values.ts';
import { endsWithSlash, listBareForms } from './slash-forms.ts';
import { addSeams, joinProvenance, makeAtomsValue, makeHole, makeText, makeUnknown, UNSET } from './texts.ts';

/** Texts one after the other: alternatives multiply, and there are bounds. */

/** Do the texts belong to the same branches, rows and classes? */
export function isPossible(texts: readonly TextValue[]): boolean {
  return (
    texts.reduce<readonly Choice[] | null>(
      (known, text) => (known === null ? null : mergeChoices(known, text.choices)),
      [],
    ) !== null
  );
}

/** So many pairs are looked at to find those that go together. */
const MAX_TRIED = 40_000;

/** A text of more pieces than this is no URL. */
const MAX_ATOMS = 6000;

/** And so are many long ones: each sum of such would be as large as all that went into it. */
const MAX_ATOMS_OF_ALL = 60_000;

function countAtoms(texts: readonly TextValue[]): number {
  return texts.reduce((count, text) => count + text.atoms.length, 0);
}

/** `https://${host}` with a host that is not given: that of no server. */
function nameHost(text: TextValue, index: number, texts: readonly TextValue[]): TextValue {
  const [only] = text.atoms;
  if (only?.kind !== 'hole' || only.reason !== UNSET || text.atoms.length > 1) return text;
  const before = texts[index - 1]?.atoms.at(-1);
  return before?.kind === 'text' && before.text.endsWith('://') ? makeText('undefined') : text;
}

/** `${path.startsWith('/') ? '' : '/'}${path}`: where an empty text enters, there begins what follows. */
function joinTexts(given: readonly TextValue[]): TextValue {
  const texts = given.map(nameHost);
  let passed: readonly Seam[] = [];
  const atoms = flatMap(texts, (text): readonly Atom[] => {
    const [first, ...rest] = text.atoms;
    if (first === undefined) {
      passed = [...passed, ...(text.seams ?? [])];
      return [];
    }
    const own = passed.length === 0 ? text.atoms : [addSeams(first, passed), ...rest];
    passed = text.seams ?? [];
    return own;
  });
  const joined = makeAtomsValue(atoms, joinProvenance(texts));
  return passed.length === 0 ? joined : { seams: passed, ...joined };
}

/** The decision that each of the options belongs to: the class that is meant, the row of a table. */
function findDecision(piece: readonly TextValue[]): string | undefined {
  const [first, ...others] = piece;
  return first?.choices?.find(({ source }) =>
    others.every((option) => option.choices?.some((choice) => choice.source === source)),
  )?.source;
}

/** Stands for all that follows where there are too many alternatives. */
function makeRest(node: SyntaxNode, module: Module): TextValue {
  const rest = makeUnknown(node, module, `it can be more than ${MAX_OPTIONS} different texts`);
  return makeAtomsValue([makeHole(rest, node, module)]);
}

/** The alternatives, each continued with each of a piece that goes with it; null when those are more than the bound. */
function multiply(results: readonly TextValue[][], piece: readonly TextValue[]): TextValue[][] | null {
  if (results.length * piece.length > MAX_TRIED) return null;
  const bare = listBareForms(piece);
  const longer = flatMap(results, (result) => {
    const fitting = bare.size === 0 || endsWithSlash(result) ? piece : piece.filter((option) => !bare.has(option));
    return fitting.map((option) => [...result, option]);
  });
  const possible = longer.filter(isPossible);
  const kept = possible.length === 0 ? longer : possible;
  return kept.length > MAX_OPTIONS ? null : kept;
}

/** As many pieces as keep within the bound; what follows them is one that is not known. */
function boundPieces(
  pieces: readonly (readonly TextValue[])[],
  node: SyntaxNode,
  module: Module,
): readonly (readonly TextValue[])[] {
  let size = 1;
  const decisions = new Set<string>();
  const end = pieces.findIndex((piece) => {
    const decision = piece.length < 2 ? undefined : findDecision(piece);
    // Two that are decided at once go together one by one.
    const isDecided = decision !== undefined && decisions.has(decision) && size * piece.length < MAX_TRIED;
    if (decision !== undefined) decisions.add(decision);
    if (!isDecided) size *= Math.max(1, piece.length);
    return size > MAX_OPTIONS;
  });
  if (end === -1) return pieces;
  return [...pieces.slice(0, end), [makeRest(node, module)]];
}

/** One after the other; alternatives multiply. Beyond the bound the rest is unknown. */
export function concatTexts(all: readonly (readonly TextValue[])[], node: SyntaxNode, module: Module): Value {
  const pieces = boundPieces(all, node, module);
  let results: TextValue[][] = [[]];
  for (const piece of pieces) {
    if (piece.length === 1 && piece[0] !== undefined) for (const result of results) result.push(piece[0]);
    else {
      const longer = multiply(results, piece);
      if (longer === null) {
        for (const result of results) result.push(makeRest(node, module));
        break;
      }
      results = longer;
    }
  }
  const sizes = results.map(countAtoms);
  const isTooLarge =
    sizes.some((size) => size > MAX_ATOMS) || sizes.reduce((sum, size) => sum + size, 0) > MAX_ATOMS_OF_ALL;
  if (isTooLarge) {
    return makeUnknown(node, module, `it is put together of more than ${MAX_ATOMS} pieces`);
  }
  const options = results.map(joinTexts);
  return options.length === 1 && options[0] !== undefined
    ? options[0]
    : { type: 'union', raw: options, ...NO_PROVENANCE };
}
