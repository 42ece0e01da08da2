import { blank } from '../../model/blank.ts';
import { findBraceEnd } from './braces.ts';
import { findAddresses, type MarkupPart, trimSpan } from './parts.ts';

/** Code in the markup of Astro: `{…}`, and attributes written as templates. What stands in braces may hold tags. */

const RAW_TAG = /<(\w[\w-]*)\b[^<>]*\sis:raw[^<>]*>[\s\S]*?<\/\1\s*>/g;

/** The parts of `markup`, in which everything that is no markup is blank. */
export function findAstroParts(markup: string): readonly MarkupPart[] {
  const text = markup.replace(RAW_TAG, blank);
  const parts: MarkupPart[] = [];
  const start = /\{|(?<=\s[\w:@.-]+\s*=\s*)`/g;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const isTemplate = match[0] === '`';
    const end = isTemplate ? text.indexOf('`', match.index + 1) : findBraceEnd(text, match.index);
    if (end === null || end === -1) break;
    start.lastIndex = end + 1;
    const inner = isTemplate ? { start: match.index, end: end + 1 } : { start: match.index + 1, end };
    const [spread = ''] = /^\s*\.\.\./.exec(text.slice(inner.start, inner.end)) ?? [];
    const code = trimSpan(text, { start: inner.start + spread.length, end: inner.end });
    if (code !== null) parts.push({ kind: 'value', ...code });
  }
  return [...parts, ...findAddresses(text, false)];
}

const VOID = /<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b/gi;

/** A tag without an end, of which only the values in braces stay. */
function blankTag(code: string, from: number): { readonly text: string; readonly end: number } {
  let text = '';
  for (let at = from; at < code.length; at += 1) {
    const character = code[at] ?? '';
    const end =
      character === '{' ? findBraceEnd(code, at) : /["'`]/.test(character) ? code.indexOf(character, at + 1) : at;
    if (end === null || end === -1) break;
    text += character === '{' ? code.slice(at, end + 1) : blank(code.slice(at, end + 1));
    if (character === '>') return { text: code[at - 1] === '/' ? code.slice(from, at + 1) : text, end: at + 1 };
    at = end;
  }
  return { text: code.slice(from), end: code.length };
}

/**
 * Code in which HTML is not JSX (comments, tags without an end), of the same length: comments are blank, and of such a
 * tag its values stay.
 */
export function blankHtml(code: string): string {
  const text = code.replace(/<!--[\s\S]*?-->/g, blank);
  let done = 0;
  let made = '';
  for (const { index } of text.matchAll(VOID)) {
    if (index < done) continue;
    const tag = blankTag(text, index);
    made += text.slice(done, index) + tag.text;
    done = tag.end;
  }
  return made + text.slice(done);
}
