const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

interface JsonScan {
  /** Deepest nesting of objects and arrays, or one more than allowed when the scan stopped there. */
  readonly depth: number;
  /** A bracket or a string is still open at the end of the text: it can be the beginning of something longer. */
  readonly open: boolean;
  /** How often the outermost object has the member `type`; JSON.parse keeps the last one silently. */
  readonly typeMembers: number;
}

/** Offset of the quote that closes the string opened at `start`, or the text's length. */
function findStringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    at += code === BACKSLASH ? 2 : 1;
  }
  return text.length;
}

function isFollowedByColon(text: string, at: number): boolean {
  let next = at;
  while (text.charCodeAt(next) === 0x20 || text.charCodeAt(next) === 0x09) next += 1;
  return text.charCodeAt(next) === COLON;
}

/**
 * Looks at brackets and strings only, before JSON.parse sees the text: its stack overflows on deep nesting, and
 * its message does not tell a cut text from a wrong one.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  let depth = 0;
  let deepest = 0;
  let typeMembers = 0;
  let closed = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = findStringEnd(text, at);
      if (end === text.length) return { depth: deepest, open: depth > 0 && !closed, typeMembers };
      if (depth === 1 && text.slice(at + 1, end) === 'type' && isFollowedByColon(text, end + 1)) typeMembers += 1;
      at = end;
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > deepest) deepest = depth;
      if (deepest > maxDepth) break;
    } else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth <= 0) closed = true;
    }
  }
  return { depth: deepest, open: depth > 0 && !closed, typeMembers };
}
