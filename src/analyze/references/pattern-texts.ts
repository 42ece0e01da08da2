import type { Atom } from '../values/values.ts';

/** How a text that others are matched with is written down, so that hosts and paths in it can be read. */

export function unescapeMarks(pattern: string): string {
  return pattern.replace(/\\([/.-])/g, '$1');
}

/** A variable stands for what it holds: `env:NAME`, as a base is written. */
export function writeAtom(atom: Atom): string {
  if (atom.kind === 'text') return atom.text;
  return atom.kind === 'env' ? `env:${atom.name}` : '.+';
}
