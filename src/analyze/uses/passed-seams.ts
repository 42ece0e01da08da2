import { nameSeam } from '../../model/url-value.ts';
import { getStart } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { holdsLiteral, listTexts } from '../texts/texts.ts';
import type { Atom } from '../values/atoms.ts';
import { listOptions } from '../values/unions.ts';
import type { Place } from './places.ts';

function listNames({ seams = [], via }: Atom): readonly string[] {
  const names = seams.map(nameSeam);
  return via == null ? names : [...names, `${via.module.path}:${getStart(via.argument)}`];
}

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
    .flatMap(({ seams = [], atoms }) => [...seams.map(nameSeam), ...atoms.flatMap(listNames)]);
  return passed.length === 0 ? entered : [...new Set([...entered, ...passed])];
}
