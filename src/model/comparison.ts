import type { UrlPart } from './url-value.ts';

/** A text that a program compares others with. */
export interface ComparedText {
  readonly parts: readonly UrlPart[];
  /** Nothing but the comparison uses the text: it may change with what it is compared with. */
  readonly isFree: boolean;
}

/** What is asked of each of these texts: is it one of those compared, or does it begin with one? */
export interface Question {
  readonly kind: 'same' | 'beginning';
  /** Every text that can be asked. */
  readonly asked: readonly (readonly UrlPart[])[];
}

/** `config.url === '/calls'`, `LIMITS[path]`: all questions to the same texts, so that they have the same answers when both sides change. */
export interface Comparison {
  readonly questions: readonly Question[];
  readonly compared: readonly ComparedText[];
  /** The files that hand over what is asked: nobody else may. */
  readonly files: readonly string[];
}
