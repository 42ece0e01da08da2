import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import { dropMethod, findPathAtom } from './path-keys.ts';

/**
 * `routes.find(([method, path]) => `${method} ${path}` === key)` in the fake of a test: the rows that it goes through, which the
 * tests hand over, hold the paths that it answers to.
 */

/** The paths of the rows that can stand for what is asked, where tests write them; `isFree`: is the text one that no request sends? */
export function listRowPaths(
  evaluator: Evaluator,
  asked: SyntaxNode,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  if (!isTestFile(module.path)) return [];
  evaluator.ask();
  const found = new Map<number, UrlPattern>();
  for (const { atoms } of listTexts(evaluator.evaluate(asked, module, evaluator.anyCaller), asked, module)) {
    const path = findPathAtom(atoms);
    const origin = path?.origin ?? null;
    const owner = origin === null ? undefined : evaluator.graph.loaded.find((one) => one.path === origin.file);
    if (path === null || origin === null || owner === undefined || !isFree(origin.literal)) continue;
    if (!isTestFile(owner.path) || !evaluator.graph.project.isInScope(owner.path)) continue;
    const expression = getRegion(owner, origin.start, origin.end);
    found.set(origin.literal, { expression, text: dropMethod(path.text), isPath: true });
  }
  return [...found.values()];
}
