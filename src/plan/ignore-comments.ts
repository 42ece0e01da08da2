import type { SourceComment } from '../model/comment.ts';
import { FINDING_CODES, type FindingCode, isFindingCode } from '../model/findings.ts';
import { suggest } from '../nearest.ts';

/** Reads the comments by which users accept a finding (contract 7). */

const DIRECTIVES = ['v1-migrate-ignore-next-line', 'v1-migrate-ignore-file'] as const;

/** A code in a comment, and what became of it. */
export interface IgnoreEntry {
  readonly code: FindingCode;
  readonly comment: SourceComment;
  /** The line that it speaks of; null: the whole file. */
  readonly line: number | null;
}

/** Something in a comment that hides nothing because of how it is written. */
interface IgnoreMistake {
  readonly comment: SourceComment;
  readonly message: string;
}

export interface IgnoreComments {
  readonly entries: readonly IgnoreEntry[];
  readonly mistakes: readonly IgnoreMistake[];
  /** Comments that hide without saying why. */
  readonly unexplained: readonly SourceComment[];
}

/** A file that was not analysed has no finding to hide: its errors always count. */
function isHideable(code: FindingCode): boolean {
  return code !== 'unparsed-file' && code !== 'unreadable-file';
}

function explainCode(word: string): string | null {
  if (!isFindingCode(word)) return `"${word}" is no finding code.${suggest(word, FINDING_CODES)}`;
  return isHideable(word) ? null : `${word} cannot be ignored: exclude the file instead.`;
}

const COMMENT_LINE = /^\s*(?:\/\/.*|(?:\{\s*)?\/\*(?:(?!\*\/).)*\*\/(?:\s*\})?\s*|<!--(?:(?!-->).)*-->\s*)$/;

/** The first line behind the comment that is more than a comment: other tools' comments stack on ours. */
function findTargetLine(comment: SourceComment, lines: readonly string[]): number {
  let line = comment.endLine + 1;
  while (line < lines.length && COMMENT_LINE.test(lines[line - 1] ?? '')) line += 1;
  return line;
}

function readOne(comment: SourceComment, getLines: (file: string) => readonly string[]): IgnoreComments {
  const text = comment.text.replace(/^[\s*]+/, '').trim();
  const [directive = ''] = text.split(/\s/, 1);
  if (!directive.startsWith('v1-migrate-')) return { entries: [], mistakes: [], unexplained: [] };
  const known = DIRECTIVES.find((name) => name === directive);
  if (known === undefined) {
    const message = `"${directive}" is no comment of this tool.${suggest(directive, DIRECTIVES)}`;
    return { entries: [], mistakes: [{ comment, message }], unexplained: [] };
  }
  const [list = '', ...reasons] = text.slice(directive.length).split(/(?:^|\s)-{2,}(?:\s|$)/);
  const words = [...new Set(list.split(/[\s,]+/).filter((word) => word !== ''))];
  const line = known === 'v1-migrate-ignore-file' ? null : findTargetLine(comment, getLines(comment.file));
  const entries = words
    .filter(isFindingCode)
    .filter(isHideable)
    .map((code) => ({ code, comment, line }));
  const faults = words.length === 0 ? ['It names no finding code.'] : words.flatMap((word) => explainCode(word) ?? []);
  const isExplained = reasons.join('').trim() !== '';
  return {
    entries,
    mistakes: faults.map((message) => ({ comment, message })),
    unexplained: isExplained || entries.length === 0 ? [] : [comment],
  };
}

export function readIgnoreComments(
  comments: readonly SourceComment[],
  getText: (file: string) => string,
): IgnoreComments {
  const texts = new Map<string, readonly string[]>();
  const getLines = (file: string): readonly string[] => {
    const lines = texts.get(file) ?? getText(file).split(/\r?\n/);
    texts.set(file, lines);
    return lines;
  };
  const all = comments.map((comment) => readOne(comment, getLines));
  return {
    entries: all.flatMap(({ entries }) => entries),
    mistakes: all.flatMap(({ mistakes }) => mistakes),
    unexplained: all.flatMap(({ unexplained }) => unexplained),
  };
}
