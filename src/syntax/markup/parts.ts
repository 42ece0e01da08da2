import { blank } from '../../model/blank.ts';
import { findBraceEnd } from './braces.ts';

/** What a component's markup holds of code, as places in the text; the order is that of the text. */

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** What an event hands over, as handlers in a template call it: what `v-model` and `bind:value` set. */
export const GIVEN_BY_USERS = '$event';

/** Code of the markup. */
export interface CodePart extends TextSpan {
  /**
   * `value`: an expression that is shown or handed on. `model`: one that is set by who uses the page as well. `test`: one that
   * is only asked. `handler`: an expression or statements that an event runs. `constant`: a declaration.
   */
  readonly kind: 'value' | 'model' | 'test' | 'handler' | 'constant';
}

/** One property that a component is given: text between quotes, or code; `name` is null for a whole object of them. */
export interface PropertyPart extends TextSpan {
  readonly name: string | null;
  readonly kind: 'text' | 'code';
}

/** The address that an element of HTML loads or leads to, between its quotes. */
export interface AddressPart extends TextSpan {
  readonly kind: 'address';
  /** Do braces in it hold code? */
  readonly isMixed: boolean;
}

export type MarkupPart =
  | CodePart
  | AddressPart
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

/** Attributes of elements of HTML that hold an address. */
export const ADDRESSED = /^(?:src|href|action|formaction|poster|data)$/i;

/** A whole address without an entity. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^&]*$/i.test(text);
}

/** The beginning of a value in quotes, as far as it stands in front of a brace. */
const QUOTED = /\s(?:src|href|action|formaction|poster|data)=(?:"[^"]*|'[^']*)$/i;
const MAX_ATTRIBUTE = 500;

const ATTRIBUTES = /(?<=\s(?:src|href|action|formaction|poster|data)=)(?:"([^"]*)"|'([^']*)')/gi;

/** Markup without what stands in braces, other than in the quotes of an attribute: tags in code are read with it. */
function hideCode(markup: string, isMixed: boolean): string {
  let shown = '';
  let from = 0;
  for (let at = markup.indexOf('{'); at !== -1; at = markup.indexOf('{', from)) {
    const end = findBraceEnd(markup, at);
    if (end === null) break;
    const isQuoted = isMixed && QUOTED.test(markup.slice(Math.max(0, at - MAX_ATTRIBUTE), at));
    shown += markup.slice(from, at) + (isQuoted ? markup.slice(at, end + 1) : blank(markup.slice(at, end + 1)));
    from = end + 1;
  }
  return shown + markup.slice(from);
}

/** The addresses in the tags of `markup`. `isMixed`: braces in them hold code, and a text may begin with some. */
export function findAddresses(markup: string, isMixed: boolean): readonly AddressPart[] {
  return [...hideCode(markup, isMixed).matchAll(ATTRIBUTES)].flatMap(
    ({ index, 1: double, 2: single }): readonly AddressPart[] => {
      const text = double ?? single ?? '';
      const span = { start: index + 1, end: index + 1 + text.length };
      if (!text.includes('{')) return isAddress(text) ? [{ kind: 'address', isMixed: false, ...span }] : [];
      // A value that is code alone is no text.
      const isPart = isMixed && /^(?:https?:\/\/|\{)[^&]*$/i.test(text) && !/^\{[^{}]*\}$/.test(text);
      return isPart ? [{ kind: 'address', isMixed: true, ...span }] : [];
    },
  );
}
