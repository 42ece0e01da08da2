/** Range edits of a text. Offsets are UTF-16 code units of the text before any edit. */

export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** In order of place; edits of one place keep their order, so an insertion stands before what it precedes. */
export function sortEdits<E extends TextEdit>(edits: readonly E[]): readonly E[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** From `start` up to, and without, `end`. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

export function holds(range: OffsetRange, edit: TextEdit): boolean {
  return range.start <= edit.start && edit.end <= range.end;
}

/** The first of the edits that begins at `start` or behind it. */
function findFirst(sorted: readonly TextEdit[], start: number): number {
  let low = 0;
  for (let high = sorted.length; low < high; ) {
    const middle = (low + high) >> 1;
    const edit = sorted[middle];
    if (edit !== undefined && edit.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Does one of the edits lie in a range? */
export function holdsSome(sorted: readonly TextEdit[], range: OffsetRange): boolean {
  for (let at = findFirst(sorted, range.start); at < sorted.length; at += 1) {
    const edit = sorted[at];
    if (edit === undefined || edit.start > range.end) return false;
    if (holds(range, edit)) return true;
  }
  return false;
}

/** The edits that lie in a range; `sorted` is in order of place. */
export function listHeld(sorted: readonly TextEdit[], range: OffsetRange): readonly TextEdit[] {
  let low = findFirst(sorted, range.start);
  const held: TextEdit[] = [];
  for (let edit = sorted[low]; edit !== undefined && edit.start <= range.end; low += 1, edit = sorted[low])
    if (holds(range, edit)) held.push(edit);
  return held;
}

/** The text with every edit made; throws RangeError when two overlap or one lies outside the text. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: inserted } of sortEdits(edits)) {
    if (start < done) throw new RangeError(`edits overlap at offset ${start}`);
    if (end < start || end > text.length) throw new RangeError(`edit [${start}, ${end}) lies outside the text`);
    pieces.push(text.slice(done, start), inserted);
    done = end;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

/**
 * Are the UTF-8 bytes outside the edits the same in both texts? Independent of `applyTextEdits`: it compares encoded
 * bytes, so an edit that splits a surrogate pair (and would write U+FFFD) is seen too.
 */
export function isUnchangedOutside(before: string, after: string, edits: readonly TextEdit[]): boolean {
  const old = Buffer.from(before);
  const fresh = Buffer.from(after);
  let oldAt = 0;
  let freshAt = 0;
  let textAt = 0;
  for (const edit of sortEdits(edits)) {
    const kept = Buffer.byteLength(before.slice(textAt, edit.start));
    if (!old.subarray(oldAt, oldAt + kept).equals(fresh.subarray(freshAt, freshAt + kept))) return false;
    oldAt += kept + Buffer.byteLength(before.slice(edit.start, edit.end));
    freshAt += kept + Buffer.byteLength(edit.text);
    textAt = edit.end;
  }
  return old.subarray(oldAt).equals(fresh.subarray(freshAt));
}
