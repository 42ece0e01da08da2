import type { SeamText } from '../../model/analysis.ts';
import { isTestFile } from '../../model/test-files.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import { walk } from '../../syntax/walk.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { listTexts } from '../texts/texts.ts';
import type { TextValue } from '../values/values.ts';

/**
 * `this.send(BASE + path)`: the texts that callers put there, whatever it is that they have sent it by: `new Api(fetch)` asks the
 * platform, `new Api(fake)` shows what it would ask.
 */

const MAX_PARENTHESES = 20;

/** The outermost expression that begins there, be it in parentheses. */
export function findExpression(module: Module, offset: number): SyntaxNode | null {
  const start = offset + (/^[\s(]*/.exec(module.text.slice(offset, offset + MAX_PARENTHESES))?.[0].length ?? 0);
  let found: SyntaxNode | null = null;
  for (const { program } of module.scripts)
    walk(program, true, (node) => {
      if (found !== null || getEnd(node) <= start || getStart(node) > start) return false;
      if (getStart(node) === start && /(?:Identifier|Expression|Literal)$/.test(node.type)) found = node;
      return found === null;
    });
  return found;
}

/** A name of a table alone, without its slash, and no method. */
const NAME = /^(?![A-Z]+$)[\w-]+$/;

/**
 * The literal with which the path begins; null where that is not one of the program's. A name may be one of a table that nobody asks
 * for, unless the file is there for others: who imports what it makes of the table asks for any.
 */
function findText({ atoms }: TextValue, isExporting: boolean): SeamText | null {
  const [first, ...others] = atoms;
  if (first?.kind !== 'text' || first.origin === null || isTestFile(first.origin.file)) return null;
  const { literal } = first.origin;
  if (first.text.startsWith('/')) return { literal, name: null };
  return isExporting && others.length === 0 && NAME.test(first.text) ? { literal, name: first.text } : null;
}

/** The texts with which the paths begin that can stand in the place. */
export function listSeamTexts(evaluator: Evaluator, file: string, start: number): readonly SeamText[] {
  const module = evaluator.graph.load(file);
  const node = module === null ? null : findExpression(module, start);
  if (module === null || node === null) return [];
  evaluator.ask();
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.flatMap((text) => findText(text, module.exports.size > 0) ?? []);
}
