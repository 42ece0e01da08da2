import { sortEdits, type TextEdit } from '../syntax/text-edits.ts';

/** Which lines the edits replace by which. Nothing has to be searched for, as a diff of two texts must. */

/** `removed` stood from line `at` on, counted from 0; line ends included, of which git counts only LF. */
export interface LineChange {
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Edits of the same or of neighbouring lines, as one replacement of whole lines. */
interface Block {
  readonly start: number;
  end: number;
  after: string;
  done: number;
}

function findLineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function findLineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

function listBlocks(before: string, edits: readonly TextEdit[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const edit of sortEdits(edits)) {
    let block = blocks.at(-1);
    const start = findLineStart(before, edit.start);
    if (block === undefined || start >= block.end) {
      block = { start, end: 0, after: '', done: start };
      blocks.push(block);
    }
    block.after += before.slice(block.done, edit.start) + edit.text;
    block.done = edit.end;
    block.end = Math.max(block.end, findLineEnd(before, edit.end));
  }
  return blocks;
}

/** Drops the lines at both ends that stay as they are. */
function trim(at: number, removed: readonly string[], added: readonly string[]): LineChange {
  let head = 0;
  while (head < Math.min(removed.length, added.length) && removed[head] === added[head]) head += 1;
  let tail = 0;
  const rest = Math.min(removed.length, added.length) - head;
  while (tail < rest && removed.at(-1 - tail) === added.at(-1 - tail)) tail += 1;
  return {
    at: at + head,
    removed: removed.slice(head, removed.length - tail),
    added: added.slice(head, added.length - tail),
  };
}

/** The replaced lines in order; a change never touches the one before it. */
export function listLineChanges(before: string, edits: readonly TextEdit[]): readonly LineChange[] {
  let line = 0;
  let offset = 0;
  return listBlocks(before, edits).flatMap((block) => {
    line += splitLines(before.slice(offset, block.start)).length;
    const removed = splitLines(before.slice(block.start, block.end));
    const added = splitLines(block.after + before.slice(block.done, block.end));
    const change = trim(line, removed, added);
    line += removed.length;
    offset = block.end;
    return change.removed.length + change.added.length === 0 ? [] : [change];
  });
}
