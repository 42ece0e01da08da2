import { flatMap } from '../../model/flat-map.ts';
import { getSourceOffset, type Seam, type TextOrigin } from '../../model/url-value.ts';
import { GIVEN_BY_USERS } from '../../syntax/markup/parts.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { getLocation, type Module, quoteSource } from '../modules/module.ts';
import { isNullish } from '../values/missing.ts';
import { joinRopes } from '../values/provenance.ts';
import { listOptions } from '../values/unions.ts';
import { mergeChoices } from '../values/value-marks.ts';
import {
  type Atom,
  type Choice,
  type HoleAtom,
  NO_PROVENANCE,
  type Provenance,
  type TextAtom,
  type TextValue,
  type UnknownValue,
  type Value,
} from '../values/values.ts';

/** Operations on texts that keep the place of every character. */

export function makeUnknown(node: SyntaxNode, module: Module, reason: string): UnknownValue {
  return { type: 'unknown', reason, node, module, query: false, ...NO_PROVENANCE };
}

/** Text that stands in no source: a separator that a library adds. */
export function makeText(text: string): TextValue {
  return {
    type: 'text',
    atoms: text === '' ? [] : [{ kind: 'text', text, origin: null, via: null }],
    ...NO_PROVENANCE,
  };
}

export function makeAtomsValue(atoms: readonly Atom[], from: Provenance = NO_PROVENANCE): TextValue {
  return {
    type: 'text',
    atoms,
    refs: from.refs,
    trail: from.trail,
    ...(from.choices === undefined ? {} : { choices: from.choices }),
  };
}

/** In the path of a parameter: the member of a table that it names. */
export const ROW = '[row]';

/** Why a value is not known that the program that runs must have got somewhere. */
export const UNSET = 'nothing that can be seen sets it';

/** Why a value is not known that is asked for while it is worked out. */
export const ON_ITSELF = 'it depends on itself';

/** `window.location.origin`, by whatever name a function is handed it. */
function nameAddressOfPage(value: Value): string | null {
  if (value.type !== 'external' || value.module !== 'global' || value.made !== null) return null;
  const name = value.path.join('.');
  return /^(?:document\.)?location(?:\.(?:origin|href))?$/.test(name) ? name : null;
}

export function makeHole(value: Value, node: SyntaxNode, module: Module): HoleAtom {
  const at = value.type === 'unknown' || value.type === 'param' ? value : { node, module };
  const open = value.type === 'param' ? value.open : null;
  return {
    kind: 'hole',
    label: nameAddressOfPage(value) ?? quoteSource(at.module, at.node),
    reason: describeReason(value),
    location: getLocation(at.module, getStart(at.node)),
    node: at.node,
    module: at.module,
    open,
    isRow: value.type === 'param' && value.path.includes(ROW),
    via: value.via ?? null,
    query: value.type === 'unknown' && value.query,
  };
}

function describeReason(value: Value): string {
  switch (value.type) {
    case 'unknown':
      return value.reason;
    case 'param':
      return value.path.length === 0
        ? 'it is a parameter and no caller in the project gives it a known value'
        : 'it comes from a parameter that no caller in the project gives a known value';
    case 'external':
      if (value.made !== null) return 'it is only known when the code runs';
      if (/^\.{1,2}\/.*\.json$/.test(value.module)) return `it stands in "${value.module}", which is no code`;
      if (value.module === 'global' && value.path.join('.') === GIVEN_BY_USERS) return 'who uses the page sets it';
      return `it comes from ${value.module === 'global' ? 'a global' : `the package "${value.module}"`}`;
    default:
      return `it is ${value.type === 'object' ? 'an object' : `a ${value.type}`}, not a text`;
  }
}

/** Every text that a value can be when it is converted to a string; `node` is the expression, for holes. */
export function listTexts(value: Value, node: SyntaxNode, module: Module): readonly TextValue[] {
  if (value.type === 'text') return [value];
  const all = listOptions(value);
  // Among others, null and undefined stand for "not given", and functions for what is called: no one sends them on purpose.
  const given = all.filter((option) => !isNullish(option) && option.type !== 'function' && option.type !== 'class');
  return flatMap(given.length === 0 ? all : given, (option): readonly TextValue[] => {
    switch (option.type) {
      case 'text':
        return [option];
      case 'primitive':
        if (!isNullish(option)) return [makeText(String(option.value))];
        // The program that runs has something there: it is set in a way that nobody sees.
        return [makeAtomsValue([makeHole(makeUnknown(node, module, UNSET), node, module)])];
      case 'url':
        return listTexts(option.href, node, module).map((text) =>
          makeAtomsValue(text.atoms, joinProvenance([option, text])),
        );
      default:
        return [makeAtomsValue([makeHole(option, node, module)], option)];
    }
  });
}

export function joinProvenance(values: readonly Provenance[]): Provenance {
  const refs = values.reduce<Provenance['refs']>((known, value) => joinRopes(known, value.refs), null);
  const trail = values.reduce<Provenance['trail']>((known, value) => joinRopes(known, value.trail), null);
  const choices = values.reduce<readonly Choice[]>((known, value) => mergeChoices(known, value.choices) ?? known, []);
  return choices.length === 0 ? { refs, trail } : { refs, trail, choices };
}

