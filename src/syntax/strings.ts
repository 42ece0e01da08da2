/** Maps the characters of a string's value to their places in source, so that an edit falls between the right bytes. */

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '\0' };

interface Escape {
  readonly text: string;
  readonly length: number;
}

function readEscape(source: string, at: number): Escape {
  const next = source[at + 1] ?? '';
  if (next === 'x') return { text: String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 4), 16)), length: 4 };
  if (next === 'u' && source[at + 2] === '{') {
    const close = source.indexOf('}', at);
    return { text: String.fromCodePoint(Number.parseInt(source.slice(at + 3, close), 16)), length: close - at + 1 };
  }
  if (next === 'u') return { text: String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 6), 16)), length: 6 };
  if (next === '\r' && source[at + 2] === '\n') return { text: '', length: 3 };
  if (next === '\n' || next === '\r' || next === '\u2028' || next === '\u2029') return { text: '', length: 2 };
  return { text: SIMPLE[next] ?? next, length: 2 };
}

/**
 * The source offset of each UTF-16 unit of `cooked` and of its end, for the raw text `[start, end)` of `source`.
 * `{}` when they correspond one to one, null when they cannot be matched (octal escapes, entities).
 */
export function locateCooked(
  source: string,
  start: number,
  end: number,
  cooked: string,
): { readonly offsets?: readonly number[] } | null {
  if (end - start === cooked.length && source.startsWith(cooked, start)) return {};
  const offsets: number[] = [];
  let at = start;
  let built = '';
  while (at < end) {
    const character = source[at] ?? '';
    let text = character;
    let length = 1;
    if (character === '\\') ({ text, length } = readEscape(source, at));
    else if (character === '\r') {
      // A template's line ends are read as LF, whatever the file has.
      text = '\n';
      length = source[at + 1] === '\n' ? 2 : 1;
    }
    for (let unit = 0; unit < text.length; unit += 1) offsets.push(at);
    built += text;
    at += length;
  }
  offsets.push(end);
  return built === cooked ? { offsets } : null;
}
