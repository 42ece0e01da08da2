/** Which of some words a piece of text has as a whole word. Most are told from the others without being cut out. */

const SIZE = 1024;

/** Of a letter, a digit, `_`, `$`; of what is beyond ASCII as well. */
const IN_WORDS = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$]/.test(String.fromCharCode(code)) ? 1 : 0));

function isInWord(code: number): boolean {
  return code >= 128 || IN_WORDS[code] === 1;
}

/** The same number for the same word, and for few others. */
function mark(first: number, last: number, length: number): number {
  return (first * 31 + last * 7 + length * 131) % SIZE;
}

export class WordFinder {
  readonly #words: ReadonlySet<string>;
  readonly #marks = new Uint8Array(SIZE);

  constructor(words: Iterable<string>) {
    this.#words = new Set(words);
    for (const word of this.#words)
      this.#marks[mark(word.charCodeAt(0), word.charCodeAt(word.length - 1), word.length)] = 1;
  }

  /** Tells of each that stands in `[start, end)`, as often as it does, and where it ends. */
  find(text: string, start: number, end: number, tell: (word: string, end: number) => void): void {
    for (let at = start; at < end; at += 1) {
      const first = text.charCodeAt(at);
      if (!isInWord(first)) continue;
      const from = at;
      let last = first;
      for (at += 1; at < end; at += 1) {
        const code = text.charCodeAt(at);
        if (!isInWord(code)) break;
        last = code;
      }
      if (this.#marks[mark(first, last, at - from)] !== 1) continue;
      const word = text.slice(from, at);
      if (this.#words.has(word)) tell(word, at);
    }
  }
}