export function addSeams<T extends Atom | TextValue>(entering: T, seams: readonly Seam[]): T {
  // The new member first: in Node 20, each literal that begins with a spread and adds to it gets a hidden class of its own.
  return entering.seams === undefined ? { seams, ...entering } : { ...entering, seams: [...entering.seams, ...seams] };
}

/** Notes where the beginning of each text enters a larger one. */
export function markSeam(texts: readonly TextValue[], seam: Seam): readonly TextValue[] {
  return texts.map((text) => {
    const [first] = text.atoms;
    if (first === undefined) return addSeams(text, [seam]);
    return { ...text, atoms: text.atoms.with(0, addSeams(first, [seam])) };
  });
}

/** Forgets the places inside a piece of code that runs again and again for one text: what is put there comes in each time. */
export function dropSeams(value: Value, inside: SyntaxNode, { path }: Module): Value {
  const isKept = ({ file, start }: Seam) => file !== path || start < getStart(inside) || start >= getEnd(inside);
  const drop = <T extends { readonly seams?: readonly Seam[] }>(holder: T): T =>
    holder.seams === undefined ? holder : { ...holder, seams: holder.seams.filter(isKept) };
  return mapTexts(value, (text) => drop({ ...text, atoms: text.atoms.map(drop) }));
}

/** Applies a change to every text a value can be; other options stay. */
export function mapTexts(value: Value, change: (text: TextValue) => Value): Value {
  if (value.type === 'text') return change(value);
  if (value.type === 'url') return { ...value, href: mapTexts(value.href, change) };
  if (value.type !== 'union') return value;
  const raw = flatMap(listOptions(value), (option) => listOptions(mapTexts(option, change)));
  return { type: 'union', raw, ...NO_PROVENANCE };
}

/** The same characters cut out of a text atom. */
export function sliceAtom(whole: TextAtom, from: number, to: number = whole.text.length): TextAtom {
  const { seams, taken, ...atom } = whole;
  const kept = {
    ...(from === 0 && seams !== undefined ? { seams } : {}),
    ...(taken === undefined ? {} : { taken }),
  };
  if (atom.origin === null) return { ...atom, text: atom.text.slice(from, to), ...kept };
  const origin: TextOrigin = {
    ...atom.origin,
    start: getSourceOffset(atom.origin, from),
    end: getSourceOffset(atom.origin, to),
    ...(atom.origin.offsets === undefined ? {} : { offsets: atom.origin.offsets.slice(from, to + 1) }),
  };
  return { ...atom, text: atom.text.slice(from, to), origin, ...kept };
}

export function trimEndSlashes(atoms: readonly Atom[]): readonly Atom[] {
  const last = atoms.at(-1);
  if (last?.kind !== 'text') return atoms;
  const kept = last.text.replace(/\/+$/, '');
  if (kept.length === last.text.length) return atoms;
  const rest = atoms.slice(0, -1);
  return kept === '' ? trimEndSlashes(rest) : [...rest, sliceAtom(last, 0, kept.length)];
}

export function trimStartSlashes(atoms: readonly Atom[]): readonly Atom[] {
  const [first, ...rest] = atoms;
  if (first?.kind !== 'text') return atoms;
  const kept = first.text.replace(/^\/+/, '');
  if (kept.length === first.text.length) return atoms;
  return kept === '' ? trimStartSlashes(rest) : [sliceAtom(first, first.text.length - kept.length), ...rest];
}

/** The plain text when nothing of it is unknown; null for other texts, and for all that is no text. */
export function findKnownText(value: Value | null | undefined): string | null {
  if (value?.type !== 'text') return null;
  let result = '';
  for (const atom of value.atoms) {
    if (atom.kind !== 'text') return null;
    result += atom.text;
  }
  return result;
}

/** Literal characters at the beginning, up to the first unknown part. */
export function getTextHead(text: TextValue): string {
  let result = '';
  for (const atom of text.atoms) {
    if (atom.kind !== 'text') break;
    result += atom.text;
  }
  return result;
}

/** Do characters of it stand in the literal? */
export function holdsLiteral({ atoms }: Pick<TextValue, 'atoms'>, literal: number): boolean {
  return atoms.some((atom) => atom.kind === 'text' && atom.origin?.literal === literal);
}

/** Splits the atoms at character `index` of the literal head. */
export function splitAtoms(atoms: readonly Atom[], index: number): readonly [readonly Atom[], readonly Atom[]] {
  let left = index;
  for (const [position, atom] of atoms.entries()) {
    if (left === 0) return [atoms.slice(0, position), atoms.slice(position)];
    if (atom.kind !== 'text') return [atoms.slice(0, position), atoms.slice(position)];
    if (left < atom.text.length) {
      return [
        [...atoms.slice(0, position), sliceAtom(atom, 0, left)],
        [sliceAtom(atom, left), ...atoms.slice(position + 1)],
      ];
    }
    left -= atom.text.length;
  }
  return [atoms, []];
}
