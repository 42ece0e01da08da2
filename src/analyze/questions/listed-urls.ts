import { isTestFile } from '../../model/test-files.ts';
import { getParent } from '../../syntax/parents.ts';
import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { isMap } from '../following/laid-out-maps.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findKnownText, listTexts, makeText } from '../texts/texts.ts';
import { namesUrl } from '../urls/urls.ts';
import type { Place } from '../uses/places.ts';
import type { ReportedUses } from '../uses/reported-uses.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';
import { findQuestion } from './data-questions.ts';
import { listAskedUrls } from './unvisited-questions.ts';
import { type Asked, findStart, listOwnTexts, spell } from './versioned-spellings.ts';

/**
 * `LIMITS.get(url)`, `TTL[url]`, `url === SLOW`: whole URLs of the source by which another one is found. Both change, or neither does.
 */

interface At {
  readonly node: SyntaxNode;
  readonly module: Module;
}

/** The literals in which the paths of such texts begin. */
function listOfText(
  evaluator: Evaluator,
  value: Value,
  { node, module }: At,
  urls: ReadonlySet<string>,
): readonly number[] {
  return listTexts(value, node, module).flatMap((text) => {
    if (!urls.has(findKnownText(text) ?? '')) return [];
    return text.atoms.flatMap((atom) =>
      atom.kind === 'text' && atom.origin !== null && findStart(atom.text, evaluator.words) !== -1
        ? [atom.origin.literal]
        : [],
    );
  });
}

function listIn(evaluator: Evaluator, value: Value, at: At, urls: ReadonlySet<string>): readonly number[] {
  return listOptions(value).flatMap((option): readonly number[] => {
    if (option.type === 'text') return listOfText(evaluator, option, at, urls);
    if (option.type === 'array')
      return (listElements(evaluator, option) ?? []).flatMap((one) => listOfText(evaluator, one, at, urls));
    if (option.type === 'object') return listKeys(evaluator, option.node, urls);
    const given = option.type === 'external' && option.made?.by.module === 'global' ? option.made.args : [];
    return listOptions(evaluator.getArgument(given, 0) ?? option).flatMap((list) => {
      const elements = list.type === 'array' ? (listElements(evaluator, list) ?? []) : [];
      const named = isMap(option)
        ? elements.flatMap((pair) => (pair.type === 'array' ? (listElements(evaluator, pair)?.slice(0, 1) ?? []) : []))
        : elements;
      return named.flatMap((one) => listOfText(evaluator, one, at, urls));
    });
  });
}

function listKeys(evaluator: Evaluator, table: SyntaxNode | null, urls: ReadonlySet<string>): readonly number[] {
  if (table?.type !== 'ObjectExpression') return [];
  return table.properties.flatMap((member) =>
    'key' in member && member.key.type === 'StringLiteral' && urls.has(member.key.value)
      ? [evaluator.identify(member.key)]
      : [],
  );
}

/** The literals by whose text the question finds the URL. */
function listFoundBy(parent: SyntaxNode, node: SyntaxNode, asked: Asked): readonly number[] {
  const question = findQuestion(parent, node);
  if (question === null) return [];
  const { evaluator, module } = asked;
  const urls = new Set(listOwnTexts(node, asked).flatMap((text) => spell(text, asked).map(({ before }) => before)));
  if (urls.size === 0) return [];
  const value = evaluator.evaluate(question.asked, module, evaluator.anyCaller);
  return listIn(evaluator, value, { node: question.asked, module }, urls);
}

/** What is found by a URL stays where that stays, and holds it back where it stays itself. Tests are looked at by themselves. */
export function reportFoundBy(reported: ReportedUses, place: Place, parent: SyntaxNode, asked: Asked): void {
  if (!isTestFile(place.module.path))
    reported.reportBeside(place, listFoundBy(parent, place.node, asked), 'which is found by it', true);
}

/**
 * `TTL[BASE + path]` beside `{ 'https://api.example/calls': 60 }`: what is found only by a URL that is put together of other texts
 * stays where those stay, also when the request already has its version elsewhere.
 */
export function reportFinders(reported: ReportedUses, start: Place, evaluator: Evaluator): void {
  const { node, module } = start;
  if (node.type !== 'StringLiteral' || !namesUrl(makeText(node.value)) || isTestFile(module.path)) return;
  const literal = evaluator.identify(node);
  for (const asked of listAskedUrls(evaluator, node.value)) {
    const parent = getParent(asked.node);
    const question = parent === undefined ? null : findQuestion(parent, asked.node);
    if (question === null || asked.literals.includes(literal)) continue;
    const value = evaluator.evaluate(question.asked, asked.module, evaluator.anyCaller);
    const found = listIn(evaluator, value, { node: question.asked, module: asked.module }, new Set([node.value]));
    if (found.includes(literal)) {
      const place = { ...start, node: asked.node, module: asked.module, entered: [], isUrl: true };
      reported.reportBeside(place, asked.literals, 'by which it is found');
    }
  }
}
