import type { Evaluator } from '../evaluator.ts';
import { findKnownText, listTexts } from '../texts/texts.ts';
import type { Emission } from './emission.ts';
import { listPossibleTexts } from './possible-texts.ts';

/** What any caller puts in the place of one part of a URL, or may by its type, as far as it is text that is known. */
export function listHoleTexts(evaluator: Evaluator, emissions: readonly Emission[], part: number): readonly string[] {
  const texts = emissions.flatMap(({ text: { atoms } }) => {
    const atom = atoms[part];
    const module = atom?.kind === 'hole' ? evaluator.graph.findOwner(atom.node) : undefined;
    if (atom?.kind !== 'hole' || module === undefined) return [];
    evaluator.ask();
    const given = listTexts(evaluator.evaluate(atom.node, module, evaluator.anyCaller), atom.node, module);
    return [...given.flatMap((text) => findKnownText(text) ?? []), ...listPossibleTexts(evaluator, atom.node, module)];
  });
  return [...new Set(texts)];
}
