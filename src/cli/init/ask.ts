import type { Io } from '../io.ts';

/** Asks, and trims the answer; null when there is nobody to answer, or nobody is to be asked. */
export type Ask = ((question: string) => Promise<string>) | null;

/** `prepare` clears the line for the question. */
export function createAsk({ ask }: Io, isRefused: boolean, prepare: () => void): Ask {
  if (ask === null || isRefused) return null;
  return async (question) => {
    prepare();
    return (await ask(question)).trim();
  };
}

export async function askYesNo(ask: NonNullable<Ask>, question: string, otherwise: boolean): Promise<boolean> {
  const answer = await ask(`${question} [${otherwise ? 'Y/n' : 'y/N'}] `);
  return answer === '' ? otherwise : /^y(es)?$/i.test(answer);
}

/** Asks until the answer is one of the words; Enter is `otherwise`. */
export async function askWord<Word extends string>(
  ask: NonNullable<Ask>,
  question: string,
  words: readonly Word[],
  otherwise: Word,
): Promise<Word> {
  for (;;) {
    const answer = await ask(`${question} ${words.join(', ')} [${otherwise}] `);
    const word = answer === '' ? otherwise : words.find((known) => known === answer.toLowerCase());
    if (word !== undefined) return word;
  }
}
