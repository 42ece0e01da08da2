/** How long a regular expression of a program can take: it is run on texts of the program, and whoever wrote it may have erred. */

/** One piece of an expression: an escape, a class, the head of a group, a quantifier, or one character. */
export const PIECE =
  /\\(?:x[\da-f]{2}|u[\da-f]{4}|.)|\[\^?(?:\\.|[^\]\\])*\]|\((?:\?[:=!<][=!]?)?|[*+?]\??|\{\d+(?:,\d*)?\}\??|./gi;

const QUANTIFIER = /^(?:[*+?]\??|\{\d.*)$/;
/** More than once, and how often is up to the text. */
const REPEATER = /^(?:[*+]\??|\{\d.*)$/;

/** Half a second or so, where each step is taken. */
const MAX_STEPS = 1e8;
const MAX_LENGTH = 200;

/** In how many ways can a text of some length be split among so many repeaters, from each of some places on? */
function countSplits(length: number, repeaters: number, beginnings: number): number {
  let splits = beginnings;
  for (let index = 1; index <= repeaters; index += 1) splits *= (length + index) / index;
  return splits;
}

/**
 * Is an expression sure to answer soon on each text of a length? Not where what is repeated can match one text in several ways, which
 * double with each character: `(?:[a-z]+|\/)+`, `(?:a|ab)*`. Apart from that it tries as many ways as there are to split the text
 * among what it repeats.
 */
export function endsSoon(pattern: string, length: number): boolean {
  if (length > MAX_LENGTH) return false;
  const pieces = [...pattern.matchAll(PIECE)].map(([piece]) => piece);
  /** Of each open group: can what it holds match in several ways? */
  const open = [false];
  let repeaters = 0;
  for (const [index, piece] of pieces.entries()) {
    const isChoice = piece === '|' || (QUANTIFIER.test(piece) && index > 0);
    if (REPEATER.test(piece)) repeaters += 1;
    if (piece.startsWith('(')) open.push(false);
    else if (piece === ')') {
      const hasChoice = open.pop() === true;
      if (hasChoice && REPEATER.test(pieces[index + 1] ?? '')) return false;
      if (hasChoice) open[open.length - 1] = true;
    } else if (isChoice) open[open.length - 1] = true;
  }
  return countSplits(length, repeaters, pieces[0] === '^' ? 1 : length) <= MAX_STEPS;
}
