/** Where code in braces ends. Text between tags may stand in it, so a lone apostrophe opens no string. */

function skipString(text: string, at: number): number {
  const quote = text[at];
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '\n') return at;
    else if (text[end] === quote) return end;
  }
  return at;
}

function skipTemplate(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '`') return end;
    else if (text[end] === '$' && text[end + 1] === '{') end = findBraceEnd(text, end + 1) ?? text.length;
  }
  return text.length;
}

function skipRegExp(text: string, at: number): number {
  let isClass = false;
  for (let end = at + 1; end < text.length && text[end] !== '\n'; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '[') isClass = true;
    else if (text[end] === ']') isClass = false;
    else if (text[end] === '/' && !isClass) return end;
  }
  return at;
}

/** What a slash follows is looked for across so many blanks. */
const MAX_BLANKS = 40;

function skipSlash(text: string, at: number): number {
  if (text[at + 1] === '*') {
    const end = text.indexOf('*/', at + 2);
    return end === -1 ? at : end + 1;
  }
  const before =
    text
      .slice(Math.max(0, at - MAX_BLANKS), at)
      .trimEnd()
      .at(-1) ?? '';
  if (text[at + 1] === '/') {
    const end = text.indexOf('\n', at);
    return before === ':' || end === -1 ? at + 1 : end;
  }
  return '(,=:[!&|?;'.includes(before) ? skipRegExp(text, at) : at;
}

/** The offset of the brace that closes the one at `open`; null when none does. */
export function findBraceEnd(text: string, open: number): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at;
    } else if (character === "'" || character === '"') at = skipString(text, at);
    else if (character === '`') at = skipTemplate(text, at);
    else if (character === '/') at = skipSlash(text, at);
  }
  return null;
}

/** The offset of `word` outside of brackets and strings, searched from the end; -1 when it is not there. */
export function findLastOutside(code: string, word: RegExp): RegExpMatchArray | null {
  let depth = 0;
  const plain = [...code];
  for (let at = 0; at < code.length; at += 1) {
    const character = code[at] ?? '';
    const end =
      character === "'" || character === '"' ? skipString(code, at) : character === '`' ? skipTemplate(code, at) : at;
    if ('([{'.includes(character)) depth += 1;
    for (let hidden = at; hidden <= end; hidden += 1) if (depth > 0 || end > at) plain[hidden] = '\0';
    if (')]}'.includes(character)) depth -= 1;
    at = end;
  }
  return [...plain.join('').matchAll(word)].at(-1) ?? null;
}
