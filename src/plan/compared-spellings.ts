import type { FileEdit } from '../model/message.ts';
import { getSourceOffset, type TextOrigin, type UrlPart } from '../model/url-value.ts';

/** How a text is spelt before and behind its edits, as far as it is known, and what a comparison makes of it. */

/** Something put into a text. */
export interface Insertion {
  readonly index: number;
  readonly text: string;
}

export interface Spelling {
  /** What is known from its beginning on, or from behind an address of which nobody knows the path. */
  readonly head: string;
  readonly hasBase: boolean;
  /** Something that is not known follows. */
  readonly isOpen: boolean;
  readonly inserted: Insertion | null;
}

export function listLiterals(parts: readonly UrlPart[]): readonly number[] {
  return parts.flatMap((part) => (part.kind === 'text' && part.origin !== null ? [part.origin.literal] : []));
}

function findIndex(origin: TextOrigin, length: number, offset: number): number | null {
  for (let index = 0; index < length; index += 1) if (getSourceOffset(origin, index) === offset) return index;
  return null;
}

/** Null where an edit replaces something, comes in behind what is not known, or is one of several. */
export function spell(parts: readonly UrlPart[], edits: readonly FileEdit[]): Spelling | null {
  const hasBase = parts[0]?.kind === 'env';
  let head = '';
  let isOpen = false;
  const found: Insertion[] = [];
  for (const part of hasBase ? parts.slice(1) : parts) {
    if (part.kind !== 'text') {
      isOpen = true;
      continue;
    }
    const { origin } = part;
    for (const { file, start, end, text } of origin === null ? [] : edits) {
      const at = origin === null || origin.file !== file ? null : findIndex(origin, part.text.length, start);
      if (at === null) continue;
      if (start !== end || isOpen) return null;
      found.push({ index: head.length + at, text });
    }
    if (!isOpen) head += part.text;
  }
  const [inserted = null, ...others] = found;
  return others.length > 0 ? null : { head, hasBase, isOpen, inserted };
}

export function insert({ index, text }: Insertion, into: string): string {
  return into.slice(0, index) + text + into.slice(index);
}

/** Is the text the same as this one, or does it begin with it? Null where that is not known. */
export function compare(kind: 'same' | 'beginning', text: Spelling, compared: string): boolean | null {
  const { head, hasBase, isOpen } = text;
  if (kind === 'same') {
    if (hasBase) return isOpen || compared.endsWith(head) ? null : false;
    if (isOpen) return compared.startsWith(head) ? null : false;
    return head === compared;
  }
  if (hasBase) return null;
  if (head.startsWith(compared)) return true;
  return isOpen && compared.startsWith(head) ? null : false;
}

function apply(text: Spelling): Spelling {
  return text.inserted === null ? text : { ...text, head: insert(text.inserted, text.head) };
}

/** Do both get the same at the same place, so that they are as equal as they were? */
function moveAlike(text: Spelling, compared: string, inserted: Insertion | null): boolean {
  const own = text.inserted;
  if (own === null || inserted === null || own.text !== inserted.text || own.index !== inserted.index) return false;
  // Behind the path of an address nobody knows where the other one would have to get it.
  return !text.hasBase || (!text.isOpen && text.head === compared);
}

/** Has the question the same answer when the text and what it is compared with got what is put into them? */
export function answersAlike(
  kind: 'same' | 'beginning',
  text: Spelling,
  compared: string,
  inserted: Insertion | null,
): boolean {
  if (text.inserted === null && inserted === null) return true;
  if (moveAlike(text, compared, inserted) && (kind === 'same' || !text.hasBase)) return true;
  const before = compare(kind, text, compared);
  const behind = compare(kind, apply(text), inserted === null ? compared : insert(inserted, compared));
  return before !== null && before === behind;
}
