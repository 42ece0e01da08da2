/** What opens a set of characters, of words or of patterns, and what closes it. */
const CLOSERS = new Map([
  ['[', ']'],
  ['{', '}'],
  ['(', ')'],
]);

/** Behind `[`, `[!` and `[^` a bracket is the first character of the set. */
const SET_START = /^\[[!^]?\]?/;

function explainOpen(glob: string, bracket: string): string {
  return `"${glob}" has a "${bracket}" that no "${CLOSERS.get(bracket)}" closes; write "\\${bracket}" for the character itself`;
}

/**
 * What is wrong with a glob, or null. The library takes a bracket that nothing closes for the character itself, so a
 * slip of the pen would choose no file at all, and a check of nothing passes.
 */
export function findGlobProblem(glob: string): string | null {
  if (glob.trim() === '') return 'an empty glob matches nothing';
  const open: string[] = [];
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '[') {
      const [start = ''] = SET_START.exec(glob.slice(at)) ?? [];
      const end = glob.indexOf(']', at + start.length);
      if (end === -1) return explainOpen(glob, '[');
      at = end;
    } else if (CLOSERS.has(character)) open.push(character);
    else if (character === CLOSERS.get(open.at(-1) ?? '')) open.pop();
  }
  const [first] = open;
  return first === undefined ? null : explainOpen(glob, first);
}
