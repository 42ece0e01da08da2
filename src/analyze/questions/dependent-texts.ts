import { isTestFile } from '../../model/test-files.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Place } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { isSortedPlainly, listOrderedWith, listSortedWith } from './ordered-texts.ts';
import { isReadAsText } from './text-readings.ts';
import { isToldApart } from './told-apart.ts';
import { type Asked, listOwnTexts, spell } from './versioned-spellings.ts';

/**
 * Does the program do something else for the text with a version in front, by what the language's operations make of it? Where that
 * hangs together with other texts, those are reported.
 */
export function dependsOnText(place: Place, asked: Asked, reported: ReportedUses): boolean {
  const { node, module, path } = place;
  if (isTestFile(module.path)) return false;
  if (path.length === 1 && isSortedPlainly(node)) return reportOrder(listSortedWith(node, asked), place, reported);
  if (path.length > 0 || !isReadAsText(node)) return false;
  const spelt = listOwnTexts(node, asked).flatMap((text) => spell(text, asked));
  if (isToldApart(node, spelt, asked)) return true;
  return reportOrder(listOrderedWith(node, spelt, asked), place, reported);
}

/** `['/calls', …].sort()`, `Object.values(PATHS).sort()`: of a list that has no name. */
export function reportSorted(
  place: Place,
  asked: Omit<Asked, 'module'>,
  parent: SyntaxNode,
  reported: ReportedUses,
): void {
  const { node, module, path } = place;
  if (path.length !== 1 || isTestFile(module.path) || !isSortedPlainly(node)) return;
  if (reportOrder(listSortedWith(node, { ...asked, module }), place, reported)) reported.report(place, parent);
}

/** Does the order hang together with what cannot change? */
function reportOrder(ordered: readonly (number | true)[], place: Place, reported: ReportedUses): boolean {
  const literals = ordered.filter((other) => other !== true);
  reported.reportBeside(place, literals, 'which says in what order they come');
  return literals.length < ordered.length;
}
