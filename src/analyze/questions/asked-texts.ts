import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Evaluator } from '../evaluator.ts';
import { listAddresses } from '../expressions/text-questions.ts';
import { listElements } from '../members/objects.ts';
import type { Module } from '../modules/module.ts';
import { findRegExp } from '../texts/regexps.ts';
import { findKnownText } from '../texts/texts.ts';
import { listOptions } from '../values/unions.ts';
import type { Value } from '../values/values.ts';

/**
 * `path.includes('/auth/')`, `path === '/login'`: what a program asks of every path that it sends, and what is true of no path
 * of the catalogue, whether it has a version or not. A question about `/calls` is another matter.
 */

/** What stands in front of a path, or can begin with a part of it. */
const VERSION = /v\d|v$|^\d|^v?\/?$/i;

/** A pattern in which every letter stands for itself. */
const PLAIN = /^(?:[\w\s-]|\\\/|\\-|\/|[|()^$]|\(\?:)+$/;

/** Is the text, or a piece of it, in none of the words, and none of them in it? */
function isStrange(words: readonly string[], text: string): boolean {
  const core = text.replace(/^[^a-z\d]+|[^a-z\d]+$/gi, '').toLowerCase();
  if (core.length < 3 || VERSION.test(text)) return false;
  for (const word of words) if (core.includes(word) || word.includes(core)) return false;
  return true;
}

/** `/^\/(?:auth|login)/`: has the pattern none of the words, so that none of them is what it finds? */
export function isStrangePattern(words: readonly string[], pattern: string): boolean {
  if (!PLAIN.test(pattern)) return false;
  const pieces = pattern
    .replaceAll('\\', '')
    .split(/\(\?:|[|()^$]/)
    .filter((piece) => piece !== '');
  // A piece that is a slash alone is neither here nor there; one of them must be a word that the path lacks.
  const parts = pieces.filter((piece) => /\w/.test(piece));
  return parts.length > 0 && parts.every((piece) => isStrange(words, piece)) && !/\|\||\(\||\|\)|^\||\|$/.test(pattern);
}

/** The texts that a value can be; null where one of them is not known. */
function listKnown(evaluator: Evaluator, value: Value, depth = 0): readonly string[] | null {
  const found: string[] = [];
  for (const option of listOptions(value)) {
    const known = findKnownText(option);
    const elements = option.type === 'array' && depth === 0 ? listElements(evaluator, option) : null;
    const inner = elements?.map((element) => listKnown(evaluator, element, 1)) ?? null;
    if (known !== null) found.push(known);
    else if (inner !== null && inner.length > 0 && inner.every((texts) => texts !== null)) found.push(...inner.flat());
    else return null;
  }
  return found;
}

/** The texts that may be asked for; null where one of them is not known. */
export function listAskedTexts(evaluator: Evaluator, asked: SyntaxNode, module: Module): readonly string[] | null {
  const value = evaluator.evaluate(asked, module, evaluator.anyCaller);
  return listAddresses(listOptions(value)) ?? listKnown(evaluator, value);
}

/** Is it known what is asked for, and is none of it like a path of the catalogue? */
export function asksForOthers(evaluator: Evaluator, asked: SyntaxNode | undefined, module: Module): boolean {
  if (asked === undefined || evaluator.words.size === 0) return false;
  const words = [...evaluator.words, evaluator.versionPrefix.slice(1).toLowerCase()];
  const pattern = findRegExp(asked, module);
  if (pattern !== null) return isStrangePattern(words, pattern.pattern);
  const known = listAskedTexts(evaluator, asked, module);
  return known !== null && known.length > 0 && known.every((text) => isStrange(words, text));
}
