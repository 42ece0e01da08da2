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

/** The outermost expression that begins there. */
function findExpression(module: Module, start: number): SyntaxNode | null {
  let found: SyntaxNode | null = null;
  for (const { program } of module.scripts)
    walk(program, true, (node) => {
      if (found !== null || getEnd(node) <= start || getStart(node) > start) return false;
      if (getStart(node) === start && /(?:Identifier|Expression|Literal)$/.test(node.type)) found = node;
      return found === null;
    });
  return found;
}

/** The literal with which the path begins; null where that is not one of the program's. A name may be one of a table that nobody asks for. */
function findLiteral({ atoms: [first] }: TextValue): number | null {
  const origin = first?.kind === 'text' && first.text.startsWith('/') ? first.origin : null;
  return origin === null || isTestFile(origin.file) ? null : origin.literal;
}

/** The literals with which the paths begin that can stand in the place. */
export function listSeamTexts(evaluator: Evaluator, file: string, start: number): readonly number[] {
  const module = evaluator.graph.load(file);
  const node = module === null ? null : findExpression(module, start);
  if (module === null || node === null) return [];
  evaluator.ask();
  const texts = listTexts(evaluator.evaluate(node, module, evaluator.anyCaller), node, module);
  return texts.flatMap((text) => findLiteral(text) ?? []);
}
