import type { UrlPattern } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { getRegion, type Module } from '../modules/module.ts';

/** `toBe(PATHS.calls)`: a constant of the program has other uses than to be compared, so that what is to be done is done here. */

/** `owner`: the file that the text stands in. */
export function compareAt(asked: SyntaxNode, module: Module, owner: Module): Pick<UrlPattern, 'comparedAt'> {
  if (owner === module || isTestFile(owner.path)) return {};
  return { comparedAt: getRegion(module, getStart(asked), getEnd(asked)) };
}
