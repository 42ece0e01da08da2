import type { UrlPattern } from '../../model/analysis.ts';
import { getEnd, getStart } from '../../syntax/nodes.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { getRegion, type Module } from '../modules/module.ts';
import { flatten, sliceFlat } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import type { Atom, TextValue } from '../values/values.ts';
import { writeAtom } from './pattern-texts.ts';
import { listWholeTexts } from './whole-texts.ts';

/** Code in a text, the script of a page or the source of a worker: the requests in it are named, and never edited. */

const SENDING =
  /\b(?:curl|wget|requests?|httpx?|fetch|axios|ajax|sendBeacon|XMLHttpRequest|XMLHttp)\b|\$\.(?:get|post)/;

/** `fetch('https://…`, `axios({ url: "https://…`, `xhr.open('GET', 'https://…`; the address may begin with a variable. */
const REQUEST =
  /(?:\b(?:fetch|axios(?:\.\w+)?|(?:requests|httpx)\.\w+|sendBeacon|\$fetch)|\$\.(?:get|post|ajax|getJSON)|\.open)\s*\(\s*[^()]{0,120}?(?<=["'`])(?:https?:\/\/|(?=\0))([^\s"'`<>\\]+)/g;

/** `curl -X POST https://…`, shown to whoever reads it. */
const COMMAND = /(?<=^|[\n`$;&|"'] ?)(?:curl|wget)\s[^\n|;&]{0,200}?(?<=[\s"'])https?:\/\/([^\s"'`<>\\]+)/g;

function readRegion(atoms: readonly Atom[], node: SyntaxNode, module: Module) {
  const own = atoms.flatMap((atom) =>
    atom.kind === 'text' && atom.origin?.file === module.path && atom.origin.start >= getStart(node)
      ? [atom.origin]
      : [],
  );
  const [first, last] = [own[0], own.at(-1)];
  const isWithin = first !== undefined && last !== undefined && last.end <= getEnd(node);
  return isWithin ? getRegion(module, first.start, last.end) : getRegion(module, getStart(node), getEnd(node));
}

function readRequests(
  { atoms }: TextValue,
  node: SyntaxNode,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  const flat = flatten(atoms);
  return [...flat.matchAll(REQUEST), ...flat.matchAll(COMMAND)].flatMap((match): readonly UrlPattern[] => {
    const end = match.index + match[0].length;
    const address = sliceFlat(atoms, end - (match[1]?.length ?? 0), end);
    // A command that the program itself runs is a request.
    if (address.some((atom) => atom.kind === 'text' && atom.origin !== null && !isFree(atom.origin.literal))) return [];
    const text = address
      .map(writeAtom)
      .join('')
      .replace(/^https?:\/\//i, '');
    return [{ expression: readRegion(address, node, module), text, isCode: true }];
  });
}

/** The requests in the texts of a module; `isFree`: no request is made of the text. */
export function findCodeTexts(
  evaluator: Evaluator,
  module: Module,
  isFree: (literal: number) => boolean,
): readonly UrlPattern[] {
  return module.scripts.flatMap((script) =>
    listWholeTexts(script).flatMap((node) => {
      if (!SENDING.test(module.text.slice(getStart(node), getEnd(node)))) return [];
      evaluator.ask();
      return listTexts(evaluator.evaluate(node, module, null), node, module).flatMap((text) =>
        readRequests(text, node, module, isFree),
      );
    }),
  );
}
