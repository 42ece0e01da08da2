import { getEnd, getStart } from './nodes.ts';
import { listHeld, type OffsetRange, sortEdits, type TextEdit } from './text-edits.ts';
import type { Script, SyntaxNode } from './tree.ts';
import { walk } from './walk.ts';

/**
 * Which edits cannot change how a file parses, so that it need not be parsed again to know: characters that mean
 * nothing to any parser, put between two characters of a string or a template, only make a longer text.
 */

/** Not a digit first: behind `\0` it would make an octal escape. */
const PLAIN = /^[A-Za-z/][\w/.~-]*$/;

/** What stands between the quotes of a text, and can be made longer; null for any other node. */
function findContent(node: SyntaxNode): OffsetRange | null {
  if (node.type === 'StringLiteral') return { start: getStart(node) + 1, end: getEnd(node) - 1 };
  return node.type === 'TemplateElement' ? { start: getStart(node), end: getEnd(node) } : null;
}

/** A line end behind a backslash is one, too. */
const LONGEST_ESCAPE = '\\u{10ffff}';

function isInsertion({ start, end, text }: TextEdit): boolean {
  return start === end && PLAIN.test(text);
}

/** Is the character at `offset` not the rest of an escape that begins before it? */
function isFree(text: string, offset: number): boolean {
  return !text.slice(Math.max(0, offset - LONGEST_ESCAPE.length), offset).includes('\\');
}

/** Is each edit an insertion of plain characters into a text of one of the scripts? `text` is that of the file. */
export function areTextInsertions(text: string, scripts: readonly Script[], edits: readonly TextEdit[]): boolean {
  if (!edits.every((edit) => isInsertion(edit) && isFree(text, edit.start))) return false;
  const sorted = sortEdits(edits);
  const open = new Set(edits);
  for (const { program } of scripts) {
    walk(program, true, (node) => {
      const content = findContent(node);
      if (content === null) return listHeld(sorted, { start: getStart(node), end: getEnd(node) }).length > 0 || null;
      for (const edit of listHeld(sorted, content)) open.delete(edit);
      return null;
    });
  }
  return open.size === 0;
}
