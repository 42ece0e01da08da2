import { formatPatch, type StructuredPatchHunk } from 'diff';
import type { TextEdit } from '../syntax/text-edits.ts';
import { type LineChange, listLineChanges, splitLines } from './line-changes.ts';

const CONTEXT_LINES = 3;

/** `--- a/my file.ts` ends with a tab, as git and GNU patch want it where a bare name holds a blank. */
function endNameWithTab(line: string): string {
  return line.includes(' ', 4) && !line.endsWith('"') ? `${line}\t` : line;
}

/** Changes of which the context lines meet are shown together. */
function groupChanges(changes: readonly LineChange[]): readonly LineChange[][] {
  const groups: LineChange[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const change of changes) {
    if (change.at - end <= 2 * CONTEXT_LINES) groups.at(-1)?.push(change);
    else groups.push([change]);
    end = change.at + change.removed.length;
  }
  return groups;
}

function writeLine(sign: ' ' | '-' | '+', line: string): readonly string[] {
  return line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'];
}

/** `shift`: how many lines the changes before this hunk added. */
function makeHunk(lines: readonly string[], changes: readonly LineChange[], shift: number): StructuredPatchHunk {
  const first = changes[0]?.at ?? 0;
  const last = changes.at(-1);
  const start = Math.max(0, first - CONTEXT_LINES);
  const end = Math.min(lines.length, (last === undefined ? first : last.at + last.removed.length) + CONTEXT_LINES);
  const written: string[] = [];
  let at = start;
  let added = 0;
  for (const change of changes) {
    for (const line of lines.slice(at, change.at)) written.push(...writeLine(' ', line));
    for (const line of change.removed) written.push(...writeLine('-', line));
    for (const line of change.added) written.push(...writeLine('+', line));
    at = change.at + change.removed.length;
    added += change.added.length - change.removed.length;
  }
  for (const line of lines.slice(at, end)) written.push(...writeLine(' ', line));
  const oldLines = end - start;
  return { oldStart: start + 1, oldLines, newStart: start + shift + 1, newLines: oldLines + added, lines: written };
}

/** A unified diff that `git apply` takes byte for byte; `file` is relative with "/", and quoted the way git does. */
export function renderDiff(file: string, before: string, edits: readonly TextEdit[]): string {
  const lines = splitLines(before);
  let shift = 0;
  const hunks = groupChanges(listLineChanges(before, edits)).map((changes) => {
    const hunk = makeHunk(lines, changes, shift);
    shift += hunk.newLines - hunk.oldLines;
    return hunk;
  });
  const [oldFileName, newFileName] = [`a/${file}`, `b/${file}`];
  const patch = { oldFileName, newFileName, oldHeader: '', newHeader: '', hunks, isGit: true };
  const [header = '', from = '', to = '', ...rest] = formatPatch(patch).split('\n');
  return [header, endNameWithTab(from), endNameWithTab(to), ...rest].join('\n');
}
