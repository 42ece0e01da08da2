import { isEmptyText } from './missing.ts';
import { listOptions, unite } from './unions.ts';
import type { Value } from './values.ts';

/** `let base = '';`, `OpenAPI.BASE = '';` where somebody sets an address later: nothing is asked before that. */

/** An address with its host, or what a variable of the environment holds. */
function isAddress(value: Value): boolean {
  const [first] = value.type === 'text' ? value.atoms : [];
  return first?.kind === 'env' || (first?.kind === 'text' && /^https?:\/\//i.test(first.text));
}

/** `/calls`; `/beta/` is what paths are put behind, as they are behind the root. */
function isPath(value: Value): boolean {
  const atoms = value.type === 'text' ? value.atoms : [];
  const [first, last] = [atoms[0], atoms.at(-1)];
  return first?.kind === 'text' && first.text.startsWith('/') && !(last?.kind === 'text' && last.text.endsWith('/'));
}

/** `path = '/'` of a builder: the path of what nobody gave another. */
function isRoot(value: Value): boolean {
  const [only, ...others] = value.type === 'text' ? value.atoms : [];
  return only?.kind === 'text' && only.text === '/' && others.length === 0;
}

/** Is the first value an empty text, and all that is set instead an address? Or the root, and a path? */
export function isPlaceholder(initial: Value, others: readonly Value[]): boolean {
  if (isRoot(initial)) return others.length > 0 && others.flatMap(listOptions).every(isPath);
  const set = others.flatMap(listOptions).filter((option) => option.type === 'text');
  return isEmptyText(initial) && set.some(isAddress) && set.every((option) => isAddress(option) || isEmptyText(option));
}

/** What is declared, and what is set instead; without the one that stands there until somebody does. */
export function uniteSet(declared: Value, set: readonly Value[]): Value {
  const all = isPlaceholder(declared, set) ? set : [declared, ...set];
  return unite(all.filter((option) => option.type !== 'primitive' || option.value !== undefined));
}
