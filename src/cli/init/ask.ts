import { Interrupted } from '../../stages.ts';
import type { Io } from '../io.ts';

/** Asks, and trims the answer; null when there is nobody to answer, or nobody is to be asked. */
export type Ask = ((question: string) => Promise<string>) | null;

/** `prepare` clears the line for the question. */
export function createAsk({ ask, signal }: Io, isRefused: boolean, prepare: () => void): Ask {
  if (ask === null || isRefused) return null;
  return async (question) => {
    prepare();
    const answer = await ask(question);
    // Ctrl-C at a question is no answer to it.
    if (signal.aborted) throw new Interrupted();
    return answer.trim();
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
