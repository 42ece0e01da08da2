import { findPathStart } from '../../model/url-value.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTaken, markTaken } from '../texts/taken-places.ts';
import {
  getTextHead,
  joinProvenance,
  listTexts,
  makeAtomsValue,
  makeText,
  sliceAtom,
  splitAtoms,
  trimEndSlashes,
  trimStartSlashes,
} from '../texts/texts.ts';
import { unite } from '../values/unions.ts';
import { mergeChoices, withChoices } from '../values/value-marks.ts';
import type { Atom, TextValue, Value } from '../values/values.ts';

/** How URLs are put together: by WHATWG `new URL(relative, base)` and by the clients' own rules. */

export function isAbsoluteUrl(text: TextValue): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(getTextHead(text));
}

/** Does the text name a URL by itself: an absolute one, or a base that is not known and a path? */
export function namesUrl(text: TextValue): boolean {
  const [first, second] = text.atoms;
  if (isAbsoluteUrl(text)) return true;
  return first !== undefined && first.kind !== 'text' && second?.kind === 'text' && second.text.startsWith('/');
}

/** Is it said of the text that it is a whole URL, or do the callers say what it is? */
export function mayNameUrl(text: TextValue): boolean {
  const [first, second] = text.atoms;
  return (
    namesUrl(text) || (first?.kind === 'env' && second === undefined) || (first?.kind === 'hole' && first.open !== null)
  );
}

/** The atoms before and behind the place where the path begins. */
export function splitAtPath(atoms: readonly Atom[]): readonly [readonly Atom[], readonly Atom[]] {
  const { part, index } = findPathStart(atoms);
  const atom = atoms[part];
  if (atom === undefined) return [atoms, []];
  if (index === 0 || atom.kind !== 'text') return [atoms.slice(0, part), atoms.slice(part)];
  return [
    [...atoms.slice(0, part), sliceAtom(atom, 0, index)],
    [sliceAtom(atom, index), ...atoms.slice(part + 1)],
  ];
}

/** The path of a URL; of one that is not known at all the path is not known either. */
export function getPathAtoms(atoms: readonly Atom[]): readonly Atom[] {
  const [only, ...others] = atoms;
  return only?.kind === 'hole' && others.length === 0 ? atoms : splitAtPath(atoms)[1];
}

function dropLastSegment(path: readonly Atom[]): readonly Atom[] {
  const kept = [...path];
  for (let atom = kept.pop(); atom !== undefined; atom = kept.pop()) {
    if (atom.kind !== 'text') continue;
    const slash = atom.text.lastIndexOf('/');
    if (slash !== -1) return [...kept, sliceAtom(atom, 0, slash + 1)];
  }
  return makeText('/').atoms;
}

/** Of a variable that holds a base only the origin is left where a path replaces its own. */
export function toOrigin(atoms: readonly Atom[]): readonly Atom[] {
  return atoms.map((atom) => (atom.kind === 'env' ? { isOrigin: true as const, ...atom } : atom));
}

/** `new URL(`${process.env.API_URL}/calls`, location.origin)`: what stands in front of a path is a base, the page's own only a spare one. */
function bringsBase({ atoms: [first, second] }: TextValue, spare: TextValue): boolean {
  const isInFront = first?.kind === 'env' && second?.kind === 'text' && second.text.startsWith('/');
  return isInFront && !isAbsoluteUrl(spare);
}

function resolveText(relative: TextValue, base: TextValue): TextValue {
  if (isAbsoluteUrl(relative) || bringsBase(relative, base)) return relative;
  const [origin, path] = splitAtPath(base.atoms);
  const from = joinProvenance([relative, base]);
  const head = getTextHead(relative);
  if (relative.atoms.length === 0) return makeAtomsValue(base.atoms, from);
  if (head.startsWith('/')) return makeAtomsValue([...toOrigin(origin), ...relative.atoms], from);
  if (/^[?#]/.test(head)) return makeAtomsValue([...base.atoms, ...relative.atoms], from);
  const trimmed =
    head.startsWith('./') && relative.atoms[0]?.kind === 'text'
      ? [sliceAtom(relative.atoms[0], 2), ...relative.atoms.slice(1)]
      : relative.atoms;
  // A variable's own path loses its last segment, or none: nobody knows which.
  const kept = path.length === 0 ? toOrigin(origin) : origin;
  const left = dropLastSegment(path);
  const gone = listTaken(splitAtoms(path, flatten(left).length)[1]);
  return makeAtomsValue([...kept, ...left, ...markTaken(trimmed, gone)], from);
}

/** `${BASE}/calls` beside the base `BASE`: a variable that is a base is no part of a path. */
function repeatsBase({ atoms: [first] }: TextValue, bases: readonly TextValue[]): boolean {
  return first?.kind === 'env' && bases.some(({ atoms: [own] }) => own?.kind === 'env' && own.name === first.name);
}

/** `new URL(relative, base)`: a path with a leading slash replaces the base's own path. */
export function resolveUrl(relative: Value, base: Value | null, node: SyntaxNode, module: Module): Value {
  if (base === null) return unite(listTexts(relative, node, module));
  const bases = listTexts(base, node, module);
  return unite(
    listTexts(relative, node, module).flatMap((text) => (repeatsBase(text, bases) ? [text] : resolveEach(text, bases))),
  );
}

/** The bases that a path can be used with: what one class or row says of its host goes with its own paths. */
function listBasesOf({ choices: own }: TextValue, bases: readonly TextValue[]): readonly TextValue[] {
  const possible = bases.filter(({ choices }) => mergeChoices(own, choices) !== null);
  return possible.length === 0 ? bases : possible;
}

function resolveEach(relative: TextValue, bases: readonly TextValue[]): readonly Value[] {
  return listBasesOf(relative, bases).map((base) => {
    const choices = mergeChoices(relative.choices, base.choices);
    return withChoices(resolveText(relative, base), choices ?? undefined);
  });
}

/** `slash`: exactly one slash between base and path, as axios, got, ky and ofetch do; `plain`: just one after the other. */
export type JoinRule = 'slash' | 'plain';

function joinText(base: TextValue, path: TextValue, rule: JoinRule, node: SyntaxNode, module: Module): Value {
  if (isAbsoluteUrl(path)) return path;
  if (path.atoms.length === 0 || rule === 'plain') return concatTexts([[base], [path]], node, module);
  const trimmed = makeAtomsValue(trimEndSlashes(base.atoms), base);
  const head = getTextHead(path);
  if (head.startsWith('//'))
    return concatTexts(
      [[trimmed], [makeText('/')], [makeAtomsValue(trimStartSlashes(path.atoms), path)]],
      node,
      module,
    );
  if (head.startsWith('/')) return concatTexts([[trimmed], [path]], node, module);
  if (/^[?#]/.test(head)) return concatTexts([[base], [path]], node, module);
  return concatTexts([[trimmed], [makeText('/')], [path]], node, module);
}

/** A client's base and the path of one request; an absolute path wins over the base. */
export function joinUrl(base: Value | null, path: Value, rule: JoinRule, node: SyntaxNode, module: Module): Value {
  const paths = listTexts(path, node, module);
  if (base === null) return unite(paths);
  const bases = listTexts(base, node, module);
  return unite(
    paths.flatMap((text): readonly Value[] =>
      rule === 'slash' && repeatsBase(text, bases)
        ? [text]
        : listBasesOf(text, bases).map((option) => joinText(option, text, rule, node, module)),
    ),
  );
}
