import type { TemplateLiteral } from '@babel/types';
import type { Span } from '../../model/location.ts';
import { quotePattern } from '../../model/name-patterns.ts';
import { isTestFile } from '../../model/test-files.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Module } from '../modules/modules.ts';
import { listReached } from '../modules/reached-files.ts';
import { flatten } from '../texts/flat-texts.ts';
import { listTexts } from '../texts/texts.ts';
import { isThrown } from '../uses/asserted-messages.ts';

/** `throw new Error(`GET ${path} failed`)`: is the message that a test expects made of the texts of requests, and of none but these? */

/** The words in front of a hole have to be told from others. */
const MIN_WORDS = 2;

interface Said {
  /** In front of the path. */
  readonly words: string;
  readonly path: string;
}

/** Can what the template has in front of its hole be these words? Other holes in front, a method, are any text without a slash. */
function canStandBefore({ quasis }: TemplateLiteral, index: number, words: string): boolean {
  const pieces = quasis.slice(0, index + 1).map(({ value }) => value.cooked ?? value.raw);
  const own = pieces.at(-1) ?? '';
  if (pieces.join('').trim().length >= MIN_WORDS && own.trim() !== '')
    return own.endsWith(words) || new RegExp(`${pieces.map(quotePattern).join('[^/\\n]*')}$`).test(words);
  return (
    index > 0 &&
    own === ' ' &&
    /^[A-Z]{3,7} $/.test(words.slice(-(words.length - words.lastIndexOf(' ', words.length - 2) - 1)))
  );
}

/** The origins of the texts that the message has in place of the path; null where it cannot be this message. */
function listOrigins(
  evaluator: Evaluator,
  template: TemplateLiteral,
  module: Module,
  { words, path }: Said,
): readonly (Span | null)[] {
  return template.expressions.flatMap((expression, index) => {
    if (!canStandBefore(template, index, words)) return [];
    evaluator.ask();
    return listTexts(evaluator.evaluate(expression, module, evaluator.anyCaller), expression, module).flatMap(
      (text) => {
        const [first] = text.atoms;
        if (first?.kind !== 'text') return [null];
        const fixed = flatten(text.atoms).split('\0')[0] ?? '';
        if (!path.startsWith(first.text) && fixed !== path) return [];
        return [
          first.origin === null ? null : { file: first.origin.file, start: first.origin.start, end: first.origin.end },
        ];
      },
    );
  });
}

/** Are all texts that can stand in such a message among these, and is there one? */
export function isMadeOf(evaluator: Evaluator, test: Module, said: Said, follows: readonly Span[]): boolean {
  const origins = listReached(evaluator.graph, test)
    .filter(({ path }) => !isTestFile(path))
    .flatMap((module) =>
      module.scripts.flatMap(({ strings }) =>
        strings.flatMap((node) =>
          node.type === 'TemplateLiteral' && node.expressions.length > 0 && isThrown(node, module)
            ? listOrigins(evaluator, node, module, said)
            : [],
        ),
      ),
    );
  return (
    origins.length > 0 &&
    origins.every((origin) =>
      follows.some(
        ({ file, start, end }) => origin !== null && file === origin.file && start <= origin.start && origin.end <= end,
      ),
    )
  );
}
