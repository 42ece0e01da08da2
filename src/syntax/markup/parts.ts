/** What a component's markup holds of code, as places in the text; the order is that of the text. */

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Code of the markup. */
export interface CodePart extends TextSpan {
  /**
   * `value`: an expression that is shown or handed on. `test`: one that is only asked. `handler`: an expression or
   * statements that an event runs. `constant`: a declaration.
   */
  readonly kind: 'value' | 'test' | 'handler' | 'constant';
}

/** One property that a component is given: text between quotes, or code; `name` is null for a whole object of them. */
export interface PropertyPart extends TextSpan {
  readonly name: string | null;
  readonly kind: 'text' | 'code';
}

export type MarkupPart =
  | CodePart
  /** A component with what it is given; `name` is that of its import. */
  | {
      readonly kind: 'component';
      readonly name: string;
      readonly at: TextSpan;
      readonly given: readonly PropertyPart[];
    }
  /** What follows happens for each element of `list`; `names` are those of the element, its index and its key. */
  | { readonly kind: 'each'; readonly names: TextSpan; readonly list: TextSpan }
  /** What follows sees names of which the value is not known here: those of a slot, a snippet or a promise. */
  | { readonly kind: 'names'; readonly names: TextSpan }
  /** The end of the innermost `each` or `names`. */
  | { readonly kind: 'close' };

/** `call-list` is `CallList` in code. */
export function toComponentName(tag: string): string {
  return tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The span without blanks at its ends; null when nothing is left. */
export function trimSpan(text: string, { start, end }: TextSpan): TextSpan | null {
  let first = start;
  let last = end;
  while (first < last && /\s/.test(text[first] ?? '')) first += 1;
  while (last > first && /\s/.test(text[last - 1] ?? '')) last -= 1;
  return first === last ? null : { start: first, end: last };
}
