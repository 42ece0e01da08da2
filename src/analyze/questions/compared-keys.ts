import type { Comparison } from '../../model/comparison.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import { toParts } from '../chains/collect-requests.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listKeys, type WrittenKey } from './cache-keys.ts';

/**
 * `invalidateQueries({ queryKey: ['/calls'] })` beside queries whose keys are sent: what drops or fills an entry is compared with the
 * keys of all, so that it means the same entries when both get their version.
 */

/** Does the text stand in the call itself, and is it the whole of its key? */
function isFree({ atoms: [atom, ...others], changing, module }: WrittenKey): boolean {
  const origin = atom?.kind === 'text' ? atom.origin : null;
  if (origin === null || changing === null || others.length > 0 || origin.file !== module.path) return false;
  return getStart(changing) <= origin.start && origin.end <= getEnd(changing);
}

function compareKeys(keys: readonly WrittenKey[]): Comparison | null {
  // What keys begin with is another question, and who only gives an entry names its key elsewhere.
  if (keys.some(({ atoms }) => atoms.length === 0)) return null;
  const asked = keys.filter(({ changing }) => changing === null).map(({ atoms }) => toParts(atoms));
  const compared = keys.map((key) => ({ parts: toParts(key.atoms), isFree: isFree(key) }));
  return { questions: [{ kind: 'same', asked }], compared, files: [] };
}

function nameFamily(text: string): string {
  return text.split(/[/?#]/)[1] ?? '';
}

/** Can the key name an entry of the family? */
function canBeOf({ text, atoms: [first, ...others] }: WrittenKey, family: string): boolean {
  if (first === undefined) return nameFamily(text) === family;
  if (first.kind !== 'text') return true;
  const own = nameFamily(first.text);
  return own === family || (others.length > 0 && family.startsWith(own));
}

const known = new WeakMap<Evaluator, Map<string, Comparison | null>>();

/** The keys of the family of this one, where all of them are known. */
export function findComparedKeys(evaluator: Evaluator, text: string, asking: Module): Comparison | null {
  const family = nameFamily(text);
  const keys = listKeys(evaluator, asking).filter((key) => canBeOf(key, family));
  const comparisons = known.get(evaluator) ?? new Map<string, Comparison | null>();
  known.set(evaluator, comparisons);
  const id = keys.map(({ literal, place }) => `${literal} ${place}`).join(' ');
  const found = comparisons.get(id);
  if (found !== undefined) return found;
  const comparison = compareKeys(keys);
  comparisons.set(id, comparison);
  return comparison;
}
