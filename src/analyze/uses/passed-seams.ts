import type { Evaluator } from '../evaluator.ts';
import { holdsLiteral, listTexts } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Place } from './places.ts';

/**
 * Where a text entered a larger one on its way to a use. Those that the search went through are known by the place; what a tag
 * of the project, a `toString` or a call that nobody followed did is in the value itself.
 */
export function listPassedSeams(evaluator: Evaluator, place: Place, literal: number): readonly string[] {
  const { node, module, path, entered } = place;
  if (path.length > 0) return entered;
  const options = listOptions(evaluator.evaluate(node, module, evaluator.anyCaller));
  const texts = options.filter(({ type }) => type === 'text' || type === 'url');
  const passed = texts
    .flatMap((option) => listTexts(option, node, module))
    .filter((text) => holdsLiteral(text, literal))
    .flatMap((text) => [...(text.seams ?? []), ...text.atoms.flatMap((atom) => atom.seams ?? [])]);
  return passed.length === 0
    ? entered
    : [...new Set([...entered, ...passed.map(({ file, start }) => `${file}:${start}`)])];
}
