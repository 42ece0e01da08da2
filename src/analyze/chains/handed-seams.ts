import { findPathStart, type Seam } from '../../model/url-value.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import { findKind, isNamed } from '../texts/argument-seams.ts';
import type { Atom, Handover } from '../values/atoms.ts';

/**
 * `get(PATHS.agents)`, `request({ path: PATHS.agents })`: where a function of the project is handed the path by name. What is put in front of the name stands before the
 * path in all that the function does with it.
 */
export function findHandedSeam(atoms: readonly Atom[], via: Handover): Seam | null {
  const { text, module } = via;
  if (text === undefined || !isNamed(text)) return null;
  const start = findPathStart(atoms);
  const first = atoms.findIndex((atom) => atom.via?.text === text);
  // Between the beginning of the path and the name the function may only have put a slash.
  const between = atoms.slice(start.part, first);
  const isFirst =
    first === start.part
      ? start.index === 0
      : first > start.part &&
        between.every((atom, index) => atom.kind === 'text' && atom.text.slice(index === 0 ? start.index : 0) === '/');
  return isFirst ? { kind: findKind(text), file: module.path, start: getStart(text), end: getEnd(text) } : null;
}
