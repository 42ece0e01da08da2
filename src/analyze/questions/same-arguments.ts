import { append } from '../../model/append.ts';
import { isTestFile } from '../../model/test-files.ts';
import { type FunctionNode, getStart } from '../../syntax/nodes.ts';
import type { Evaluator } from '../evaluator.ts';
import { getLocation } from '../modules/module.ts';

/**
 * `cache.set(keyOf('/calls'), …)` beside `cache.get(keyOf(path))`: what a function makes of a text is not known, and it is the
 * same as long as both texts are.
 */

interface SameArgument {
  readonly literal: number;
  readonly place: string;
}

type ByText = ReadonlyMap<string, readonly SameArgument[]>;

const collected = new WeakMap<FunctionNode, { readonly callers: number; readonly texts: ByText }>();

function collect(evaluator: Evaluator, fn: FunctionNode): ByText {
  const callers = evaluator.index.listCallers(fn);
  const known = collected.get(fn);
  if (known?.callers === callers.length) return known.texts;
  const texts = new Map<string, SameArgument[]>();
  for (const { node, module } of callers) {
    if (!('arguments' in node) || isTestFile(module.path)) continue;
    for (const [index, argument] of node.arguments.entries()) {
      if (argument.type !== 'StringLiteral') continue;
      const { file, line } = getLocation(module, getStart(argument));
      const same = { literal: evaluator.identify(argument), place: `${file}:${line}` };
      const key = `${index} ${argument.value}`;
      append(texts, key, same);
    }
  }
  collected.set(fn, { callers: callers.length, texts });
  return texts;
}

/** Where the function is handed the same text, written once more. */
export function listSameArguments(
  evaluator: Evaluator,
  fn: FunctionNode,
  index: number,
  text: string,
  literal: number,
): readonly SameArgument[] {
  return (collect(evaluator, fn).get(`${index} ${text}`) ?? []).filter((same) => same.literal !== literal);
}
