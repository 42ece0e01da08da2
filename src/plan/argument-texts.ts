/** The arguments of a call as they are written, for a sentence that shows how the call would be. */

const OPENING = '([{';
const CLOSING = ')]}';
const QUOTES = '\'"`';

function findQuoteEnd(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

/** What stands behind an argument that ends at `from`, up to the end of its call. Regular expressions are not looked for. */
export function readFurtherArguments(text: string, from: number): readonly string[] {
  const found: string[] = [];
  let depth = 0;
  let start: number | null = null;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (QUOTES.includes(character)) at = findQuoteEnd(text, at);
    else if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth -= 1;
    if ((depth === 0 && character === ',') || depth < 0) {
      if (start !== null) found.push(text.slice(start, at).trim());
      if (depth < 0) break;
      start = at + 1;
    }
  }
  return found.filter((argument) => argument !== '');
}
