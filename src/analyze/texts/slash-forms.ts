import type { Atom, TextValue } from '../values/values.ts';
import { sliceAtom } from './texts.ts';

/** `base.endsWith('/') ? path.slice(1) : path`: two forms of one path, of which the one that fits the base is meant. */

interface Beginning {
  readonly literal: number;
  readonly offset: number;
}

function readBeginning({ atoms: [first] }: TextValue): Beginning | null {
  if (first?.kind !== 'text' || first.origin === null) return null;
  const offset = first.origin.start + (first.text.startsWith('/') ? 1 : 0);
  return { literal: first.origin.literal, offset };
}

/** The forms without a slash of paths that are there with one as well. */
export function listBareForms(options: readonly TextValue[]): ReadonlySet<TextValue> {
  if (options.length < 2) return new Set();
  const name = ({ literal, offset }: Beginning): string => `${literal}:${offset}`;
  const isSlashed = ({ atoms: [first] }: TextValue): boolean => first?.kind === 'text' && first.text.startsWith('/');
  const slashed = new Set(
    options
      .filter(isSlashed)
      .flatMap((option) => readBeginning(option) ?? [])
      .map(name),
  );
  if (slashed.size === 0) return new Set();
  return new Set(
    options.filter((option) => {
      const beginning = isSlashed(option) ? null : readBeginning(option);
      return beginning !== null && slashed.has(name(beginning));
    }),
  );
}

/** Is the path's slash there already? */
export function endsWithSlash(texts: readonly TextValue[]): boolean {
  const last = texts.flatMap((text) => text.atoms).at(-1);
  return last?.kind === 'text' && last.text.endsWith('/');
}

/** One slash for several in a row; those behind the scheme stay. */
export function collapseSlashes(atoms: readonly Atom[]): readonly Atom[] {
  const kept: Atom[] = [];
  let before = '';
  for (const atom of atoms) {
    if (atom.kind !== 'text') {
      kept.push(atom);
      before = 'x';
      continue;
    }
    const characters = [...atom.text.matchAll(/\/+|[^/]+/g)].flatMap(({ 0: run, index }) => {
      const end = index + run.length;
      const isScheme = run === '//' && (index === 0 ? before : atom.text[index - 1]) === ':';
      const isDoubled = run.startsWith('/') && index === 0 && before === '/';
      const from = !run.startsWith('/') || isScheme ? index : isDoubled ? end : end - 1;
      return from === end ? [] : [sliceAtom(atom, from, end)];
    });
    kept.push(...characters);
    before = atom.text.at(-1) ?? before;
  }
  return kept;
}
