import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/module.ts';
import { concatTexts } from '../texts/concat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import { listOptions, unite } from '../values/unions.ts';
import type { ExternalValue, TextValue, Value } from '../values/values.ts';

/** `fetch(buildUrl(BASE, '/calls'))` of a package that nobody has read: it goes to that base, and the path is not known. */

/** A host and nothing behind it: what is added is all of the path. */
const HOST = /^https?:\/\/[^/?#]+\/?$/i;

function isHost({ atoms }: TextValue): boolean {
  return (
    atoms.every(({ kind }) => kind === 'text') &&
    HOST.test(atoms.map((atom) => (atom.kind === 'text' ? atom.text : '')).join(''))
  );
}

/** The hosts that the function, or the one that made it, was handed. */
function listGiven(evaluator: Evaluator, built: ExternalValue, node: SyntaxNode, module: Module): readonly TextValue[] {
  for (let { made } = built; made !== null; { made } = made.by) {
    const given = made.args.flatMap((argument) =>
      listTexts(evaluator.evaluateArgument(argument), node, module).filter(isHost),
    );
    if (given.length > 0) return given;
  }
  return [];
}

/** The URL, with the host in front that was handed to what builds it. */
export function putHostBefore(evaluator: Evaluator, url: Value, node: SyntaxNode, module: Module): Value {
  const options = listOptions(url);
  if (!options.some((option) => option.type === 'external' && option.made !== null)) return url;
  return unite(
    options.map((option) => {
      if (option.type !== 'external' || option.path.length > 0 || option.made?.by.module === 'global') return option;
      const hosts = listGiven(evaluator, option, node, module);
      return hosts.length === 0 ? option : concatTexts([hosts, listTexts(option, node, module)], node, module);
    }),
  );
}
