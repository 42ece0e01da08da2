import { blank, blankComments } from '../../model/blank.ts';
import type { SourceFile } from '../../model/project.ts';
import type { Module } from './module.ts';

/**
 * The text of a file for those who read it as text: its comments are blank, and all else is where it was. Not kept: a second
 * text of each file would be much of the memory that a run takes.
 */
export function readUncommented(source: SourceFile | Module): string {
  return 'comments' in source ? blankRanges(source) : blankComments(source.text);
}

function blankRanges({ text, comments }: Module): string {
  let code = '';
  let end = 0;
  for (const comment of comments) {
    code += text.slice(end, comment.start) + blank(text.slice(comment.start, comment.end));
    end = comment.end;
  }
  return end === 0 ? text : code + text.slice(end);
}
