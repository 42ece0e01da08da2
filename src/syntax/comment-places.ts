import type { CommentPlace } from '../model/comment.ts';
import { getEnd, getStart } from './nodes.ts';
import type { Comment, SyntaxNode } from './tree.ts';
import { walk } from './walk.ts';

/** Where a comment of its own line can stand without changing what the code means. */

/** A range in which a line break is text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** What the text is part of begins here. */
  readonly owner: number;
  readonly isJsx: boolean;
}

/** Comments that speak of the line below them: nothing may come between the two. */
const PRAGMA =
  /^\s*(?:\/\/|\/\*|\{\/\*)\s*(?:@ts-|eslint-|prettier-|biome-|oxlint-|tslint:|istanbul |c8 |v8 |deno-|noinspection |v1-migrate-ignore)/;

/** Everything in which a line can begin that is not code: strings, templates, JSX text and comments. */
export function listTextRanges(program: SyntaxNode, comments: readonly Comment[]): readonly TextRange[] {
  const ranges: TextRange[] = comments
    .filter(({ kind }) => kind !== 'line')
    .map(({ start, end }) => ({ start, end, owner: start, isJsx: false }));
  walk(program, true, (node, parent) => {
    const { type } = node;
    const isJsx = type === 'JSXText';
    if (isJsx || type === 'TemplateElement' || type === 'StringLiteral' || type === 'DirectiveLiteral') {
      const owner = (isJsx || type === 'TemplateElement') && parent !== null ? getStart(parent) : getStart(node);
      ranges.push({ start: getStart(node), end: getEnd(node), owner, isJsx });
    }
    return true;
  });
  return ranges;
}

/** A text's end counts as inside: what is put there, between it and the next piece, would become part of it. */
function findRange(ranges: readonly TextRange[], offset: number): TextRange | undefined {
  return ranges.find(({ start, end }) => start < offset && offset <= end);
}

/** Blank lines around JSX text are dropped; a break between two words is a space, and must stay one. */
function isBlankSide({ start, end }: TextRange, offset: number, text: string): boolean {
  return text.slice(start, offset).trim() === '' || text.slice(offset, end).trim() === '';
}

function findLineStart(text: string, offset: number): number {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start;
}

/** Above the comments that belong to the line. */
function skipPragmas(text: string, lineStart: number): number {
  let start = lineStart;
  for (;;) {
    if (start <= 1) return start;
    const above = findLineStart(text, start - 1);
    if (!PRAGMA.test(text.slice(above, start))) return start;
    start = above;
  }
}

function findEol(text: string): CommentPlace['eol'] {
  const first = text.indexOf('\n');
  return first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n';
}

/**
 * The nearest line start, at or above the line of `offset`, at which a comment can stand; null when the code begins
 * behind something else on its line, such as a `<script>` tag. `ranges` are those of `program`.
 */
export function findCommentPlace(
  text: string,
  program: SyntaxNode,
  ranges: readonly TextRange[],
  offset: number,
): CommentPlace | null {
  let at = offset;
  for (;;) {
    const start = skipPragmas(text, findLineStart(text, at));
    // A file's program begins at 0, behind which a byte order mark may stand.
    if (start < getStart(program)) return null;
    const range = findRange(ranges, start);
    const isJsx = range?.isJsx === true && isBlankSide(range, start, text);
    if (range === undefined || isJsx) {
      const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
      return { offset: start, indent, style: isJsx ? 'jsx' : 'line', eol: findEol(text) };
    }
    at = range.owner;
  }
}
