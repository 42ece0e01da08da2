import type { Seam } from '../../model/url-value.ts';
import { isNullish } from './missing.ts';
import { contentKey, identityKey } from './value-identity.ts';
import { keepChoices, mergeChoices, withChoices, withHandover, withProvenance } from './value-marks.ts';
import { type Atom, type Choice, NO_PROVENANCE, type SingleValue, type UnionValue, type Value } from './values.ts';

/** Several possible values as one. */

/** More possible values than this are not followed; hitting it is a reported reason. */
export const MAX_OPTIONS = 1000;

/** Of more values than this equal ones are not told apart any more by the branches and callers that they belong to. */
const MAX_TOLD_APART = 256;

const laidOut = new WeakMap<UnionValue, readonly SingleValue[]>();

function keepCommon<T extends { readonly seams?: readonly Seam[] }>(known: T, other: T | undefined): T {
  if (known.seams === undefined || known.seams === other?.seams) return known;
  const common = known.seams.filter((seam) =>
    other?.seams?.some(({ file, start, kind }) => start === seam.start && file === seam.file && kind === seam.kind),
  );
  return common.length === known.seams.length ? known : { ...known, seams: common };
}

/** One text that enters another in two places: what is put in one of them is not in all that comes of it. */
function keepCommonSeams(known: SingleValue, other: SingleValue): SingleValue {
  if (known === other || known.type !== 'text' || other.type !== 'text') return known;
  const atoms = known.atoms.map((atom, index) => keepCommon<Atom>(atom, other.atoms[index]));
  return atoms.every((atom, index) => atom === known.atoms[index]) ? known : { ...known, atoms };
}

/** What a value can be, one by one. */
export function listOptions(value: Value): readonly SingleValue[] {
  if (value.type !== 'union') return [value];
  const { refs, trail, choices, via } = value;
  if (refs === null && trail === null && choices === undefined && via === undefined) return value.raw;
  const known = laidOut.get(value);
  if (known !== undefined) return known;
  const options = value.raw.map((option) => {
    const marked = withChoices(withProvenance(option, refs, trail), choices);
    return via === undefined ? marked : withHandover(marked, via);
  });
  laidOut.set(value, options);
  return options;
}

/** Each caller of each caller would make one more of the same value: their number would grow with the product. */
function mixEqual(values: Iterable<SingleValue>): readonly SingleValue[] {
  const mixed = new Map<string, SingleValue>();
  for (const value of values) {
    const key = contentKey(value);
    const known = mixed.get(key);
    mixed.set(key, known === undefined ? value : keepChoices(withProvenance(known, value.refs, null), value.choices));
  }
  return [...mixed.values()];
}

/** One value for several possible ones; equal ones are one that passed through both. */
export function unite(values: readonly Value[]): Value {
  const [only] = values;
  if (values.length === 1 && only !== undefined) return only;
  const flat = new Map<string, SingleValue>();
  for (const value of values) {
    for (const option of listOptions(value)) {
      const key = identityKey(option);
      const known = flat.get(key);
      flat.set(key, known === undefined ? option : withProvenance(keepCommonSeams(known, option), option.refs, null));
    }
  }
  const options = flat.size > MAX_TOLD_APART ? mixEqual(flat.values()) : [...flat.values()];
  if (options.length === 1 && options[0] !== undefined) return options[0];
  return { type: 'union', raw: options, ...NO_PROVENANCE };
}

/** What a method is called on: of nothing there is none. */
export function dropNullish(value: Value): Value {
  const options = listOptions(value);
  const kept = options.filter((option) => !isNullish(option));
  return kept.length === 0 || kept.length === options.length ? value : unite(kept);
}

/** Adds choices to a value and leaves out of it what belongs to other branches of the same decisions. */
export function withOwnChoices(value: Value, choices: readonly Choice[] | undefined): Value {
  if (choices === undefined || value.type !== 'union') return withChoices(value, choices);
  const options = listOptions(value);
  const own = options.filter((option) => mergeChoices(option.choices, choices) !== null);
  return withChoices(own.length === 0 || own.length === options.length ? value : unite(own), choices);
}

/** The possible outcomes of one decision. */
export function chooseBetween(source: string, values: readonly Value[], by?: Choice['by']): Value {
  if (values.length < 2) return unite(values);
  return unite(values.map((value, option) => withChoices(value, [by ? { source, option, by } : { source, option }])));
}

/** The elements of a list that is gone through, the members of a table. */
export function chooseEach(source: string, values: readonly Value[]): Value {
  return chooseBetween(source, values, 'row');
}

/** Applies a change to the whole URL of every URL object a value can be. */
export function mapUrls(value: Value, change: (href: Value) => Value): Value {
  const mapOne = (option: SingleValue): SingleValue =>
    option.type === 'url' ? { ...option, href: change(option.href) } : option;
  if (value.type !== 'union') return mapOne(value);
  const options = listOptions(value);
  if (!options.some(({ type }) => type === 'url')) return value;
  return { type: 'union', raw: options.map(mapOne), ...NO_PROVENANCE };
}

/** What a value can be where these choices are made; all of it where none of it can. */
export function keepPossible(value: Value, choices: readonly Choice[] | undefined): Value {
  if (choices === undefined || choices.length === 0) return value;
  const options = listOptions(value);
  const possible = options.filter((option) => mergeChoices(option.choices, choices) !== null);
  return possible.length === 0 || possible.length === options.length ? value : unite(possible);
}
